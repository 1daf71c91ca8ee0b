import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/**
 * What the page breaks of WCAG 2.2 A and AA, as axe finds it. It is asked inside
 * the page: the other way runs the same rules, and then carries every element that
 * passed to another page and back, which on a board takes longer than the rules.
 * That way is for pages with frames, and there are none. The rules are this month's, whichever the wrapper brings.
 */
async function violations(page: Page) {
  expect(page.frames()).toHaveLength(1);
  const result = await new AxeBuilder({ page, axeSource: axe.source })
    .options({ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })
    .setLegacyMode(true)
    .analyze();
  expect(result.passes.length).toBeGreaterThan(0);
  return result.violations;
}

/** Nothing moves any more: what is still fading in has other colours. */
const settled = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);

/** What a page that stands still breaks of the rules, and whether it is wider than the screen, each with where. */
export async function problems(page: Page, where: string): Promise<string[]> {
  await settled(page);
  // From the top: what has slid half under the header is not small.
  await page.evaluate(() => window.scrollTo(0, 0));
  const found = (await violations(page)).map(({ id, nodes }) => {
    const places = nodes.slice(0, 3).map((node) => node.target.join(' '));
    return `${where} ${id}: ${places.join(' | ')} (${nodes.length}) ${nodes[0]?.any[0]?.message ?? ''}`;
  });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  return width > page.viewportSize()!.width ? [...found, `${where} is ${width} wide`] : found;
}

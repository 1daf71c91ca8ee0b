import type { Page } from '@playwright/test';
import { limit } from '../../gate/limits.mjs';
import { expect, test } from '../people.ts';

// Nothing is out of reach with text of twice the size, at a zoom of 400 %, and with the colours of the system (ux.md U69,
// WCAG 1.4.4, 1.4.10, 1.4.11).

const screens = [
  '/jefetec?',
  '/jefetec?vista=dia&',
  '/jefetec?vista=mapa&',
  '/reports?',
  '/setup?',
  '/zones?',
  '/timestripes/edit?',
  '/users?',
  '/profile?',
];

/** The controls that are seen beyond the window's sides, and that nothing scrolls to. */
const outOfReach = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      ((/auto|scroll/.test(getComputedStyle(element).overflowX) &&
        element.scrollWidth > element.clientWidth) ||
        scrolls(element.parentElement));
    return [...document.querySelectorAll('a, button, input, select')]
      .filter((control) => {
        const { left, right, width: wide, height } = control.getBoundingClientRect();
        // What stands aside until it has the focus is no control that is seen.
        const seen = wide > 3 && height > 3 && right > 0 && getComputedStyle(control).visibility !== 'hidden';
        return seen && (right > width + 2 || left < -2) && !scrolls(control.parentElement);
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent);
  });

test('text of twice the size leaves every control within the window', async ({ demo }) => {
  test.setTimeout(limit(120_000));
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  for (const address of screens) {
    await page.goto(`${address}op=${demo.operation}`);
    await expect(page.getByRole('banner')).toBeVisible();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
    await expect.poll(() => outOfReach(page), { message: address }).toEqual([]);
  }
});

test('at a zoom of 400 % no screen is wider than the window, and a board has room below its bars', async ({
  demo,
}) => {
  test.setTimeout(limit(120_000));
  // A window of 1280 by 1024.
  const { page } = await demo.signedIn('jefe', {
    at: `/jefetec?op=${demo.operation}`,
  });
  await page.setViewportSize({ width: 320, height: 256 });
  for (const address of screens) {
    await page.goto(`${address}op=${demo.operation}`);
    await expect(page.getByRole('banner')).toBeVisible();
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, address).toBeLessThanOrEqual(0);
  }
  await page.goto(`/jefetec?op=${demo.operation}`);
  const visit = page.locator('td[data-today] [data-visit-id][data-status="pending"]').first();
  await visit.scrollIntoViewIfNeeded();
  await expect(visit).toBeInViewport();
  const room = await visit.evaluate((element) => {
    let scroller = element.parentElement!;
    while (!/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement!;
    const { top, bottom } = scroller.getBoundingClientRect();
    return Math.min(bottom, window.innerHeight) - Math.max(top, 0);
  });
  expect(room).toBeGreaterThan(120);
});

test('with the colours of the system the load, an absence and the present hour are still drawn', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}&vista=dia&lista=0` });
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(page.locator('[data-visit-id]').first()).toBeVisible();
  const drawn = await page.evaluate(() => {
    const colourOf = (element: Element) => getComputedStyle(element).backgroundColor;
    const imageOf = (selector: string) => {
      const cell = document.querySelector(selector);
      return cell && getComputedStyle(cell).backgroundImage;
    };
    const bars = [...document.querySelectorAll('tr[data-technician-id] th span > span[style*="width"]')];
    return {
      bars: bars.length,
      unlike: bars.every((bar) => colourOf(bar) !== colourOf(bar.parentElement!)),
      kept: bars.every((bar) => getComputedStyle(bar).forcedColorAdjust === 'none'),
      absent: imageOf('td[data-absent]'),
      now: imageOf('td[data-now]'),
    };
  });
  expect(drawn.bars).toBeGreaterThan(3);
  expect(drawn).toMatchObject({ unlike: true, kept: true });
  expect(drawn.absent).toContain('gradient');
  expect(drawn.now).toContain('gradient');
});

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './people.ts';

const screens: { path: string; as: string }[] = [
  // An operation of middling size: the rules are asked of every element, and a busy one has thousands alike.
  { path: '/jefetec?op=203&sinvisita=1', as: 'jefe' },
  { path: '/jefetec?op=203&sinvisita=1&orden=FIRST', as: 'jefe' },
  { path: '/jefetec?op=203&sinvisita=1&ayuda=calendario', as: 'jefe' },
  { path: '/calendario?op=203', as: 'sac' },
  { path: '/tecnico', as: 'tecnico' },
];

// Each scheme and each size once; `AXE=all` walks every pair.
const pairs = (['light', 'dark'] as const).flatMap((scheme) =>
  [false, true].map((phone) => ({ scheme, phone })),
);
const walked = pairs.filter(
  ({ scheme, phone }) => process.env.AXE === 'all' || (scheme === 'dark') === phone,
);

for (const { scheme, phone } of walked)
  test(`no screen breaks the accessibility rules: ${scheme}, ${phone ? 'phone' : 'desktop'}`, async ({
    signIn,
    open,
  }) => {
    test.setTimeout(240_000);
    const { page: login } = await open({ phone });
    await login.emulateMedia({ colorScheme: scheme });
    await login.goto('/login');
    const found = [...(await violations(login)).map((text) => `/login ${text}`)];
    const pages: Record<string, Awaited<ReturnType<typeof signIn>>> = {};
    for (const { path, as } of screens) {
      pages[as] ??= await signIn(as, { phone, scheme });
      const { page } = pages[as];
      let target = path;
      if (path.includes('FIRST')) {
        await page.goto('/jefetec?op=203&sinvisita=1&vista=listado');
        target = path.replace(
          'FIRST',
          (await page.locator('[data-order]').first().getAttribute('data-order'))!,
        );
      }
      await page.goto(target);
      await page.locator('[data-visit-id]').first().waitFor({ state: 'attached' });
      if (path.includes('orden')) await page.getByText('Franjas posibles').waitFor();
      if (path.endsWith('sinvisita=1'))
        await page.locator('[data-order]').first().waitFor({ state: 'attached' });
      await page.waitForTimeout(300);
      found.push(...(await violations(page)).map((text) => `${path} ${text}`));
    }
    expect(found).toEqual([]);
  });

async function violations(page: Page): Promise<string[]> {
  const result = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return result.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map((node) => node.target.join(' '))
        .join(' | ')} (${nodes.length}) ${nodes[0]?.any[0]?.message ?? ''}`,
  );
}

import { chromium } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../support/chromium.ts';
import { expect, test } from '../people.ts';

// Boards with the scroll bars that browsers have on Windows and Linux; the other tests run without any.

test('several calendars are as wide as the screen beside its scroll bar, and keep their first day in view', async ({
  demo,
  product,
}) => {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: chromiumArgs,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  try {
    const { page: signedIn } = await demo.signedIn('jefe');
    const context = await browser.newContext({
      viewport: { width: 1366, height: 768 },
      storageState: await signedIn.context().storageState(),
      locale: 'es-AR',
    });
    const page = await context.newPage();
    await page.goto(`${product.baseURL}/jefetec?op=114,127`);
    const calendars = page.locator('[class*="_calendars_"]');
    await expect(calendars.locator('[data-visit-id]').first()).toBeVisible();
    const sizes = await calendars.evaluate((element) => ({
      bar: (element as HTMLElement).offsetWidth - element.clientWidth,
      beyond: element.scrollWidth - element.clientWidth,
      left: element.scrollLeft,
    }));
    expect(sizes.bar).toBeGreaterThan(5);
    expect([sizes.beyond, sizes.left]).toEqual([0, 0]);
  } finally {
    await browser.close();
  }
});

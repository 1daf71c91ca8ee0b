import type { Page } from '@playwright/test';
import { expect, test } from '../people.ts';

// On a phone nothing of a board's bars is cut, and nothing lies over anything.

/** What the bars hold and do not show whole: a text wider than its control, a control beyond the screen. */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d')!;
    const bars = document.querySelectorAll(
      'header, [class*="bar"], [class*="listHead"], [class*="operations"]',
    );
    const controls = [...bars].flatMap((bar) => [
      bar,
      ...bar.querySelectorAll('select, input, button, a, span'),
    ]);
    return controls.flatMap((control) => {
      const box = control.getBoundingClientRect();
      const style = getComputedStyle(control);
      if (box.width <= 1 || style.visibility === 'hidden' || style.fontSize === '0px') return [];
      const said =
        control instanceof HTMLSelectElement
          ? (control.selectedOptions[0]?.text ?? '')
          : control instanceof HTMLInputElement
            ? control.value || control.placeholder
            : '';
      context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const room =
        control.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      const narrow = said !== '' && context.measureText(said).width > room;
      const scrolls = style.display !== 'inline' && control.scrollWidth > control.clientWidth + 1;
      const outside = box.left < 0 || box.right > window.innerWidth + 1;
      if (!narrow && !scrolls && !outside) return [];
      const name = control.className.toString().slice(0, 60);
      return [
        `${control.tagName} ${name} '${said || control.textContent?.slice(0, 40)}' ${room} ${box.right}`,
      ];
    });
  });

for (const scheme of ['light', 'dark'] as const)
  test(`nothing of the bars is cut, and the way to the calendar has a column of its own: ${scheme}`, async ({
    demo,
  }) => {
    const { data } = await demo.jefe<{ subsidiary_id: string; name: string }[]>('timestripes', {
      sample: null,
    });
    const { page } = await demo.signedIn('jefe', { phone: true, scheme, at: '/jefetec' });
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    expect(await cut(page)).toEqual([]);
    // The operations are one control, as wide as the longest of them needs.
    const operation = page.getByLabel('Operación', { exact: true });
    for (const { subsidiary_id, name } of data) {
      await operation.selectOption(name);
      await expect(page).toHaveURL(new RegExp(`op=${subsidiary_id}`));
      expect(await cut(page), name).toEqual([]);
    }
    await operation.selectOption(data[0]!.name);
    await page.goto('/jefetec?vista=listado');
    const order = page
      .locator('li')
      .filter({ has: page.getByRole('button', { name: /^Mostrar en calendario/ }) });
    await expect(order.first()).toBeVisible();
    expect(await cut(page)).toEqual([]);
    const over = await order.evaluateAll(
      (items) =>
        items.filter((item) => {
          const button = item.querySelector('[aria-label^="Mostrar en calendario"]')!.getBoundingClientRect();
          return [...item.querySelectorAll('[data-order] span')].some(
            (text) => text.getBoundingClientRect().right > button.left + 1 && text.clientWidth > 1,
          );
        }).length,
    );
    expect(over).toBe(0);
    const box = (await order
      .first()
      .getByRole('button', { name: /^Mostrar/ })
      .boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(40);
  });

test('orders beside a phone’s calendar are drawn once they are shown, all of them', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { phone: true, at: `/jefetec?op=${demo.operation}` });
  await expect(page.locator('td [data-visit-id]').first()).toBeVisible();
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  const orders = page.locator('[data-order]');
  // A list that is shown is drawn whole in less than this.
  await page.waitForTimeout(2_000);
  const before = await orders.count();
  expect(before).toBeLessThanOrEqual(30);
  await page.goto(`/jefetec?op=${demo.operation}&vista=listado`);
  await expect(orders.first()).toBeVisible();
  await expect.poll(() => orders.count()).toBeGreaterThan(before);
});

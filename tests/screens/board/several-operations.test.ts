import type { Page } from '@playwright/test';
import type { Office } from '../../support/browser/office.ts';
import { problems } from '../../support/browser/violations.ts';
import { dayAfter, expect, test, today } from '../people.ts';

// Several operations at once: each calendar live by itself, the first of the address with its orders beside them.

/** The operations of the dispatcher, the one that most tests work in first. */
async function twoOf(demo: Office) {
  const all = (await demo.profileOf('jefe')).subsidiaries.map(({ subsidiary_id }) => subsidiary_id);
  const other = all.find((code) => code !== demo.operation)!;
  return [demo.operation, other] as const;
}
/** Next week. */
const day = dayAfter(today(), 8);
const at = (operations: readonly string[], more = '') =>
  `/jefetec?op=${operations.join(',')}&semana=${day}&dias=corridos${more}`;
const calendar = (page: Page, operation: string) => page.locator(`section[data-operation="${operation}"]`);
const chip = (page: Page, id: number) => page.locator(`a[data-visit-id="${id}"][data-stop]`);
const op = (page: Page) => new URL(page.url()).searchParams.get('op');
const button = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Operaciones' }).getByRole('button', { name, exact: true });

async function nameOf(page: Page, operation: string) {
  return (await calendar(page, operation).getByRole('heading', { level: 2 }).innerText()).trim();
}

async function visitIn(demo: Office, operation: string) {
  const order = await demo.orderWithoutVisit(operation);
  const slots = await demo.slotsOf(day, operation);
  return (await demo.createVisit(order, { day, slotId: slots[0]!.id })).visitId;
}

test('changes of two operations reach both calendars of one browser, and a reload shows the same', async ({
  demo,
}) => {
  const [first, second] = await twoOf(demo);
  const { page } = await demo.signedIn('jefe', { at: at([first, second]) });
  let loads = 0;
  page.on('framenavigated', () => {
    loads += 1;
  });
  await expect(calendar(page, first).locator('td').first()).toBeVisible();
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  const made = { [first]: await visitIn(demo, first), [second]: await visitIn(demo, second) };
  for (const operation of [first, second]) {
    const own = calendar(page, operation).locator(`[data-visit-id="${made[operation]}"]`);
    await expect(own).toHaveCount(1);
    await demo.handOver([made[operation]!], operation);
    await expect(own).toHaveAttribute('data-tone', 'assigned');
  }
  expect(loads).toBe(0);
  await page.reload();
  for (const operation of [first, second])
    await expect(calendar(page, operation).locator(`[data-visit-id="${made[operation]}"]`)).toHaveCount(1);

  // Found in any of them, with its card, its panel and its dialogs.
  const id = made[second]!;
  await page.goto(at([first, second], `&visita=${id}`));
  await expect(chip(page, id)).toBeFocused();
  await expect(chip(page, id)).toBeInViewport();
  await chip(page, id).hover();
  await page.locator('[data-visit-card]').getByRole('button', { name: 'Cambiar técnico' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cambio de técnico' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await chip(page, id).click();
  await expect(page.getByRole('dialog', { name: `Visita #${id}` })).toBeVisible();
  await page.keyboard.press('Escape');
  for (const one of Object.values(made)) await demo.cancelVisit(one);
});

test('operations are added and taken out by Ctrl, by keyboard and from their calendar', async ({ demo }) => {
  const [first, second] = await twoOf(demo);
  const { page } = await demo.signedIn('jefe', { at: at([first, second]) });
  const [one, other] = [await nameOf(page, first), await nameOf(page, second)];
  await button(page, one).click();
  await expect(page.locator('section[data-operation]')).toHaveCount(0);
  expect(op(page)).toBe(first);
  await expect(button(page, other)).toHaveAttribute('aria-pressed', 'false');
  await button(page, other).click({ modifiers: ['ControlOrMeta'] });
  await expect(calendar(page, second)).toBeVisible();
  expect(op(page)).toBe(`${first},${second}`);
  await expect(button(page, other)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('region', { name: `Órdenes de ${one}` })).toBeVisible();
  await expect(page.getByRole('combobox', { name: `Zona de ${one}` })).toBeVisible();

  // J turns all of them.
  const from = new URL(page.url()).searchParams.get('semana');
  await page.keyboard.press('j');
  await expect.poll(() => new URL(page.url()).searchParams.get('semana')).not.toBe(from);
  for (const operation of [first, second])
    await expect(
      calendar(page, operation).getByRole('columnheader', {
        name: dayAfter(day, 7).split('-').reverse().slice(0, 2).join('/'),
      }),
    ).toBeVisible();

  // The orders of the other one, and out of the board.
  await calendar(page, second)
    .getByRole('button', { name: `Ver las órdenes de ${other}` })
    .click();
  await expect(page.getByRole('region', { name: `Órdenes de ${other}` })).toBeVisible();
  expect(op(page)).toBe(`${second},${first}`);
  await calendar(page, first)
    .getByRole('button', { name: `Quitar ${one}` })
    .click();
  await expect.poll(() => op(page)).toBe(second);

  // By keyboard alone.
  await page.getByRole('button', { name: 'Varias' }).press('Enter');
  const choice = page.getByRole('dialog', { name: 'Varias' });
  await expect(choice.getByRole('checkbox', { name: other })).toBeDisabled();
  await choice.getByRole('checkbox', { name: one }).press('Space');
  await expect(calendar(page, first)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(choice).toBeHidden();
  expect(op(page)).toBe(`${second},${first}`);
});

test('a cell of the second operation leads to its orders, and those that are not the user’s are dropped', async ({
  demo,
}) => {
  const [first, second] = await twoOf(demo);
  const { page } = await demo.signedIn('jefe', { at: at([first, '999', second], '&zona=1') });
  await expect(page).toHaveURL((url) => url.searchParams.get('op') === `${first},${second}`);
  const [slot] = await demo.slotsOf(day, second);
  await calendar(page, second).locator(`[data-add="${day}.${slot!.id}"]`).press('Enter');
  await expect.poll(() => op(page)).toBe(`${second},${first}`);
  expect(new URL(page.url()).searchParams.get('zona')).toBeNull();
  await expect(page.getByText('Elegí la orden para la visita del')).toBeVisible();
  await expect(page.locator('[data-order]').first()).toBeFocused();
  await expect(calendar(page, second).locator('[data-chosen]')).toBeInViewport();
  const order = page.locator('[data-order]:not([data-class="wip"])').last();
  await order.press('Enter');
  await page.getByRole('button', { name: 'Crear visita' }).click();
  await expect(page).toHaveURL(/visita=\d+/);
  expect(op(page)).toBe(`${second},${first}`);
  const id = Number(new URL(page.url()).searchParams.get('visita'));
  await expect(chip(page, id)).toBeFocused();
  await demo.cancelVisit(id);
});

test('are remembered; a phone shows the main one', async ({ demo }) => {
  const [first, second] = await twoOf(demo);
  const { page, context } = await demo.signedIn('jefe');
  const saved = page.waitForResponse(
    (response) =>
      response.url().endsWith('/do/savePreferences') &&
      Boolean(response.request().postData()?.includes(`${first}%2C${second}`)),
  );
  await page.goto(at([first, second]));
  expect((await saved).status()).toBe(200);
  await page.goto('/jefetec');
  await expect(calendar(page, second)).toBeVisible();
  await page.getByRole('button', { name: 'Varias' }).click();
  await expect(page.getByText('Operaciones a la vez')).toBeVisible();
  expect(await problems(page, 'choice')).toEqual([]);
  await page.keyboard.press('Escape');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await problems(page, colorScheme)).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('section[data-operation]')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Operación' })).toHaveValue(first);
  expect(await problems(page, 'phone')).toEqual([]);
  await context.close();
});

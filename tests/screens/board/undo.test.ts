import type { Page } from '@playwright/test';
import { limit } from '../../gate/limits.mjs';
import { problems } from '../../support/browser/violations.ts';
import { dayAfter, expect, test, today } from '../people.ts';

// What was done by mistake is taken back for as long as it is allowed (ux.md U68).

const day = dayAfter(today(), 45);
const card = (page: Page, id: number) => page.locator(`[data-visit-id="${id}"][data-stop]`);

test('Ctrl+Z acts after its offer has gone, and the focus stays on the visit that went back', async ({
  demo,
}) => {
  const order = await demo.orderWithoutVisit();
  const [slot, second] = await demo.slotsOf(day);
  const { visitId } = await demo.createVisit(order, { day, slotId: slot!.id });
  const { page } = await demo.signedIn('jefe', {
    at: `/jefetec?op=${demo.operation}&vista=dia&dia=${day}&lista=0`,
  });
  const cell = (slotId: number) =>
    page.locator(`td[data-timestripe-id="${slotId}"] [data-visit-id="${visitId}"]`);
  await card(page, visitId).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(cell(second!.id).first()).toBeVisible();
  await page.getByRole('button', { name: 'Cerrar el aviso' }).click();
  await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
  await card(page, visitId).focus();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('El cambio se deshizo.')).toBeVisible();
  await expect(cell(slot!.id).first()).toBeVisible();
  await expect(card(page, visitId)).toBeFocused();
  // The place in the board is not lost: the next key moves the same visit.
  await page.keyboard.press('Shift+ArrowRight');
  await expect(cell(second!.id).first()).toBeVisible();
});

test('an offered place that was pressed by mistake is taken back: no visit, and the order waits again', async ({
  demo,
}) => {
  const jefe = await demo.api('jefe');
  const [first] = await demo.unscheduledOrders();
  const { client_id: client, ot_number: order } = first!;
  const { page } = await demo.signedIn('sac2', {
    at: `/calendario?op=${demo.operation}&cliente=${client}`,
  });
  const row = page.locator(`[data-client-order="${order}"]`);
  await row.getByRole('button', { name: /^Ofrecer un lugar/ }).click();
  await row.locator('[data-place]:not([aria-disabled])').first().click();
  const offered = page.locator('[data-offered]');
  await expect(offered).toBeVisible();
  const visit = Number(await offered.getAttribute('data-offered'));
  expect((await jefe('visit/get/by_number', { visit_id: visit })).code).toBe(200);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('El cambio se deshizo.')).toBeVisible();
  await expect(offered).toHaveCount(0);
  await expect(row.locator('[data-place]').first()).toBeVisible();
  expect((await jefe('visit/get/by_number', { visit_id: visit })).code).toBe(404);
});

test('‘Mis últimos cambios’ says what, when and about whom, and takes the newest back', async ({ demo }) => {
  test.setTimeout(limit(60_000));
  const order = await demo.orderWithoutVisit();
  const [slot] = await demo.slotsOf(day);
  const { visitId } = await demo.createVisit(order, { day, slotId: slot!.id });
  const { page } = await demo.signedIn('jefe', {
    at: `/jefetec?op=${demo.operation}&vista=dia&dia=${day}&lista=0`,
  });
  await card(page, visitId).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible();
  await page.getByRole('button', { name: /^Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: 'Mis últimos cambios' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mis últimos cambios' });
  const newest = dialog.getByRole('listitem').first();
  await expect(newest).toContainText(`#${visitId}`);
  await expect(newest).toContainText('Editada a la franja');
  expect(await problems(page, 'own changes')).toEqual([]);
  await newest.getByRole('button', { name: /^Deshacer/ }).click();
  await expect(newest).toContainText('Deshecho');
  await page.reload();
  await expect(dialog.getByRole('listitem').first()).toContainText('Deshecho');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

import type { Page } from '@playwright/test';
import { choose, chooseByKeys } from '../../support/browser/forms.ts';
import { dayAfter, expect, test, today } from '../people.ts';

const chips = (page: Page) => page.locator('a[data-visit-id][data-stop]');
const card = (page: Page) => page.locator('[data-visit-card]');

test('a visit says who and what, and its card where, whose and what can be done, by keyboard alone', async ({
  demo,
}) => {
  const { visitId } = await demo.freeVisit();
  const { page } = await demo.signedIn('jefe', {
    at: `/jefetec?op=${demo.operation}&lista=0&visita=${visitId}`,
  });
  const chip = page.locator(`a[data-visit-id="${visitId}"][data-stop]`);
  await expect(chip).toBeFocused();
  const written = (await chip.innerText()).replace(/\s+/g, ' ').trim();
  expect(await chip.getAttribute('aria-label')).toContain(written);
  // The arrows move, and the card follows.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await expect(chip).toBeFocused();
  await expect(card(page)).toHaveAttribute('data-visit-card', String(visitId));
  await expect(card(page).locator('a[href^="https://www.google.com/maps/"]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await expect(card(page)).toHaveAttribute('data-visit-card', String(visitId));
  await expect(card(page).locator('a[href^="https://www.google.com/maps/"]')).toBeVisible();
  const assign = card(page).getByRole('button', { name: 'Asignar técnico' });
  for (let stops = 0; stops < 8 && !(await assign.evaluate((one) => one === document.activeElement)); stops++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cambio de técnico' });
  await expect(dialog.getByRole('textbox', { name: 'Nuevo técnico' })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`accion=tecnico&de=${visitId}`));
  await chooseByKeys(page, 'Nuevo técnico', 'Sin técnico');
  await expect(dialog.getByRole('textbox', { name: 'Nuevo técnico' })).not.toHaveValue(/^$|Sin técnico/);
  await dialog.getByRole('button', { name: 'Cambiar técnico' }).press('Enter');
  await expect(dialog).toBeHidden();
  // The same board, the visit in focus, its technician on it.
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('visita') === String(visitId) && !url.searchParams.has('accion'),
  );
  await expect(chip).toBeFocused();
  await expect(chip).toHaveAttribute('data-tone', 'assigned');
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(chip).toHaveAttribute('data-tone', 'pending');
  await demo.cancelVisit(visitId);
});

test('the card comes on hover, stays under the pointer, and what is moved is shown where it went', async ({
  demo,
}) => {
  const day = dayAfter(today(), 8);
  const { ids } = await demo.visitsIn(day, 1);
  const { page } = await demo.signedIn('jefe', {
    at: `/jefetec?op=${demo.operation}&semana=${day}&dias=corridos&visita=${ids[0]}`,
  });
  const chip = page.locator(`a[data-visit-id="${ids[0]}"][data-stop]`);
  await expect(chip).toBeFocused();
  await chip.hover();
  await expect(card(page)).toBeVisible();
  await card(page).getByText('Reprogramar').hover();
  await page.waitForTimeout(600);
  await card(page).getByRole('button', { name: 'Reprogramar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reprogramar visita' });
  await choose(dialog, 'Franja horaria', 0);
  await dialog.getByLabel('Motivo').selectOption({ index: 1 });
  await dialog.getByLabel('Notas de la reprogramación').fill('Lo pidió el cliente');
  await dialog.getByRole('button', { name: 'Reagendar Visita' }).click();
  await expect(dialog).toBeHidden();
  // Tomorrow is not among the days from then on: it is now.
  await expect(page).toHaveURL((url) => url.searchParams.get('semana') === dayAfter(today(), 1));
  const moved = new URL(page.url()).searchParams.get('visita');
  expect(moved).not.toBe(String(ids[0]));
  await expect(page.locator(`a[data-visit-id="${moved}"][data-stop]`)).toBeFocused();
  await demo.cancelVisit(Number(moved));
});

test('a tap shows the card as a sheet, which leads to the visit', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { phone: true, at: `/jefetec?op=${demo.operation}` });
  const chip = chips(page).first();
  await chip.tap();
  await expect(card(page)).toBeVisible();
  const box = (await card(page).boundingBox())!;
  expect(Math.round(box.width)).toBe(page.viewportSize()!.width);
  await page.getByRole('button', { name: 'Cerrar la tarjeta' }).tap();
  await expect(card(page)).toHaveCount(0);
  await chip.tap();
  await card(page).getByRole('link', { name: 'Abrir visita' }).tap();
  await expect(page).toHaveURL(/\/visit\/view\/\d+\/jefetec/);
});

test('each figure of the strip shows only what it counts, and all again', async ({ demo }) => {
  const { visitId } = await demo.freeVisit();
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  await expect(chips(page).first()).toBeVisible();
  const strip = page.getByRole('list', { name: 'Cómo va hoy' });
  const unassigned = strip.getByRole('button', { name: /^\d+ Sin técnico$/ });
  const all = await chips(page).count();
  await unassigned.click();
  await expect(unassigned).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/solo=sintecnico/);
  await expect(page.locator('a[data-stop][data-visit-id]:not([data-tone="pending"])')).toHaveCount(0);
  const counted = Number((await unassigned.innerText()).match(/\d+/)![0]);
  await expect(page.locator('td[data-today] a[data-stop][data-visit-id]')).toHaveCount(counted);
  // Another user's change is counted at once.
  await demo.handOver([visitId]);
  await expect(unassigned).toHaveText(new RegExp(`^${counted - 1}\\s`));
  await page.reload();
  await expect(unassigned).toHaveAttribute('aria-pressed', 'true');
  await unassigned.click();
  await expect(page).not.toHaveURL(/solo=/);
  await expect.poll(() => chips(page).count()).toBeGreaterThan(all - 2);
  await demo.cancelVisit(visitId);
});

test('the days are Monday to Sunday or seven from today, and any date is one press further', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  await expect(chips(page).first()).toBeVisible();
  const first = page.locator('thead th').nth(1);
  await page.getByRole('button', { name: /^Elegir los días/ }).click();
  const menu = page.getByRole('dialog', { name: 'Elegir los días' });
  await menu.getByText('7 días corridos').click();
  await expect(page).toHaveURL(/dias=corridos/);
  await expect(first).toHaveAttribute('aria-current', 'date');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  const button = page.getByRole('button', { name: /^Elegir los días/ });
  await expect(button).toBeFocused();
  // A second press closes what the first one opened.
  await button.click();
  await expect(menu).toBeVisible();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await button.click();
  await expect(menu).toBeHidden();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(`semana=${dayAfter(today(), 7)}`));
  await expect(first).toContainText(dayAfter(today(), 7).slice(8));
  await page.keyboard.press('h');
  await page.getByRole('button', { name: /^Elegir los días/ }).click();
  await menu.getByText('De lunes a domingo').click();
  await menu.locator('button[aria-label][data-today], button[data-today]').first().click();
  await expect(menu).toBeHidden();
  await expect(first).toContainText('Lunes');
});

test('a visit begins in a cell, from the keyboard, with day and slot filled in', async ({ demo }) => {
  const day = dayAfter(today(), 20);
  const { page } = await demo.signedIn('jefe', {
    at: `/jefetec?op=${demo.operation}&sinvisita=1&dias=corridos&semana=${day}`,
  });
  await expect(page.locator('[data-order]').first()).toBeVisible();
  const add = page.locator(`[data-add^="${day}."]`).first();
  await add.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[data-add]:focus, [data-stop]:focus')).toHaveCount(1);
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Elegí la orden para la visita del')).toBeVisible();
  await expect(page.locator('[data-order]').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Elegí la orden para la visita del')).toBeHidden();
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-order]').first()).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const [year, month, date] = day.split('-');
  await expect(page.getByLabel('Fecha tentativa')).toContainText(`${date}/${month}/${year}`);
  await expect(page.getByLabel('Franja horaria').first()).not.toHaveValue('');
  await page.getByRole('button', { name: 'Crear visita' }).click();
  await expect(page).toHaveURL(
    (url) =>
      url.pathname === '/jefetec' &&
      url.searchParams.get('semana') === day &&
      url.searchParams.get('dias') === 'corridos' &&
      !url.searchParams.has('crear') &&
      url.searchParams.has('visita'),
  );
  const id = new URL(page.url()).searchParams.get('visita');
  await expect(page.locator(`[data-visit-id="${id}"]`)).toBeFocused();
  await demo.cancelVisit(Number(id));
});

test('a panel beside the board leaves the week in use, and closes to where it was opened', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  const chip = chips(page).first();
  await chip.click();
  await expect(page).toHaveURL(/ver=\d+/);
  const panel = page.getByRole('dialog', { name: /^Visita #\d+$/ });
  await expect(panel.locator('a[href^="https://www.google.com/maps/"]')).toBeVisible();
  await panel.getByRole('button', { name: 'Ver OT' }).click();
  await expect(page.getByRole('dialog', { name: /^Orden \d{11}/ })).toBeVisible();
  await expect(panel).toBeHidden();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/orden=\d+.*semana=/);
  await expect(page.getByRole('dialog', { name: /^Orden \d{11}/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // What was turned beside it stays turned.
  await expect(page).toHaveURL((url) => url.searchParams.has('semana') && !url.searchParams.has('orden'));
  await page.keyboard.press('h');
  await chip.click();
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chip).toBeFocused();
  await expect(page).not.toHaveURL(/ver=/);
});

test('a cell that is pressed beside an open order fills in where its visit is to be', async ({ demo }) => {
  const order = await demo.orderWithoutVisit();
  const day = dayAfter(today(), 21);
  const { page } = await demo.signedIn('jefe', {
    at: `/jefetec?op=${demo.operation}&dias=corridos&semana=${day}&orden=${order.ot_number}`,
  });
  const panel = page.getByRole('dialog', { name: new RegExp(`^Orden ${order.ot_number}`) });
  const create = panel.getByRole('link', { name: 'Generar Visita' });
  await expect(create).toBeVisible();
  await page.locator(`[data-add^="${day}."]`).first().click();
  await expect(create).toBeFocused();
  const [year, month, date] = day.split('-');
  await expect(panel.getByRole('status').filter({ hasText: `${date}/${month}` })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Fecha tentativa')).toContainText(`${date}/${month}/${year}`);
  await expect(page.getByLabel('Franja horaria').first()).not.toHaveValue('');
});

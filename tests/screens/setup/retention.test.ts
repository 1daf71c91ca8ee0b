import type { Page } from '@playwright/test';
import { limit } from '../../gate/limits.mjs';
import { problems } from '../../support/browser/violations.ts';
import { type Demo, expect, test } from '../people.ts';

test.setTimeout(limit(120_000));

// Río Tercero and Azul, a year back.
const operation = '418';
const name = 'Río Tercero';
const other = '235';

type Retention = { subsidiary_id: string; months: number | null };

const monthsOf = async (demo: Demo, code = operation) =>
  (await demo.jefe<Retention[]>('retention')).data.find(({ subsidiary_id }) => subsidiary_id === code)!
    .months;
/** Set to this, whatever an earlier test of this file left. */
async function keep(demo: Demo, months: number | null, code = operation) {
  const seen_months = await monthsOf(demo, code);
  const answer = await demo.jefe('retention/edit', { subsidiary_id: code, months, seen_months });
  expect(answer.diagnostic).toBe('');
}
const preview = async (demo: Demo, months: number) =>
  (
    await demo.jefe<{ closed_before: string; orders: number }>('retention/preview', {
      subsidiary: operation,
      months,
    })
  ).data;
const shownDay = (instant: string) => instant.slice(0, 10).split('-').reverse().join('/');
const formOf = (page: Page, code = operation) =>
  page.getByRole('form', { name: new RegExp(`\\(${code}\\)$`) });
/** The screen, once it listens: what is chosen before is chosen on a picture of it. */
async function openScreen(page: Page) {
  await page.goto('/retention');
  await expect(page.locator('[data-status="live"]')).toBeAttached();
}

test.afterEach(async ({ demo }) => {
  await keep(demo, null);
  await keep(demo, null, other);
});

test('data are kept a year from the keyboard, after a question that says how many orders lose theirs, and for ever again without one', async ({
  demo,
}) => {
  await keep(demo, null);
  const { closed_before, orders } = await preview(demo, 12);
  expect(orders).toBeGreaterThan(0);
  const { page } = await demo.signedIn('jefe', { at: '/setup' });
  await page.getByRole('link', { name: /^Datos personales/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/retention$/);
  await expect(page).toHaveTitle(/^(\(\d+\) )?Datos personales de clientes/);
  const form = formOf(page);
  await expect(form.getByText('Los datos se conservan sin límite.')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Guardar' })).toHaveAttribute('aria-disabled', 'true');

  await form.getByLabel('Conservar').focus();
  await page.keyboard.press('P');
  await page.keyboard.press('Tab');
  await expect(form.getByLabel('Meses')).toBeFocused();
  for (const wrong of ['5', '241', '']) {
    await form.getByLabel('Meses').fill(wrong);
    await page.keyboard.press('Enter');
    await expect(form.getByText('Los datos se conservan sin límite o por un número entero')).toBeVisible();
    await expect(form.getByLabel('Meses')).toBeFocused();
  }
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: `${name}: conservar los datos 12 meses` });
  await expect(question).toContainText(
    `datos personales de ${orders === 1 ? '1 orden, cerrada' : `${orders.toLocaleString('es-AR')} órdenes, cerradas`} hasta el ${shownDay(closed_before)}.`,
  );
  await expect(question).toContainText('Lo eliminado no se puede recuperar');

  // Escape is a no, and the place where one was stays.
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(form.getByLabel('Meses')).toHaveValue('12');
  expect(await monthsOf(demo)).toBe(null);
  await form.getByRole('button', { name: 'Guardar' }).focus();
  await page.keyboard.press('Enter');
  await expect(question).toBeVisible();
  // A user of the keyboard is at the same button before the answer, as soon as the question went, and after.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/do/setRetention', async (route) => {
    await held;
    await route.continue();
  });
  await question.getByRole('button', { name: 'Guardar y eliminar' }).press('Enter');
  await expect(question).toHaveCount(0);
  await expect(form.getByRole('button', { name: 'Guardar' })).toBeFocused();
  letGo();
  await expect(page.getByText(`${name} conserva los datos 12 meses.`)).toBeVisible();
  await expect(form.getByText('Los datos se eliminan a los 12 meses de cerrada la orden.')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Guardar' })).toBeFocused();
  expect(await monthsOf(demo)).toBe(12);
  await expect(
    page
      .getByText(`418 ${name}: Conservación de datos personales cambiada: se conservan: siempre → 12 meses`)
      .first(),
  ).toBeVisible();

  // Longer, and for ever, delete nothing: no question is asked.
  await form.getByLabel('Meses').fill('24');
  await page.keyboard.press('Enter');
  await expect(form.getByText('Los datos se eliminan a los 24 meses de cerrada la orden.')).toBeVisible();
  await form.getByLabel('Conservar').focus();
  await page.keyboard.press('S');
  await expect(form.getByLabel('Meses')).toHaveCount(0);
  await form.getByRole('button', { name: 'Guardar' }).press('Enter');
  await expect(form.getByText('Los datos se conservan sin límite.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await monthsOf(demo)).toBe(null);

  await page.goto('/audit?tipo=data');
  const row = page
    .getByRole('row')
    .filter({ hasText: `418 ${name}` })
    .first();
  await expect(row).toContainText('24 meses → siempre');
  await expect(row).toContainText('(jefe)');
});

test('of two administrators the second sees what stands now, keeps what was chosen, and is asked again', async ({
  demo,
}) => {
  await keep(demo, null);
  await keep(demo, null, other);
  const { page } = await demo.signedIn('jefe');
  await openScreen(page);
  const form = formOf(page);
  await form.getByLabel('Conservar').selectOption('Por unos meses');
  await form.getByLabel('Meses').fill('60');
  // What is chosen for another demo.operation waits there in between.
  await formOf(page, other).getByLabel('Conservar').selectOption('Por unos meses');
  await formOf(page, other).getByLabel('Meses').fill('90');
  await keep(demo, 120);
  await form.getByRole('button', { name: 'Guardar' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Guardar/ })
    .click();
  const alert = page.getByRole('alert').filter({ hasText: 'No se guardó nada' });
  await expect(alert).toContainText('Otra persona la cambió: ahora los datos se conservan 120 meses.');
  await alert.getByRole('button', { name: 'Ver cambios' }).click();
  await expect(alert.getByText(/siempre → 120 meses/)).toBeVisible();
  await expect(form.getByLabel('Meses')).toHaveValue('60');
  await expect(form.getByText('Los datos se eliminan a los 120 meses')).toBeVisible();
  expect(await monthsOf(demo)).toBe(120);
  await alert.getByRole('button', { name: 'Reintentar' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Guardar/ })
    .click();
  await expect(form.getByText('Los datos se eliminan a los 60 meses')).toBeVisible();
  await expect(alert).toHaveCount(0);
  await expect(form.getByRole('button', { name: 'Guardar' })).toBeFocused();
  expect(await monthsOf(demo)).toBe(60);

  await expect(formOf(page, other).getByLabel('Meses')).toHaveValue('90');
  await page.getByRole('link', { name: 'Inicio' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Seguir editando' }).click();
  await expect(page).toHaveURL(/\/retention$/);
  await expect(formOf(page, other).getByLabel('Meses')).toHaveValue('90');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await formOf(page, other).getByLabel('Conservar').selectOption('Sin límite');
  await page.getByRole('link', { name: 'Inicio' }).click();
  await expect(page).toHaveURL(/\/setup$/);
});

test.describe('without an answer', () => {
  test.use({ cutsNetwork: true });
  test('nothing is saved that could not be counted', async ({ demo }) => {
    const { page } = await demo.signedIn('jefe');
    await openScreen(page);
    await page.route('**/ask/foreseenForgetting*', (route) => route.abort());
    const form = formOf(page);
    await form.getByLabel('Conservar').selectOption('Por unos meses');
    await form.getByLabel('Meses').fill('12');
    await form.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByRole('alert')).toContainText(
      'No se guardó nada, porque no se pudo contar qué se eliminaría: no se obtuvo respuesta del servidor',
    );
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(form.getByRole('button', { name: 'Guardar' })).toBeFocused();
    expect(await monthsOf(demo)).toBe(null);
  });
});

test('without the permission there is no card and no count', async ({ demo }) => {
  const { page } = await demo.signedIn('otro', { at: '/setup' });
  await expect(page.getByRole('link', { name: /^Datos personales/ })).toHaveCount(0);
  expect((await page.request.get('/ask/foreseenForgetting?subsidiary=418&months=12')).status()).toBe(403);
  const { page: own } = await demo.signedIn('jefe');
  for (const [query, status] of [
    ['subsidiary=999&months=12', 403],
    ['subsidiary=418&months=5', 422],
    ['subsidiary=418', 422],
  ] as const)
    expect([query, (await own.request.get(`/ask/foreseenForgetting?${query}`)).status()]).toEqual([
      query,
      status,
    ]);
});

for (const [scheme, phone] of [
  ['light', false],
  ['dark', false],
  ['light', true],
  ['dark', true],
] as const)
  test(`the screen keeps the accessibility rules: ${scheme}, ${phone ? 'phone' : 'desktop'}`, async ({
    demo,
  }) => {
    await keep(demo, 120);
    const { page } = await demo.signedIn('jefe', { phone, scheme });
    const found: string[] = [];
    await openScreen(page);
    const form = formOf(page);
    await form.getByLabel('Meses').fill('5');
    await form.getByRole('button', { name: 'Guardar' }).click();
    await expect(form.getByText('Los datos se conservan sin límite o por un número entero')).toBeVisible();
    found.push(...(await problems(page, 'a wrong number')));
    await form.getByLabel('Meses').fill('12');
    await form.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    found.push(...(await problems(page, 'the question')));
    await keep(demo, 60);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Guardar/ })
      .click();
    await page.getByRole('button', { name: 'Ver cambios' }).click();
    found.push(...(await problems(page, 'a conflict')));
    expect(found).toEqual([]);
  });

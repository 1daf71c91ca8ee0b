import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { limit } from '../../gate/limits.mjs';
import { problems } from '../../support/browser/violations.ts';
import { expect, test, today } from '../people.ts';

// The twelve reports as a dispatcher reads them (S2 §2 'Reports menu', §4 'Report screen', §8).

const lastMonth = (): string => {
  const [year, month] = today().split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
};
const months = ['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto'].concat([
  ...['septiembre', 'octubre', 'noviembre', 'diciembre'],
]);
const inWords = (month: string) => `${months[Number(month.slice(5)) - 1]} de ${month.slice(0, 4)}`;
const cells = (page: Page, column: number) =>
  page.locator(`tbody tr td:nth-child(${column})`).allTextContents();
const numbers = async (page: Page, column: number) => (await cells(page, column)).map(Number);

test('the menu leads to twelve reports, each at its own address, and back', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { at: '/reports' });
  const cards = page.getByRole('navigation', { name: 'Reportes' }).getByRole('link');
  await expect(cards).toHaveCount(12);
  const paths = await cards.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(paths).toEqual([
    '/reports/monthly_report',
    '/reports/late_schedule_report',
    '/reports/late_finish_report',
    '/reports/cancellation_reason_report',
    '/reports/tech_report',
    '/reports/unclosed',
    '/reports/reschedule_report',
    '/reports/derivations_report',
    '/reports/visit_segments',
    '/reports/on_the_way',
    '/reports/on_the_way_global',
    '/reports/my_techs',
  ]);
  for (const path of paths.slice(0, 11)) {
    await page.goto(path!);
    // It opens drawn for the filters that are filled in.
    await expect(
      page.getByRole('table').or(page.getByText(/No hay (datos para el período|visitas sin cerrar)/)),
    ).toBeVisible({
      timeout: limit(15_000),
    });
  }
  await page.goto('/reports/nada');
  await expect(page.getByText('El enlace puede estar mal escrito o la página ya no existe.')).toBeVisible();
});

test('visits per day: month by month, drawn and in a table that sorts, all of it in the address', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe');
  const month = lastMonth();
  await page.goto('/reports/monthly_report');
  await page.getByRole('button', { name: 'Mes anterior' }).click();
  await expect(page.getByLabel('Período:')).toHaveText(inWords(month));
  await page.getByRole('button', { name: 'Actualizar' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`mes=${month}&op=\\d{3}`));
  // The address turns before the screen does, which shows this month's rows until then.
  await expect(page.getByText(`${inWords(month)} · `)).toBeVisible();
  await expect(page.getByRole('img', { name: /^Gráfico: Visitas por día del mes/ })).toBeVisible();
  await expect(page.locator('[role=img] svg')).toBeVisible();

  const operation = new URL(page.url()).searchParams.get('op')!;
  type Day = { total: number };
  const { data } = await demo.jefe<[{ image: string; rows: Day[] }]>('report/monthly', {
    month: `${month}-01`,
    subsidiary: operation,
  });
  expect(data[0].image).toMatch(/^data:image\/png;base64,/);
  const shown = await numbers(page, 2);
  expect(shown.length).toBeGreaterThan(27);
  const sum = shown.reduce((before, one) => before + one, 0);
  expect(sum).toBeGreaterThan(500);
  // The total below, and in it what the month before had.
  const total = page.locator('tfoot td').nth(1);
  const shownSum = sum.toLocaleString('es-AR');
  await expect(total).toHaveText(shownSum);
  await expect(total).toHaveAttribute('data-before', /^[\d.]{3,}$/);
  // Beside it an arrow with its word, and the same sum above the chart with how many that is a day.
  await expect(total).toHaveAttribute('data-compared', /^(▲ sube de|▼ baja de|= igual:) [\d.]+$/);
  const summary = page.locator('dl[aria-label="Totales"]');
  await expect(summary).toContainText(`Visitas${shownSum}`);
  await expect(summary).toContainText(
    /Finalizadas[\d.]+\d+,\d % de las visitas(▲ sube de|▼ baja de|= igual:) \d+,\d %/,
  );
  const before = (await total.getAttribute('data-before'))!;
  await page.getByRole('button', { name: 'Mes anterior' }).click();
  await expect(total).toHaveText(before);
  await page.goBack();
  await expect(total).toHaveText(shownSum);

  const header = page.getByRole('button', { name: 'Visitas', exact: true });
  await header.click();
  await expect(page.getByRole('columnheader', { name: 'Visitas', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  expect(await numbers(page, 2)).toEqual([...shown].sort((a, b) => b - a));
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Visitas', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(page.getByLabel('Período:')).toHaveText(inWords(month));
  // Another operation is another step of the history.
  await page.getByLabel('Operación').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await expect(page).not.toHaveURL(new RegExp(`op=${operation}`));
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`op=${operation}`));
  await expect(page.getByLabel('Operación')).toHaveValue(operation);
});

test('the first value of a report is seen without scrolling, on a desktop and on a phone', async ({
  demo,
}) => {
  for (const [options, height] of [
    [{}, 768],
    [{ phone: true }, 844],
  ] as const) {
    const { page } = await demo.signedIn('jefe', options);
    await page.setViewportSize({ width: height === 768 ? 1366 : 390, height });
    for (const path of ['monthly_report', 'late_finish_report', 'visit_segments', 'tech_report']) {
      await page.goto(`/reports/${path}?mes=${lastMonth()}`);
      const first = page.locator('dl[aria-label="Totales"] dd, tbody td[data-number]').first();
      await expect(first).toBeVisible();
      const box = (await first.boundingBox())!;
      expect(box.y + box.height, path).toBeLessThan(height);
    }
  }
});

test('the two reports that share a title say which of them each is, and a number’s visits say how late they were', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe', { at: `/reports/late_schedule_report?mes=${lastMonth()}` });
  await expect(page.getByText('Agendadas fuera de franja', { exact: true })).toBeVisible();
  await page.goto(`/reports/late_finish_report?mes=${lastMonth()}`);
  await expect(page.getByText('Cerradas fuera de franja', { exact: true }).first()).toBeVisible();
  await expect(page).toHaveTitle(/Cerradas fuera de franja · Agenda técnica$/);
  await page.locator('tfoot td').nth(2).getByRole('link').click();
  const dialog = page.getByRole('dialog', { name: 'Cerradas fuera de franja · total' });
  const row = dialog.locator('tbody tr').first();
  await expect(row.locator('[data-label="Minutos tarde"]')).toHaveText(/^[\d.]+$/);
  await expect(row.locator('[data-label="Franja"]')).toHaveText(/\d+ a \d+/);
  await expect(row.locator('[data-label="Cliente"]')).toHaveText(/\p{L}{2}/u);
  await expect(
    dialog
      .locator('[data-label="Zona"]')
      .filter({ hasText: /\p{L}{2}/u })
      .first(),
  ).toBeVisible();
  expect(await problems(page, 'the visits of a number')).toEqual([]);
});

test('unclosed visits by timeframe, delayed ones marked in words too, each a link to its visit', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe', { at: '/reports/unclosed' });
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  const all = (await cells(page, 1)).length;
  const danger = page.locator('tbody tr[data-danger]');
  for (const row of await danger.all()) await expect(row.getByRole('cell').last()).toHaveText('Sí');
  // Early on a Monday there may be none of this week.
  const counted = async (label: string, timeframe: string) => {
    await page.getByLabel(label, { exact: true }).check();
    await Promise.all([
      page.waitForResponse((response) => response.url().includes(`timeframe=${timeframe}&`)),
      page.getByRole('button', { name: 'Actualizar' }).click(),
    ]);
    await expect(page.getByRole('status').filter({ hasText: /^[\d.]+ filas?$/ })).toHaveCount(1);
    await expect(page).toHaveURL(new RegExp(`plazo=${timeframe}`));
    return (await cells(page, 1)).length;
  };
  const week = await counted('De esta semana', 'this_week');
  expect(week + (await counted('Todas menos las de esta semana', 'all_except_this_week'))).toBe(all);
  const first = (await cells(page, 1))[0]!;
  await page.getByRole('link', { name: `Ver la visita ${first}` }).click();
  await expect(page.getByRole('heading', { name: `Visita #${first}` })).toBeVisible();
});

test('my technicians: filtered by operation, their pending visits in a dialog with its own address', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe', { at: '/reports/my_techs' });
  const list = page.getByRole('article');
  await expect(list.first()).toBeVisible();
  const all = await list.count();
  await page.getByRole('button', { name: 'Tandil', exact: true }).press('Enter');
  await expect(page).toHaveURL(/op=203/);
  await expect.poll(() => list.count()).toBeLessThan(all);
  for (const one of await list.all()) await expect(one).toContainText('Tandil');
  const card = list.filter({ hasText: /\d+ visitas pendientes/ }).first();
  const name = await card.getAttribute('aria-label');
  const button = card.getByRole('button');
  await button.click();
  const dialog = page.getByRole('dialog', { name: `Visitas pendientes de ${name}` });
  const days = await dialog.locator('tbody tr td:first-child').allTextContents();
  const sortable = days.map((day) => day.split('/').reverse().join('-'));
  expect(sortable).toEqual([...sortable].sort());
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
});

test('a technician is unlinked from the bot, after a question that names the effect', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { at: '/reports/my_techs' });
  const linked = page.getByRole('article').filter({ has: page.getByText('Usa el bot', { exact: true }) });
  await expect(linked.first()).toBeVisible();
  const name = (await linked.last().getAttribute('aria-label'))!;
  const card = page.getByRole('article', { name, exact: true });
  await card.getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: `Visitas pendientes de ${name}` });
  await dialog.getByRole('button', { name: 'Dar de baja del bot' }).click();
  const question = page.getByRole('dialog', { name: 'Dar de baja del bot' });
  await expect(question).toContainText(`${name} deja de recibir avisos por el bot`);
  await question.getByRole('button', { name: 'Dar de baja del bot' }).click();
  await expect(page.getByText('El usuario fue dado de baja correctamente')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Dar de baja del bot' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(card).toContainText('No usa el bot');
});

test.describe('without an answer', () => {
  test.use({ cutsNetwork: true });

  test('a report says so and can be tried again; the on-the-way ones in a dialog', async ({ demo }) => {
    const { page } = await demo.signedIn('jefe');
    await page.route('**/reports/rows/**', (route) => route.abort());
    await page.goto(`/reports/tech_report?mes=${lastMonth()}`);
    const warning = page.getByRole('alert').filter({ hasText: 'Advertencia' });
    await expect(warning).toContainText('No se pudo generar el reporte');
    await page.unroute('**/reports/rows/**');
    await warning.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByRole('table')).toBeVisible();

    await page.route('**/reports/rows/**', (route) => route.abort());
    await page.goto(`/reports/on_the_way_global?mes=${lastMonth()}`);
    const dialog = page.getByRole('dialog', { name: 'Error' });
    await expect(dialog).toContainText('No se pudo generar el reporte');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.unroute('**/reports/rows/**');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByRole('columnheader', { name: 'Operación' })).toBeVisible();
  });
});

test('a report is taken along as CSV and XLSX, with what the screen shows', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe');
  const month = lastMonth();
  await page.goto(`/reports/cancellation_reason_report?mes=${month}`);
  await expect(page.getByRole('table')).toBeVisible();
  const reasons = await cells(page, 1);
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar CSV' }).click(),
  ]);
  expect(csv.suggestedFilename()).toMatch(new RegExp(`^motivos-de-cancelacion-\\d{3}-${month}\\.csv$`));
  const text = await readFile(await csv.path(), 'utf8');
  expect(text.startsWith('\ufeffMotivo;Responsable;Visitas;Porcentaje\r\n')).toBe(true);
  for (const reason of reasons) expect(text).toContain(reason);
  const [xlsx] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar XLSX' }).click(),
  ]);
  expect((await readFile(await xlsx.path())).subarray(0, 2).toString()).toBe('PK');
});

test('every number leads to its visits, by keyboard too, and Back is the report again', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { at: `/reports/tech_report?mes=${lastMonth()}` });
  const row = page
    .locator('tbody tr')
    .filter({ has: page.locator('td:nth-child(2) a') })
    .first();
  await expect(row).toBeVisible();
  const [technician, count] = await row.locator('td').allTextContents();
  const number = row.getByRole('link', { name: `${count}: ver las visitas (Finalizadas, ${technician})` });
  await number.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Finalizadas · ${technician}` });
  await expect(dialog.getByRole('status')).toHaveText(count === '1' ? '1 visita' : `${count} visitas`);
  await expect(dialog.locator('tbody tr')).toHaveCount(Number(count));
  for (const name of await dialog.locator('tbody td:last-child').allTextContents())
    expect(name).toBe(technician);
  expect(await problems(page, 'the visits of a number')).toEqual([]);
  await page.reload();
  await expect(dialog.locator('tbody tr')).toHaveCount(Number(count));
  await dialog
    .getByRole('link', { name: /^Ver la visita/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/visit\/view\/\d+/);
  // The address turns a moment before the screen does: until then the dialog is the one that is left.
  await expect(page.getByRole('heading', { name: /^Visita #\d+$/ })).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(dialog.locator('tbody tr')).toHaveCount(Number(count));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/numero=/);

  // The sum of all rows has more of them than come at once.
  const sum = page.locator('tfoot td').nth(1);
  const total = Number((await sum.textContent())!.replace('.', ''));
  expect(total).toBeGreaterThan(200);
  await sum.getByRole('link').click();
  const all = page.getByRole('dialog', { name: 'Finalizadas · total' });
  await expect(all.locator('tbody tr')).toHaveCount(200);
  await all.getByRole('button', { name: /^Mostrar \d+ más/ }).click();
  await expect(all.locator('tbody tr')).toHaveCount(Math.min(400, total));
});

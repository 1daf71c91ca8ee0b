import { readFileSync } from 'node:fs';
import type { FileChooser, Page } from '@playwright/test';
import { limit } from '../../gate/limits.mjs';
import { problems } from '../../support/browser/violations.ts';
import { type Demo, expect, test } from '../people.ts';

test.setTimeout(limit(120_000));

// Río Tercero, whose orders no other test of this file counts.
const operation = '418';
let last = Date.now() % 1_000_000;
const number = () => `${operation}9${String(++last).padStart(7, '0')}`;

const list = (page: Page) => page.getByRole('list', { name: 'Filas del archivo' });
const filter = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Mostrar filas' }).getByRole('button', { name });

/** As Excel in Argentina saves it: semicolons, decimal commas, its dates, Windows-1252. */
const excel = (rows: string[]) => Buffer.from(`sep=;\r\n${rows.join('\r\n')}\r\n`, 'latin1');

async function choose(page: Page, name: string, buffer: Buffer) {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
}
/** Presses the button that has to have the focus after some Tabs. */
async function tabTo(page: Page, name: RegExp) {
  const button = page.getByRole('button', { name });
  for (let presses = 0; presses < 40; presses++) {
    if (await button.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${name} is not reached by Tab`);
}
const pending = async (demo: Demo) =>
  (
    await demo.jefe<{ orders: { ot_number: string }[] }>('orders/pending', { subsidiary: operation })
  ).data.orders.map(({ ot_number }) => ot_number);

test('a spreadsheet is tried and imported from the keyboard: the order is on an open board, and the refused rows are a file', async ({
  demo,
}) => {
  const [fresh, client, bad] = [number(), number(), number()];
  const board = await demo.signedIn('jefe', { at: `/jefetec?op=${operation}&vista=listado` });
  await expect(board.page.locator('[data-status="live"]')).toBeAttached();

  const { page } = await demo.signedIn('jefe', { at: '/setup' });
  await page.getByRole('link', { name: /^Importar planilla/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/import$/);
  // A press in the moment in which the screen arrives may be lost; a person repeats it.
  let chooser: FileChooser | undefined;
  await expect(async () => {
    await tabTo(page, /^Elegir archivo$/);
    const opening = page.waitForEvent('filechooser', { timeout: limit(3_000) });
    await page.keyboard.press('Enter');
    chooser = await opening;
  }).toPass({ timeout: limit(30_000) });
  await chooser!.setFiles({
    name: 'órdenes.csv',
    mimeType: 'text/csv',
    buffer: excel([
      'ot_number;ot_type;client_id;client.name;client.telephone;symptom;date_created;lat;lon;contractor;Vendedor',
      `${fresh};1;${client};Núñez, Lía;no tiene;Sin señal;05/11/2026 14:30;-32,17;-64,11;FALSO;Pérez`,
      `${bad};1;1,14999E+10;;;;31/02/2026;;;quizás;=1+1`,
    ]),
  });
  await expect(page.getByText('Prueba lista. Todavía no se guardó nada.')).toBeVisible();
  const facts = page.getByLabel('Qué se encontró en el archivo');
  await expect(facts).toContainText('OTs, 2 filas');
  await expect(facts).toContainText('Windows-1252');
  await expect(facts).toContainText('Vendedor');
  await expect(filter(page, 'Nuevas 1')).toBeVisible();
  await expect(filter(page, 'Con marca 1')).toBeVisible();
  expect(await pending(demo)).not.toContain(fresh);
  expect(await problems(page, '/import')).toEqual([]);

  await tabTo(page, /^Rechazadas 1$/);
  await page.keyboard.press('Enter');
  await expect(list(page).getByRole('listitem')).toHaveText([/Fila 3.*Rechazada.*dale formato de texto/]);
  await tabTo(page, /^Descargar rechazadas$/);
  const saving = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const download = await saving;
  expect(download.suggestedFilename()).toBe('órdenes.errores.csv');
  const refused = readFileSync(await download.path(), 'utf8').split('\r\n');
  expect(refused[0]).toMatch(/^\ufeffot_number;.*;Vendedor;error$/);
  expect(refused[1]).toMatch(new RegExp(`^${bad};1;"1,14999E\\+10";.*;'=1\\+1;`));

  await tabTo(page, /^Importar 1 fila$/);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: '¿Importar 1 fila?' });
  await expect(question).toContainText('La fila rechazada queda afuera.');
  await question.getByRole('button', { name: 'Importar' }).focus();
  await page.keyboard.press('Enter');
  const done = page.getByText('Importación terminada: 1 nueva, 0 cambiadas.');
  await expect(done).toBeVisible();
  await expect(page.getByRole('status').filter({ has: done })).toBeFocused();
  await expect(board.page.locator(`[data-order="${fresh}"]`)).toBeAttached();

  // Corrected, the file of refused rows is one to import; the same file once more changes nothing.
  const corrected = [
    refused[0]!,
    refused[1]!.replace('1,14999E+10', client).replace('31/02/2026', '').replace('quizás', ''),
  ];
  await choose(page, 'corregidas.csv', Buffer.from(`${corrected.join('\r\n')}\r\n`));
  await expect(filter(page, 'Nuevas 1')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Importar 1 fila' })).toBeVisible();
  await choose(page, 'de-nuevo.csv', Buffer.from(`ot_number,ot_type\r\n${fresh},1\r\n`));
  await expect(filter(page, 'Sin cambios 1')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Importar 0 filas' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('a file that is none is said in words, a user without the right is refused, and a search finds a row among thousands', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe', { at: '/import', phone: true });
  await choose(page, 'vieja.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'));
  await expect(page.getByRole('alert')).toContainText('Es una planilla .xls, de antes de 2007');
  await choose(page, 'sin.csv', Buffer.from('a,b\n1,2\n'));
  await expect(page.getByRole('alert')).toContainText(
    'ninguna se llama ot_number, client_id o ticket_number',
  );
  expect(await problems(page, '/import')).toEqual([]);

  const clients = Array.from({ length: 3_000 }, (_, at) => `${number()},Cliente ${at},Mitre ${at}`);
  await choose(page, 'clientes.csv', Buffer.from(`client_id,name,address\n${clients.join('\n')}\n`));
  await expect(filter(page, 'Nuevas 3.000')).toBeVisible();
  await expect(list(page).getByRole('listitem').first()).toHaveAttribute('aria-setsize', '3000');
  expect(await list(page).getByRole('listitem').count()).toBeLessThan(100);
  await page.getByRole('searchbox', { name: 'Buscar en las filas' }).fill('MITRÉ 2999');
  await expect(list(page).getByRole('listitem')).toHaveText([/Fila 3\.001.*Cliente 2999/]);

  const { page: other } = await demo.signedIn('sac', { at: '/import' });
  await expect(other.getByRole('alert')).toContainText('No poseés permisos');
});

test.describe('an import whose connection breaks', () => {
  test.use({ cutsNetwork: true });

  test('asks before the screen is left, says what stays, and takes the same file again', async ({ demo }) => {
    const { page } = await demo.signedIn('jefe', { at: '/import' });
    await choose(page, 'clientes.csv', Buffer.from(`client_id,name\n${number()},Cliente\n`));
    await expect(page.getByText('Prueba lista')).toBeVisible();
    let cut = () => {};
    await page.route('**/import/rows*', (route) => {
      cut = () => void route.abort();
    });
    await page.getByRole('button', { name: 'Importar 1 fila' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Importar' }).click();
    await expect(page.getByText('Leyendo el archivo…')).toBeVisible();
    await page.getByRole('link', { name: 'Inicio' }).click();
    const question = page.getByRole('dialog', { name: '¿Salir de la importación?' });
    await question.getByRole('button', { name: 'Quedarme' }).click();
    await expect(page).toHaveURL(/\/import$/);
    cut();
    const notice = page.getByRole('alert').filter({ hasText: 'Se cortó la conexión con el servidor.' });
    await expect(notice).toContainText('Podés importar el mismo archivo de nuevo');
    await page.unroute('**/import/rows*');
    await notice.getByRole('button', { name: 'Importar de nuevo' }).click();
    await expect(page.getByText('Importación terminada: 1 nueva, 0 cambiadas.')).toBeVisible();
  });
});

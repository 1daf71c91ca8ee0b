import type { Locator, Page } from '@playwright/test';
import { limit } from '../../gate/limits.mjs';
import { holdRequests } from '../../support/browser/forms.ts';
import { problems } from '../../support/browser/violations.ts';
import { type Demo, expect, test } from '../people.ts';

const field = (page: Page) => page.getByRole('combobox', { name: /^Nombre, dirección/ });
const rows = (page: Page) => page.getByRole('listbox', { name: 'Resultados' }).getByRole('option');
const row = (page: Page, kind: string, number: string) =>
  rows(page).filter({ hasText: new RegExp(`${kind}\\s?#?${number}`) });

/** A client who waits for a visit and has a telephone. */
async function someClient(demo: Demo) {
  const jefe = await demo.api('jefe');
  for (const { client_id } of await demo.pendingOrders()) {
    const { data } = await jefe<{ name: string; telephone: string | null }>('client/info', { client_id });
    if (data.telephone) return { number: client_id, name: data.name, telephone: data.telephone };
  }
  throw new Error('no client of the demo has a telephone');
}

/** By arrows alone, to the row that is asked for. */
async function pointAt(page: Page, wanted: Locator) {
  await expect(wanted).toBeVisible();
  for (let step = 0; step < 25 && (await wanted.getAttribute('aria-selected')) !== 'true'; step++)
    await page.keyboard.press('ArrowDown');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await wanted.getAttribute('id'))!);
}

test('by keyboard alone, from a name with a typing error to the client, and back to it', async ({ demo }) => {
  const client = await someClient(demo);
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  await expect(page.locator('[data-order]').first()).toBeVisible();
  // A letter less in the longest word, and the words the other way round.
  const words = client.name.match(/\p{L}+/gu)!.toSorted((a, b) => a.length - b.length);
  const longest = words.pop()!;
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type([`${longest.slice(0, 2)}${longest.slice(3)}`, ...words].join(' '));
  const found = row(page, 'Cliente', client.number);
  await pointAt(page, found);
  await expect(found.locator('mark').first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^\d+ resultados?$/ })).toHaveCount(1);
  expect(await problems(page, 'search')).toEqual([]);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Cliente ${client.number}` });
  await expect(dialog.getByText(client.name)).toBeVisible();
  await expect(field(page)).toBeHidden();

  // Without a text, what was chosen last; Escape leaves what is below as it is.
  await page.keyboard.press('Control+k');
  await expect(row(page, 'Cliente', client.number)).toHaveAttribute('aria-selected', 'true');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(longest);
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();
  await expect(dialog).toBeVisible();
  // Not for who signs in next.
  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click();
  await expect(page.getByLabel('Contraseña')).toBeVisible();
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain(client.number);
});

test('Ctrl+K pressed before the scripts of the page have arrived opens the palette once they have', async ({
  demo,
}) => {
  const { page } = await demo.signIn('jefe');
  const release = await holdRequests(page, /\/assets\/.*\.js/);
  await page.goto('/setup', { waitUntil: 'commit' });
  await expect(page.getByRole('link', { name: 'Zonas' }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeHidden();
  release();
  await expect(field(page)).toBeFocused();
});

test('who answers the telephone finds the client by its number, and Enter right after the last key opens what that text found', async ({
  demo,
}) => {
  const client = await someClient(demo);
  const { page } = await demo.signedIn('sac', { at: `/calendario?op=${demo.operation}` });
  await expect(page.locator('[data-visit-id]').first()).toBeAttached();
  await page.getByRole('button', { name: /^Todo…/ }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(client.telephone);
  await expect(row(page, 'Cliente', client.number)).toBeVisible();
  await field(page).fill('ab');
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'Escribí al menos 3 caracteres' }),
  ).toBeVisible();
  await field(page).fill('zzqqzz');
  await expect(page.getByRole('paragraph').filter({ hasText: 'Sin resultados para “zzqqzz”' })).toBeVisible();
  await expect(page.getByText(/^Podés buscar por nombre, dirección, teléfono/)).toBeVisible();
  // An answer that is late is not overtaken by the key.
  await page.route('**/ask/search?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  await field(page).fill('');
  await page.keyboard.type(`${client.number}\n`);
  await expect(field(page)).toBeVisible();
  await expect(
    page.getByRole('dialog', { name: new RegExp(`(Cliente|Orden) ${client.number}`) }),
  ).toBeVisible();
});

for (const scheme of ['light', 'dark'] as const)
  test(`on a phone the search is the whole screen, its rows are for fingers, and the rules are kept: ${scheme}`, async ({
    demo,
  }) => {
    const client = await someClient(demo);
    const at = `/jefetec?op=${demo.operation}`;
    const { page } = await demo.signedIn('jefe', { phone: true, scheme, at });
    await expect(page.locator('[data-visit-id]').first()).toBeVisible();
    await page.getByRole('button', { name: /^Todo…/ }).tap();
    await field(page).fill(client.name);
    const found = row(page, 'Cliente', client.number);
    await expect(found).toBeVisible();
    expect(await problems(page, 'search')).toEqual([]);
    const dialog = page.getByRole('dialog', { name: 'Buscar o ir a…' });
    expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    for (const target of [found, dialog.getByRole('button', { name: 'Cerrar la búsqueda' })]) {
      const { height } = (await target.boundingBox())!;
      expect(height).toBeGreaterThanOrEqual(44);
    }
    await found.tap();
    await expect(page.getByRole('dialog', { name: `Cliente ${client.number}` })).toBeVisible();
  });

test('who may look up neither orders nor clients finds visits and screens, and reads what can be searched', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('nuevo', { phone: true, at: '/jefetec' });
  await page.getByRole('button', { name: /^Todo…/ }).tap();
  const search = page.getByRole('combobox', { name: 'Número de visita o pantalla' });
  await search.fill('perez');
  await expect(page.getByText('Podés buscar una visita por su número, o una pantalla.')).toBeVisible();
  await search.fill('perf');
  await rows(page).filter({ hasText: 'Perfil' }).tap();
  await expect(page).toHaveURL(/\/profile/);
});

test.describe('without a network', () => {
  test.use({ cutsNetwork: true });

  test('the search says so, keeps what was typed, and asks again when asked to', async ({ demo }) => {
    const client = await someClient(demo);
    const at = `/jefetec?op=${demo.operation}`;
    const { page, context } = await demo.signedIn('jefe', { at });
    await expect(page.locator('[data-order]').first()).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await context.setOffline(true);
    await field(page).fill(client.name);
    await expect(
      page.getByRole('alert').filter({ hasText: 'Sin conexión: no se puede buscar.' }),
    ).toBeVisible();
    await context.setOffline(false);
    await page.route('**/ask/search?*', (route) => route.abort('failed'), { times: 1 });
    await expect(field(page)).toHaveValue(client.name);
    const retry = page.getByRole('button', { name: 'Reintentar' });
    await expect(retry.or(row(page, 'Cliente', client.number)).first()).toBeVisible();
    await expect(async () => {
      if (await retry.isVisible()) await retry.click();
      await expect(row(page, 'Cliente', client.number)).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: limit(10_000) });
  });
});

test('a client is found by the MAC of a device, however it is written, and the row shows it', async ({
  demo,
}) => {
  const jefe = await demo.api('jefe');
  type Detail = { client_id: string; client_devices: { mac: string }[] };
  let found: { client: string; mac: string } | undefined;
  for (const { ot_number, ot_type } of await demo.pendingOrders()) {
    const { data } = await jefe<Detail>('order', { ot_number, ot_type });
    const mac = data.client_devices.find((device) => /^[\dA-F]{2}(:[\dA-F]{2}){5}$/i.test(device.mac))?.mac;
    if (mac) found = { client: data.client_id, mac };
    if (found) break;
  }
  const { client, mac } = found!;
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  await expect(page.locator('[data-order]').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await field(page).fill(
    mac
      .toLowerCase()
      .replaceAll(':', '')
      .replace(/(.{4})(?=.)/g, '$1.'),
  );
  await expect(row(page, 'Cliente', client).locator('mark')).toHaveText(mac);
});

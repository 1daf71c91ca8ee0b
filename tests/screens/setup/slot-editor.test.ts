import type { Route } from '@playwright/test';
import { limit } from '../../gate/limits.mjs';
import { type Grouped, lastWithSlots, slotsByOperation } from '../../support/browser/slots.ts';
import { expect, test } from '../people.ts';

// S2 §2 'Time-slot editor per operation': every operation of who edits, one below the other.

test('every operation stands below the other with its slots and its own action, and the index reaches each', async ({
  demo,
}) => {
  const operations = await slotsByOperation(demo);
  const { page } = await demo.signedIn('jefe', { at: '/subsidiaries/edit' });
  const index = page.getByRole('navigation', { name: 'Operaciones' });
  for (const { name, timestripes } of operations) {
    const part = page.getByRole('region', { name, exact: true });
    await expect(part.getByRole('heading', { name, exact: true })).toHaveCount(1);
    await expect(part.locator('tr[data-slot-id]')).toHaveCount(timestripes.length);
    await expect(part.getByRole('button', { name: `Agregar franja horaria para ${name}` })).toHaveCount(1);
    await expect(index.getByRole('link', { name, exact: true })).toHaveCount(1);
  }
  // The last one is far below: the index goes there, and the next Tab goes on in it.
  const last = operations.filter(({ timestripes }) => timestripes.length > 0).at(-1)!;
  const part = page.getByRole('region', { name: last.name, exact: true });
  await index.getByRole('link', { name: last.name, exact: true }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`op=${last.subsidiary_id}`));
  await expect(part.getByRole('heading')).toBeInViewport();
  await page.keyboard.press('Tab');
  const first = part.getByRole('button', { name: `Editar ${last.timestripes[0]!.name}` });
  await expect(first).toBeFocused();
  // So does an address that names it.
  await page.goto(`/subsidiaries/edit?op=${last.subsidiary_id}`);
  await expect(part.getByRole('heading')).toBeFocused();
  await expect(part.getByRole('heading')).toBeInViewport();
});

test('a panel stays open while one goes to another operation, and a new slot is discarded by its ‘Eliminar’', async ({
  demo,
}) => {
  const data = await slotsByOperation(demo);
  const [one, other] = data as [Grouped, Grouped];
  const { page } = await demo.signedIn('jefe', { at: '/subsidiaries/edit' });
  const add = page.getByRole('button', { name: `Agregar franja horaria para ${other.name}` });
  await add.press('Enter');
  const panel = page
    .getByRole('region', { name: other.name, exact: true })
    .getByRole('form', { name: 'Nueva franja horaria' });
  await expect(panel.getByLabel('Nombre')).toBeFocused();
  await panel.getByLabel('Nombre').fill('A medio escribir');
  const index = page.getByRole('navigation', { name: 'Operaciones' });
  await index.getByRole('link', { name: one.name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`op=${one.subsidiary_id}&franja=nueva-${other.subsidiary_id}`));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(panel.getByLabel('Nombre')).toHaveValue('A medio escribir');

  await panel.getByRole('button', { name: 'Eliminar' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Sin confirmar' });
  await question.getByRole('button', { name: 'Descartar cambios' }).click();
  await expect(panel).toHaveCount(0);
  await expect(add).toBeFocused();
  const after = await slotsByOperation(demo);
  expect(after.map(({ timestripes }) => timestripes.length)).toEqual(
    data.map(({ timestripes }) => timestripes.length),
  );
});

test('a slot is added and deleted by the keyboard alone, and the focus never falls out of its operation', async ({
  demo,
}) => {
  const { name } = await lastWithSlots(demo);
  const { page } = await demo.signedIn('jefe', { phone: true, at: '/subsidiaries/edit' });
  const part = page.getByRole('region', { name, exact: true });
  const add = part.getByRole('button', { name: `Agregar franja horaria para ${name}` });
  const nameWidth = () =>
    part
      .locator('tr[data-slot-id] td')
      .first()
      .evaluate((cell) => cell.clientWidth);
  const closed = await nameWidth();
  expect(closed).toBeGreaterThan(80);
  await add.press('Enter');
  const made = `Tecleada ${Date.now() % 100_000}`;
  await expect(part.getByLabel('Nombre')).toBeFocused();
  // The open panel leaves the columns as they are.
  expect(await nameWidth()).toBe(closed);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(made);
  await page.keyboard.press('Enter');
  await expect(part.getByRole('cell', { name: made, exact: true })).toHaveCount(1);
  await expect(add).toBeFocused();

  const edit = part.getByRole('button', { name: `Editar ${made}` });
  await edit.press('Enter');
  await expect(part.getByLabel('Nombre')).toBeFocused();
  await part.getByRole('button', { name: 'Eliminar' }).press('Enter');
  await page
    .getByRole('dialog', { name: 'Eliminar franja horaria' })
    .getByRole('button', { name: 'Eliminar' })
    .press('Enter');
  await expect(part.getByRole('cell', { name: made, exact: true })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(add).toBeFocused();
  // Nothing of it is wider than a phone.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('what others change in any operation that is shown is shown at once', async ({ demo }) => {
  const data = await slotsByOperation(demo);
  const { page } = await demo.signedIn('jefe', { at: '/subsidiaries/edit' });
  for (const { subsidiary_id, name } of [data[0]!, data[1]!]) {
    const made = `De otro ${subsidiary_id} ${Date.now() % 100_000}`;
    const part = page.getByRole('region', { name, exact: true });
    const { data: slot } = await demo.jefe<{ id: number }>('timestripes/edit', {
      ...{ id: null, subsidiary_id, name: made },
    });
    await expect(part.getByRole('cell', { name: made, exact: true })).toBeVisible();
    const line = page.getByRole('region', { name: 'Historial de cambios' }).getByRole('listitem').first();
    await expect(line).toContainText(`Agregó la franja “${made}”`);
    await expect(line).toContainText(name);
    await demo.jefe('timestripes/delete', { subsidiary_id, timestripe_id: slot.id });
    await expect(part.getByRole('cell', { name: made, exact: true })).toHaveCount(0);
  }
});

test.describe('while the server cannot be reached', () => {
  test.use({ cutsNetwork: true, breaksServer: true });

  test('what is being typed outlives readings that fail, and what others changed is shown once one is answered', async ({
    demo,
  }) => {
    const { subsidiary_id, name, timestripes } = await lastWithSlots(demo);
    const { page } = await demo.signedIn('jefe', {
      at: `/subsidiaries/edit?op=${subsidiary_id}&franja=${timestripes.at(-1)!.id}`,
    });
    await expect(page.getByText('En vivo')).toBeVisible();
    const typed = page.getByRole('form').getByLabel('Nombre');
    await typed.fill('A medio escribir');
    const failures = [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>503</h1>' }),
    ];
    const readings = /\/subsidiaries\/edit\.data/;
    let failed = 0;
    await page.route(readings, (route) => {
      const fail = failures[failed++];
      return fail ? fail(route) : route.continue();
    });
    const made = `De otro ${Date.now() % 100_000}`;
    const { data: slot } = await demo.jefe<{ id: number }>('timestripes/edit', {
      ...{ id: null, subsidiary_id, name: made },
    });
    await expect.poll(() => failed).toBeGreaterThan(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(typed).toHaveValue('A medio escribir');
    const added = page
      .getByRole('region', { name, exact: true })
      .getByRole('cell', { name: made, exact: true });
    await expect(added).toBeVisible({ timeout: limit(10_000) });
    expect(failed).toBeGreaterThan(failures.length);
    await expect(typed).toHaveValue('A medio escribir');
    await demo.jefe('timestripes/delete', { subsidiary_id, timestripe_id: slot.id });
    await expect(added).toHaveCount(0);
  });
});

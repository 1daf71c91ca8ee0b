import type { Page } from '@playwright/test';
import { limit } from '../gate/limits.mjs';
import { problems } from '../support/browser/violations.ts';
import { startReceiver, type WebhookReceiver } from '../support/fakes/webhook-receiver.ts';
import { type Demo, expect, test } from './people.ts';

test.setTimeout(limit(120_000));

let receiver: WebhookReceiver;
// Each begins with none, and leaves none that would fail behind the next one's back.
async function removeAll(demo: Demo) {
  const list = await demo.jefe<{ id: number }[]>('webhooks');
  for (const { id } of list.data) await demo.jefe('webhooks/delete', { id });
}
test.beforeEach(async ({ demo }) => {
  await removeAll(demo);
  receiver = await startReceiver();
});
test.afterEach(async ({ demo }) => {
  await removeAll(demo);
  await receiver.close();
});

const log = (page: Page) => page.getByRole('table', { name: 'Registro de envíos' });

/** Take, depart and close with a reason that fulfils the order, as the technician. */
async function close(demo: Demo) {
  const tecnico = await demo.freeTechnician('tecnico');
  const { visitId, orderNumber } = await demo.freeVisit();
  const reasons = await tecnico<{ value: number; finalizes: boolean; finalizes_order: boolean }[]>(
    'visit/get_reasons_to_finish',
    { type: 'all', show_finish: true },
  );
  const codes = await tecnico<{ code: string }[]>('orders/repair_codes');
  for (const [path, body] of [
    ['visit/attach', {}],
    ['visit/set_on_the_way', {}],
    [
      'visit/finish',
      {
        status: reasons.data.find((one) => one.finalizes && one.finalizes_order)!.value,
        repair_code: codes.data[0]!.code,
      },
    ],
  ] as const)
    expect((await tecnico(path, { visit_id: visitId, ...body })).diagnostic).toBe('');
  return { visitId, orderNumber };
}

test('a webhook is made, receives that an order was fulfilled, and a lost delivery is sent again by hand', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe', { at: '/setup' });
  await page.getByRole('link', { name: /^Webhooks/ }).click();
  await expect(page.getByText('Todavía no hay webhooks.')).toBeVisible();
  await page.getByRole('link', { name: 'Nuevo webhook' }).click();
  const form = page.getByRole('form', { name: 'Datos del webhook' });
  await form.getByRole('button', { name: 'Crear webhook' }).click();
  await expect(form.getByText('El nombre es obligatorio.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Nombre' }).fill('Sistema comercial');
  await form.getByRole('textbox', { name: 'Dirección' }).fill(receiver.url);
  await form.getByRole('button', { name: 'Operaciones: Todos' }).click();
  await form.getByRole('button', { name: 'Crear webhook' }).dblclick();

  const shown = page.getByRole('dialog', { name: 'Secreto del webhook' });
  const secret = await shown.getByRole('textbox', { name: 'Secreto' }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  receiver.trust(secret);
  await page.keyboard.press('Escape');
  await expect(shown).toBeVisible();
  await shown.getByRole('button', { name: 'Ya lo guardé' }).click();
  await expect(page).toHaveURL(/\/webhooks\/\d+$/);
  await expect(page.getByText('Sin envíos todavía')).toBeVisible();
  expect(await page.content()).not.toContain(secret);

  await form.getByRole('button', { name: 'Enviar prueba' }).click();
  await expect(log(page).getByRole('row', { name: /Entregado Prueba/ })).toBeVisible();
  expect(receiver.taken.map(({ type }) => type)).toEqual(['ping']);

  // The receiver stumbles: its answer shows, and the delivery waits for its next try.
  receiver.fail({ kind: 'status', status: 500, body: 'sin lugar en el disco' });
  const { visitId, orderNumber } = await close(demo);
  const row = log(page).getByRole('row', { name: new RegExp(orderNumber) });
  await expect(row.getByText('En espera')).toBeVisible();
  await expect(row.getByText('Respondió 500.')).toBeVisible();
  await expect(page.getByText('Con errores')).toBeVisible();
  await row.getByRole('button', { name: /Ver el envío/ }).click();
  const detail = page.getByRole('dialog');
  await expect(detail.getByText('sin lugar en el disco').first()).toBeVisible();
  await expect(page).toHaveURL(/entrega=\d+/);
  receiver.fail(null);
  await detail.getByRole('button', { name: 'Enviar ahora' }).click();
  await expect(detail.getByText('Entregado')).toBeVisible();
  // The worker's own next try may have come just before.
  await expect(detail.getByText('HTTP 200').first()).toBeVisible();
  expect(receiver.taken.at(-1)!.body).toMatchObject({
    type: 'order.fulfilled',
    data: { order: { ot_number: orderNumber, status_id: 3 }, visit: { id: visitId, finished: true } },
  });
  // Sent once more by hand: the same id, so that the receiver knows it.
  const fulfilled = () => receiver.taken.filter(({ type }) => type === 'order.fulfilled');
  const before = fulfilled().length;
  await detail.getByRole('button', { name: 'Reenviar' }).click();
  await expect.poll(() => fulfilled().length).toBe(before + 1);
  expect(new Set(fulfilled().map(({ id }) => id)).size).toBe(1);
  await page.goBack();
  await expect(detail).toBeHidden();
  await expect(row.getByRole('button', { name: /Ver el envío/ })).toBeFocused();
  await expect(page.getByText('Funciona', { exact: true })).toBeVisible();

  await page.getByLabel('Número de OT').fill(orderNumber);
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(log(page).getByRole('row')).toHaveCount(2);
  await page.getByLabel('Estado del envío').selectOption('abandoned');
  await expect(page.getByText('No hay envíos con ese filtro.')).toBeVisible();
  expect(receiver.wrong).toEqual([]);
});

test('what was typed is asked for, two editors meet, a secret is renewed, and it is deleted', async ({
  demo,
}) => {
  const me = await demo.jefe<{ subsidiaries: { subsidiary_id: string }[] }>('user/getuserinfo');
  const operations = me.data.subsidiaries.map((one) => one.subsidiary_id);
  const form = { name: 'Tablero', url: receiver.url, events: ['visit.finished'], operations };
  const made = await demo.jefe<{ id: number; secret: string }>('webhooks/edit', form);
  const { page } = await demo.signedIn('jefe', { at: `/webhooks/${made.data.id}` });
  const name = page.getByRole('textbox', { name: 'Nombre' });
  await name.fill('Tablero de la casa');
  await page.getByRole('link', { name: 'Inicio' }).click();
  const asked = page.getByRole('dialog', { name: '¿Descartar cambios?' });
  await asked.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(name).toHaveValue('Tablero de la casa');

  await demo.jefe('webhooks/edit', {
    ...form,
    id: made.data.id,
    events: ['visit.finished', 'visit.cancelled'],
  });
  await expect(page.getByText('El webhook cambió mientras lo estabas editando.')).toBeVisible();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('button', { name: 'Ver cambios' }).click();
  await expect(page.getByRole('alert').getByText(/eventos: 1 evento → 2 eventos/)).toBeVisible();
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText('Webhook guardado correctamente!')).toBeVisible();
  const now = await demo.jefe<{ name: string; events: string[] }>('webhooks/get', { id: made.data.id });
  expect(now.data).toMatchObject({
    name: 'Tablero de la casa',
    events: ['visit.finished', 'visit.cancelled'],
  });

  await page.getByRole('button', { name: 'Renovar secreto' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Renovar secreto' }).click();
  const shown = page.getByRole('dialog', { name: 'Secreto del webhook' });
  const secret = await shown.getByRole('textbox', { name: 'Secreto' }).inputValue();
  expect(secret).not.toBe(made.data.secret);
  await shown.getByRole('button', { name: 'Ya lo guardé' }).click();
  await expect(page.getByText(/El secreto anterior también firma hasta/)).toBeVisible();

  await page.getByRole('button', { name: 'Eliminar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(page).toHaveURL(/\/webhooks$/);
  await expect(page.getByText('Todavía no hay webhooks.')).toBeVisible();
});

test('they are unknown where another operation is reached', async ({ demo }) => {
  const made = await demo.jefe<{ id: number }>('webhooks/edit', {
    ...{ name: 'Tablero', url: receiver.url, events: ['visit.finished'], operations: [demo.operation] },
  });
  const { page: other } = await demo.signedIn('otro');
  await other.goto(`/webhooks/${made.data.id}`);
  await expect(other.getByText('Ese webhook no existe.')).toBeVisible();
});

// Each scheme and each size once; `AXE=all` walks every pair.
for (const scheme of ['light', 'dark'] as const)
  for (const phone of process.env.AXE === 'all' ? [false, true] : [scheme === 'dark'])
    test(`nothing that axe finds, ${scheme}${phone ? ', on a phone' : ''}`, async ({ demo }) => {
      const made = await demo.jefe<{ id: number; secret: string }>('webhooks/edit', {
        ...{ name: 'Tablero', url: receiver.url, events: ['visit.finished'], operations: [demo.operation] },
      });
      receiver.trust(made.data.secret);
      const sent = await demo.jefe<{ delivery_id: number }>('webhooks/test', { id: made.data.id });
      const { page } = await demo.signedIn('jefe', { scheme, phone });
      const open = `/webhooks/${made.data.id}`;
      for (const path of ['/webhooks', '/webhooks/nuevo', open, `${open}?entrega=${sent.data.delivery_id}`]) {
        await page.goto(path);
        await expect(page.getByText(path === '/webhooks' ? 'Tablero' : 'Eventos').first()).toBeVisible();
        if (path.includes('entrega')) await expect(page.getByRole('dialog')).toBeVisible();
        expect(await problems(page, path)).toEqual([]);
      }
    });

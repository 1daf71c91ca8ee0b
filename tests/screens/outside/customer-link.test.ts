import { limit } from '../../gate/limits.mjs';
import { problems } from '../../support/browser/violations.ts';
import { expect, test } from '../people.ts';

test('a customer follows the link: agendada, en camino, concluida, without a reload', async ({ demo }) => {
  const order = await demo.orderWithoutVisit();
  const { id: slotId } = await demo.slotNotOver();
  const { visitId, path } = await demo.createVisit(order, { slotId, checked: ['public_link'] });
  const technician = await demo.freeTechnician('tecnico');
  await technician('visit/attach', { visit_id: visitId });

  const { page } = await demo.open({ phone: true });
  let loads = 0;
  page.on('load', () => loads++);
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Información de la visita' })).toBeVisible();
  const card = page.getByRole('article');
  await expect(card).toContainText('Visita agendada');
  await expect(card).toContainText(`Orden${order.ot_number}`);
  await expect(card).toContainText(
    /(lunes|martes|miércoles|jueves|viernes|sábado|domingo) \d{1,2} de \w+, entre \d+ y \d+ h/,
  );
  const profile = await technician<{ firstName: string; lastName: string }>('user/getuserinfo');
  // Of the technician nothing yet; a street may have the same name.
  await expect(card).not.toContainText(`${profile.data.firstName} está yendo`);
  await expect(card).not.toContainText(profile.data.lastName);

  const departed = await technician('visit/set_on_the_way', {
    visit_id: visitId,
    on_the_way: true,
    send_notification: false,
  });
  expect(departed.diagnostic).toBe('');
  await expect(card.getByText('En camino').first()).toBeVisible();
  await expect(card).toHaveAttribute('data-state', 'onTheWay', { timeout: limit(3_000) });
  await expect(card).toContainText(`${profile.data.firstName} está yendo a tu domicilio`);
  await expect(card).not.toContainText(profile.data.lastName);
  expect(await problems(page, 'the link')).toEqual([]);

  const codes = await technician<{ code: string }[]>('orders/repair_codes');
  const closed = await technician('visit/finish', {
    visit_id: visitId,
    status: 6,
    repair_code: codes.data[0]!.code,
  });
  expect(closed.diagnostic).toBe('');
  await expect(card).toHaveAttribute('data-state', 'finished', { timeout: limit(3_000) });
  await expect(card).toContainText('Concluida');
  await expect(page.getByRole('status').filter({ hasText: 'Concluida' })).toHaveCount(1);
  expect(loads).toBe(1);

  const client = await demo.jefe<{ name: string; address: string; telephone: string | null }>('client/info', {
    client_id: order.client_id,
  });
  const html = await (await page.request.get(path)).text();
  expect(html).toContain(order.ot_number);
  for (const secret of [client.data.name, client.data.address, client.data.telephone, order.client_id])
    if (secret) expect(html).not.toContain(secret);
});

test('a link opens with the marks at its end that a chat program took for a part of it', async ({ demo }) => {
  const order = await demo.orderWithoutVisit();
  const { id: slotId } = await demo.slotNotOver();
  const { path } = await demo.createVisit(order, { slotId, checked: ['public_link'] });
  const { page } = await demo.open({ phone: true });
  for (const marks of ['.', ')', ').', '_', '%C2%BB,']) {
    await page.goto(path + marks);
    await expect(page.getByRole('heading', { name: 'Información de la visita' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test('a link that opens nothing shows why, and then the login', async ({ demo }) => {
  const { page } = await demo.open({ phone: true });
  const answer = await page.goto(`/visit/external/view/${'x'.repeat(43)}`);
  expect(answer!.status()).toBe(404);
  expect(answer!.headers()['referrer-policy']).toBe('no-referrer');
  await expect(page.getByRole('alert')).toContainText('El enlace no es válido o ya venció.');
  await expect(page.getByRole('link', { name: 'Ir ahora' })).toBeVisible();
  await page.waitForURL('**/login', { timeout: limit(15_000) });
  await expect(page.getByLabel('Usuario')).toBeVisible();
});

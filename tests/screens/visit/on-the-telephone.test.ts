import type { Page } from '@playwright/test';
import { holdSeconds } from '../../../machines/events.ts';
import { limit } from '../../gate/limits.mjs';
import { problems } from '../../support/browser/violations.ts';
import { type Demo, dayAfter, expect, today } from '../people.ts';
import { test } from '../record.ts';

// SAC on the telephone (ux.md U55): from a name to a place that the client has accepted, and which messages the client got.

// What is sent is sent by a worker.
test.use({ worker: true });

const panel = (page: Page, client: string) => page.getByRole('dialog', { name: `Cliente ${client}` });
const offer = (page: Page, client: string, order: string) =>
  panel(page, client).locator(`[data-client-order="${order}"]`);
const placesIn = (page: Page, client: string) =>
  panel(page, client).locator('[data-place]:not([aria-disabled])');
const visitOf = async (page: Page) =>
  Number(await page.locator('[data-offered]').getAttribute('data-offered'));
const said = (page: Page, client: string) =>
  panel(page, client).getByRole('region', { name: 'Lo que se le dijo al cliente' });

/** A client with one order, which waits for a visit, and whom the search finds first by the name. */
async function waitingClient(demo: Demo) {
  const jefe = await demo.api('jefe');
  for (const { client_id: client, ot_number: order } of (await demo.unscheduledOrders()).toReversed()) {
    const { data: orders } = await jefe<unknown[]>('orders/pending_from_client', { client_id: client });
    if (orders.length !== 1) continue;
    const { name } = (await jefe<{ name: string }>('client/info', { client_id: client })).data;
    const { items } = (await jefe<{ items: { number: string }[] }>('search', { text: name })).data;
    if (items[0]?.number === client) return { client, order, name };
  }
  throw new Error('no client of the demo waits for one visit alone');
}

test('by keyboard alone, from a name to a place that the client is notified of, in at most five presses', async ({
  demo,
}) => {
  test.setTimeout(limit(90_000));
  const { client, order, name } = await waitingClient(demo);
  const { page } = await demo.signedIn('sac2', { at: `/calendario?op=${demo.operation}` });
  await expect(page.locator('[data-visit-id]').first()).toBeVisible();
  let presses = 0;
  const press = async (key: string) => {
    presses++;
    await page.keyboard.press(key);
  };
  const began = Date.now();
  await press('Control+k');
  const field = page.getByRole('combobox', { name: /^Nombre, dirección/ });
  await expect(field).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name: new RegExp(`Cliente\\s?${client}`) })).toBeVisible();
  await press('Enter');
  await expect(offer(page, client, order).getByRole('button', { name: /^Ofrecer un lugar/ })).toBeVisible();
  await expect(field).toBeHidden();
  await press('o');
  await expect(placesIn(page, client).first()).toBeFocused();
  // Arrows lead to the next place and back.
  await page.keyboard.press('ArrowDown');
  await expect(placesIn(page, client).nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(placesIn(page, client).first()).toBeFocused();
  const agreed = await placesIn(page, client).first().getAttribute('data-place');
  await press('Enter');
  await expect(page.locator('[data-offered]')).toBeFocused();
  const seconds = (Date.now() - began) / 1_000;
  const visitId = await visitOf(page);
  expect(presses).toBeLessThanOrEqual(5);
  expect(seconds).toBeLessThan(30);

  const { data } = await demo.jefe<{ date_dispatch: string; timestripe_id: number }>('visit/get/by_number', {
    visit_id: visitId,
  });
  const [year, month, date] = agreed!.split('.')[0]!.split('-');
  expect(data.date_dispatch).toBe(`${date}/${month}/${year}`);
  // Once the creation can be taken back no more.
  await expect(page.locator('[data-offered]')).toContainText('Se le avisó al cliente por', {
    timeout: limit((holdSeconds + 10) * 1_000),
  });
  await expect(said(page, client).locator('[data-message]').first()).toContainText('Visita agendada');
  await expect(offer(page, client, order).getByRole('button', { name: /^Ofrecer un lugar/ })).toHaveCount(0);
  expect(await problems(page, 'offered')).toEqual([]);
});

test('a place that a colleague takes is offered no more, and a press that comes too late says so and names others', async ({
  demo,
  record,
}) => {
  const { client, order } = await waitingClient(demo);
  const { page } = await demo.signedIn('sac2', { at: `/calendario?op=${demo.operation}&cliente=${client}` });
  await offer(page, client, order)
    .getByRole('button', { name: /^Ofrecer un lugar/ })
    .click();
  await expect(placesIn(page, client).first()).toBeVisible();
  const [day, slot] = (await placesIn(page, client).first().getAttribute('data-place'))!.split('.');
  // One place more than are taken, and then none.
  const room = async (places: number) => {
    const [row] = await record.sql`
      select count(*)::int as taken from visits
      where day = ${day!} and slot_id = ${slot!} and not (cancelled or rescheduled)`;
    const capacity = row!.taken + places;
    const outcome = await demo.jefe('timestripes/edit_day', {
      timestripe_id: Number(slot),
      date: day,
      capacity,
    });
    expect(outcome.diagnostic).toBe('');
  };
  record.afterwards(() =>
    demo.jefe('timestripes/edit_day', { timestripe_id: Number(slot), date: day, capacity: null }),
  );
  const place = panel(page, client).locator(`[data-place="${day}.${slot}"]`).last();
  await room(1);
  await expect(place).toContainText('queda 1');
  // What is read again waits: the place is gone, and still shown.
  await page.route('**/ask/orderPlaces?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await route.continue();
  });
  const [other] = (await demo.unscheduledOrders()).filter((one) => one.client_id !== client);
  await demo.createVisit(other!, { day: day!, slotId: Number(slot) });
  await place.click();
  await expect(page.getByRole('alert').filter({ hasText: 'No quedan lugares en esa franja.' })).toBeVisible();
  await expect(place).toContainText('sin cupo');
  await expect(place).toHaveAttribute('aria-disabled', 'true');
  await page.unroute('**/ask/orderPlaces?*');
  // One press on another.
  await page.getByRole('group', { name: 'Lo más cercano:' }).getByRole('button').first().click();
  await expect(page.locator('[data-offered]')).toBeVisible();
});

test("the client's panel shows what was said and what came back as it happens, and says it once more", async ({
  demo,
  open,
  record,
}) => {
  const { client, order } = await waitingClient(demo);
  const [slot] = await demo.slotsOf();
  const pending = (await demo.unscheduledOrders()).find((one) => one.ot_number === order)!;
  const { visitId, path } = await demo.createVisit(pending, {
    day: dayAfter(today(), 2),
    slotId: slot!.id,
    checked: ['public_link'],
  });
  const { page } = await demo.signedIn('sac2', { at: `/calendario?op=${demo.operation}&cliente=${client}` });
  const sent = said(page, client).locator('[data-state="sent"]').first();
  await expect(sent).toContainText('Visita agendada');
  // The customer opens the link: live.
  const customer = await open({ phone: true });
  await customer.page.goto(path);
  await expect(said(page, client)).toContainText('Abrió el enlace');
  await customer.page.reload();
  await expect(customer.page.getByText(/Visita/).first()).toBeVisible();
  await expect(said(page, client).getByText('Abrió el enlace')).toHaveCount(1);

  const again = said(page, client).getByRole('button', { name: /^Reenviar: Visita agendada/ });
  await again.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'hace menos de un minuto' })).toBeVisible();
  await record.sql`update notices set state = 'failed', sent_at = null where visit_id = ${visitId}`;
  await again.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'El mensaje se envía de nuevo.' })).toBeVisible();
  const both = said(page, client)
    .locator('[data-message]')
    .filter({ hasText: `#${visitId}` });
  await expect(both).toHaveCount(2);
  await expect(both.first()).toHaveAttribute('data-state', 'sent');
  expect(await problems(page, 'messages')).toEqual([]);
});

for (const phone of [false, true])
  for (const scheme of ['light', 'dark'] as const)
    test(`who may not create visits sees the places and why they are off: ${scheme}${phone ? ', on a phone' : ''}`, async ({
      demo,
    }) => {
      const { client, order } = await waitingClient(demo);
      const at = `/calendario?op=${demo.operation}&cliente=${client}`;
      const { page } = await demo.signedIn('sac', { phone, scheme, at });
      await offer(page, client, order)
        .getByRole('button', { name: /^Ofrecer un lugar/ })
        .click();
      await expect(panel(page, client).locator('[data-place]').first()).toBeVisible();
      await expect(placesIn(page, client)).toHaveCount(0);
      await expect(panel(page, client)).toContainText('No posee permisos para crear visitas');
      await panel(page, client).locator('[data-place]').first().click({ force: true });
      await expect(page.locator('[data-offered]')).toHaveCount(0);
      expect(await problems(page, 'places')).toEqual([]);
    });

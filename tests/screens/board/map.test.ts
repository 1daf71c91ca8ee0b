import type { Page } from '@playwright/test';
import type { Office } from '../../support/browser/office.ts';
import { problems } from '../../support/browser/violations.ts';
import { dayAfter, expect, test, today } from '../people.ts';

// A day on the map beside a list of the same (ux.md U49), on a machine that cannot draw: the list stands alone. What is
// drawn is in map-drawn.test.ts.

type Day = {
  unassigned: { id: number }[];
  technicians: { tech_id: number; name: string; visits: { id: number }[] }[];
};
type DayMap = { visits: { visit_id: number }[]; orders: { ot_number: string }[] };

const day = dayAfter(today(), 17);

async function visitsOf(demo: Office, count: number): Promise<number[]> {
  const [slot] = await demo.slotsOf(day);
  const ids: number[] = [];
  for (let index = 0; index < count; index++) {
    const order = await demo.orderWithoutVisit();
    ids.push((await demo.createVisit(order, { day, slotId: slot!.id })).visitId);
  }
  return ids;
}

const mapAt = ({ operation }: Office) => `/jefetec?op=${operation}&vista=mapa&dia=${day}&lista=0`;
const card = (page: Page, id: number) => page.locator(`[data-visit-id="${id}"][data-stop]`);

test('where nothing can be drawn the list says so, and has all that the map would show', async ({ demo }) => {
  const [id] = await visitsOf(demo, 1);
  const { page } = await demo.signedIn('jefe', { at: mapAt(demo) });
  await expect(page.getByText('Este equipo no puede dibujar el mapa')).toBeVisible();
  const { data } = await demo.jefe<DayMap>('map', { subsidiary: demo.operation, date: day });
  const list = page.getByRole('table', { name: /^Lista del mapa/ });
  await expect(card(page, id!)).toBeVisible();
  await expect(list.locator('[data-visit-id]')).toHaveCount(data.visits.length);
  await expect(list.locator('[data-map-order]')).toHaveCount(data.orders.length);
  expect(data.visits.map(({ visit_id }) => visit_id)).toContain(id);
  expect(await problems(page, 'the list of the map')).toEqual([]);
});

test('several visits are selected by the keyboard in the list, and moved at once', async ({ demo }) => {
  const [first, second] = (await visitsOf(demo, 2)) as [number, number];
  const { page } = await demo.signedIn('jefe', { at: mapAt(demo) });
  for (const id of [first, second]) {
    await card(page, id).focus();
    await page.keyboard.press('Space');
  }
  await expect(page.getByRole('status').filter({ hasText: '2 elegidas' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: `Elegir visita #${first}` })).toBeChecked();
  await card(page, second).focus();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Mover a… (2 visitas)' });
  const { data } = await demo.jefe<Day>('day', { subsidiary: demo.operation, date: day });
  const { name, tech_id } = data.technicians[0]!;
  await dialog.getByRole('textbox', { name: 'Técnico' }).fill(name);
  await page.getByRole('option', { name }).click();
  await dialog.getByRole('button', { name: 'Mover', exact: true }).click();
  await expect(dialog).toBeHidden();
  const rows = page.locator(`tbody[data-technician-id="${tech_id}"]`);
  await expect(rows.locator(`[data-visit-id="${first}"]`)).toBeVisible();
  await expect(rows.locator(`[data-visit-id="${second}"]`)).toBeVisible();
});

test('the list follows what another user does', async ({ demo }) => {
  const [id] = (await visitsOf(demo, 1)) as [number];
  const { page } = await demo.signedIn('jefe', { at: mapAt(demo) });
  await expect(card(page, id)).toHaveAttribute('data-tone', 'pending');
  const { data } = await demo.jefe<Day>('day', { subsidiary: demo.operation, date: day });
  await demo.jefe('visit/edit', { visit_id: id, tech_id: data.technicians[0]!.tech_id });
  await expect(card(page, id)).toHaveAttribute('data-tone', 'assigned');
});

test('the week fetches nothing of the map', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe');
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto(`/jefetec?op=${demo.operation}`, { waitUntil: 'networkidle' });
  expect(fetched.filter((url) => /maplibre|map-view|map-canvas|pmtiles|basemaps/.test(url))).toEqual([]);
});

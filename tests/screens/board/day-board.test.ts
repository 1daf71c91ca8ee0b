import type { Page } from '@playwright/test';
import { pressEnterOnMarked } from '../../support/browser/forms.ts';
import { shiftOf, watchShifts } from '../../support/browser/layout-shift.ts';
import type { Office } from '../../support/browser/office.ts';
import { problems } from '../../support/browser/violations.ts';
import { dayAfter, expect, test, today } from '../people.ts';

// The day by technician: what a dispatcher moves by hand, by key and by choosing, live in every browser (contract §10).

type Person = { tech_id: number; name: string; visits: { id: number }[] };
type Day = { technicians: Person[]; unassigned: { id: number }[] };

/** A day beyond the demo's, on which there are no other visits. */
const dayIn = (days: number) => dayAfter(today(), 30 + days);

/** Visits of that day in its first slot: for each entry its technician's place among the crew, null for none. */
async function visitsFor(demo: Office, day: string, owners: (number | null)[]) {
  const { jefe, operation } = demo;
  const { technicians } = (await jefe<Day>('day', { subsidiary: operation, date: day })).data;
  const [slot, second] = await demo.slotsOf(day);
  const ids: number[] = [];
  for (const owner of owners) {
    const order = await demo.orderWithoutVisit();
    const { visitId } = await demo.createVisit(order, { day, slotId: slot!.id });
    if (owner !== null) await jefe('visit/edit', { visit_id: visitId, tech_id: technicians[owner]!.tech_id });
    ids.push(visitId);
  }
  return { ids, technicians, slot: slot!, second: second! };
}

const boardAt = ({ operation }: Office, day: string) =>
  `/jefetec?op=${operation}&vista=dia&dia=${day}&lista=0`;
const cellOf = (page: Page, technician: number | null, slot: number) =>
  page.locator(`tr[data-technician-id="${technician ?? ''}"] td[data-timestripe-id="${slot}"]`);
const card = (page: Page, id: number) => page.locator(`[data-visit-id="${id}"][data-stop]`);

async function dayNow({ jefe, operation }: Office, day: string) {
  const { data } = await jefe<Day>('day', { subsidiary: operation, date: day });
  return (tech: number) =>
    data.technicians.find(({ tech_id }) => tech_id === tech)!.visits.map(({ id }) => id);
}

test('a card is dragged to a technician and to its place in the round, and every open board follows', async ({
  demo,
}) => {
  const day = dayIn(0);
  const { ids, technicians, slot } = await visitsFor(demo, day, [0, 0, null]);
  const [a, b, free] = ids as [number, number, number];
  const [first, other] = [technicians[0]!.tech_id, technicians[1]!.tech_id];
  const { page } = await demo.signedIn('jefe', { at: boardAt(demo, day) });
  const { page: second } = await demo.signedIn('jefe', { at: boardAt(demo, day) });

  await card(page, free).dragTo(card(page, b), { targetPosition: { x: 20, y: 2 } });
  await expect(cellOf(page, first, slot.id).locator('[data-visit-id]')).toHaveCount(3);
  await expect(cellOf(second, first, slot.id).locator(`[data-visit-id="${free}"]`)).toBeVisible();
  await expect.poll(async () => (await dayNow(demo, day))(first)).toEqual([a, free, b]);

  await card(page, a).dragTo(cellOf(page, other, slot.id));
  await expect(cellOf(second, other, slot.id).locator(`[data-visit-id="${a}"]`)).toBeVisible();
  // The other board may turn before this one has its answer: of the two toasts it is the one of this move.
  await page
    .getByRole('status')
    .filter({ hasText: `a ${technicians[1]!.name}, ` })
    .getByRole('button', { name: 'Deshacer' })
    .click();
  await expect(cellOf(second, first, slot.id).locator(`[data-visit-id="${a}"]`)).toBeVisible();
  await expect.poll(async () => (await dayNow(demo, day))(first)).toEqual([a, free, b]);
});

test('no card is shown over the targets of a drag', async ({ demo }) => {
  const day = dayIn(12);
  const { ids, technicians, slot } = await visitsFor(demo, day, [0, null]);
  const [other, free] = ids as [number, number];
  const { page } = await demo.signedIn('jefe', { at: boardAt(demo, day) });
  const shown = page.locator('[data-visit-card]');
  await card(page, free).hover();
  await expect(shown).toHaveAttribute('data-visit-card', String(free));
  await page.mouse.down();
  const target = cellOf(page, technicians[1]!.tech_id, slot.id);
  await target.hover();
  await target.hover({ position: { x: 30, y: 12 } });
  await expect(shown).toHaveCount(0);
  // What WebKit says while something is dragged over a visit.
  const over = { bubbles: true, pointerType: 'mouse' };
  await card(page, other).dispatchEvent('pointerover', over);
  await card(page, other).dispatchEvent('pointermove', { ...over, clientX: 3, clientY: 3 });
  await page.waitForTimeout(600);
  await expect(shown).toHaveCount(0);
  await page.mouse.up();
  await expect(target.locator(`[data-visit-id="${free}"]`)).toBeVisible();
  // Nor of what comes to lie under the pointer that has dropped it.
  await page.waitForTimeout(600);
  await expect(shown).toHaveCount(0);
  // And after it they are shown again.
  await card(page, other).hover();
  await expect(shown).toHaveAttribute('data-visit-card', String(other));
});

test('choosing by the pointer shows no card, Escape ends it, and the card of a chosen visit speaks for all of them', async ({
  demo,
}) => {
  const day = dayIn(13);
  const { ids } = await visitsFor(demo, day, [null, null, null, null, 0]);
  const { page } = await demo.signedIn('jefe', { at: boardAt(demo, day) });
  const shown = page.locator('[data-visit-card]');
  const bar = page.getByText(/^\d elegidas?$/);
  for (const id of ids.slice(0, 4)) await card(page, id).click({ modifiers: ['ControlOrMeta'] });
  await expect(bar).toHaveText('4 elegidas');
  // The pointer rests on the last one, and then on one that is not chosen.
  await page.waitForTimeout(600);
  await expect(shown).toHaveCount(0);
  await card(page, ids[4]!).hover();
  await page.waitForTimeout(600);
  await expect(shown).toHaveCount(0);
  // By the keyboard the card of one of them is there, and moves all of them.
  await card(page, ids[1]!).focus();
  await page.keyboard.press('ArrowUp');
  await expect(shown).toHaveAttribute('data-visit-card', String(ids[0]));
  await shown.getByRole('button', { name: 'Mover a…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mover a… (4 visitas)' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).last().click();
  await expect(dialog).toBeHidden();
  await expect(bar).toHaveText('4 elegidas');
  // The dialog has the key until it is gone.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0, { timeout: 500 });
  }).toPass();
});

test('a card stands below or above its row, over none of the cells beside its visit', async ({ demo }) => {
  const day = dayIn(14);
  const { ids } = await visitsFor(demo, day, [0, null]);
  const { page } = await demo.signedIn('jefe', { at: boardAt(demo, day) });
  for (const id of ids) {
    await card(page, id).hover();
    const shown = page.locator(`[data-visit-card="${id}"]`);
    await expect(shown.locator('a[href^="https://www.google.com/maps/"]')).toBeVisible();
    const [box, row] = [
      (await shown.boundingBox())!,
      (await page.locator('tr', { has: card(page, id) }).boundingBox())!,
    ];
    expect(box.y >= row.y + row.height || box.y + box.height <= row.y).toBe(true);
    // The way from the visit into its card.
    await shown.hover();
    await page.waitForTimeout(600);
    await expect(shown).toBeVisible();
    await page.mouse.move(2, 2);
    await expect(shown).toHaveCount(0);
  }
});

test('by the keyboard alone a visit changes its slot, its technician and its place, and several are moved at once', async ({
  demo,
}) => {
  const day = dayIn(1);
  const { ids, technicians, slot, second } = await visitsFor(demo, day, [0, 0, null]);
  const [a, b, free] = ids as [number, number, number];
  const first = technicians[0]!.tech_id;
  const { page } = await demo.signedIn('jefe', { at: boardAt(demo, day) });
  await card(page, a).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(async () => (await dayNow(demo, day))(first)).toEqual([b, a]);
  await expect(card(page, a)).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(cellOf(page, first, second.id).locator(`[data-visit-id="${a}"]`)).toBeVisible();
  await expect(card(page, a)).toBeFocused();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(
    cellOf(page, technicians[1]!.tech_id, second.id).locator(`[data-visit-id="${a}"]`),
  ).toBeVisible();

  await card(page, b).focus();
  await page.keyboard.press('Space');
  await card(page, free).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('2 elegidas')).toBeVisible();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Mover a… (2 visitas)' });
  await dialog.getByRole('textbox', { name: 'Técnico' }).fill(technicians[2]!.name);
  const option = page.getByRole('option', { name: technicians[2]!.name, exact: true });
  await expect(option).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(option).toHaveAttribute('data-combobox-selected', 'true', { timeout: 500 });
  }).toPass();
  await pressEnterOnMarked(page);
  await expect(option).toBeHidden();
  await dialog.getByRole('button', { name: 'Mover', exact: true }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(cellOf(page, technicians[2]!.tech_id, slot.id).locator('[data-visit-id]')).toHaveCount(2);
  expect(await problems(page, 'day board')).toEqual([]);
});

test('visits of several slots keep their hours, by the dialog and dropped on a cell, unless an hour is chosen for all', async ({
  demo,
}) => {
  const day = dayIn(7);
  const { ids, technicians, slot, second } = await visitsFor(demo, day, [null, null, 0]);
  const [early, late, other] = ids as [number, number, number];
  await demo.jefe('visit/edit', { visit_id: late, timestripe_id: second.id });
  const { page } = await demo.signedIn('jefe', { at: boardAt(demo, day) });
  const choose = async (...some: number[]) => {
    for (const id of some) {
      await card(page, id).focus();
      await page.keyboard.press('Space');
    }
  };
  const taker = technicians[1]!;
  await choose(early, late);
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Mover a… (2 visitas)' });
  await expect(dialog.getByRole('textbox', { name: 'Franja' })).toHaveValue('Cada una en su franja');
  await expect(dialog.getByText(/Cambia el horario/)).toHaveCount(0);
  await dialog.getByRole('textbox', { name: 'Técnico' }).fill(taker.name);
  await page.getByRole('option', { name: taker.name, exact: true }).click();
  await dialog.getByRole('button', { name: 'Mover', exact: true }).click();
  await expect(cellOf(page, taker.tech_id, slot.id).locator(`[data-visit-id="${early}"]`)).toBeVisible();
  await expect(cellOf(page, taker.tech_id, second.id).locator(`[data-visit-id="${late}"]`)).toBeVisible();
  await expect
    .poll(async () => (await dayNow(demo, day))(taker.tech_id))
    .toEqual(expect.arrayContaining([early, late]));

  // What was moved is chosen no more.
  await expect(page.getByText(/ elegidas?$/)).toHaveCount(0);
  // Dropped on one slot they are asked about, and the technicians differ too.
  await choose(early, late, other);
  await card(page, early).dragTo(cellOf(page, technicians[2]!.tech_id, second.id));
  const three = page.getByRole('dialog', { name: 'Mover a… (3 visitas)' });
  await expect(three.getByRole('textbox', { name: 'Franja' })).toHaveValue('Cada una en su franja');
  await expect(three.getByRole('textbox', { name: 'Técnico' })).toHaveValue(technicians[2]!.name);
  await three.getByRole('textbox', { name: 'Técnico' }).click();
  await page.getByRole('option', { name: 'Cada una con su técnico' }).click();
  await three.getByRole('textbox', { name: 'Franja' }).click();
  await page.getByRole('option', { name: new RegExp(`^${second.name}`) }).click();
  await expect(three.getByText('Cambia el horario de 2 clientes:')).toBeVisible();
  await expect(three.getByRole('listitem')).toHaveCount(2);
  await three.getByRole('button', { name: 'Mover', exact: true }).click();
  for (const id of [early, late])
    await expect(cellOf(page, taker.tech_id, second.id).locator(`[data-visit-id="${id}"]`)).toBeVisible();
  await expect(
    cellOf(page, technicians[0]!.tech_id, second.id).locator(`[data-visit-id="${other}"]`),
  ).toBeVisible();
});

test('Ctrl+Z takes back the move that is shown, though its answer is still on the way', async ({ demo }) => {
  const day = dayIn(6);
  const { ids, technicians, slot, second } = await visitsFor(demo, day, [0, 0]);
  const [a, b] = ids as [number, number];
  const first = technicians[0]!.tech_id;
  const { page } = await demo.signedIn('jefe', { at: boardAt(demo, day) });
  await card(page, a).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible();

  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/do/placeVisits', async (route) => {
    await held;
    await route.continue();
  });
  await card(page, b).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(cellOf(page, first, second.id).locator(`[data-visit-id="${b}"]`)).toBeVisible();
  await page.keyboard.press('Control+z');
  answer();
  await expect(page.getByText('El cambio se deshizo.')).toBeVisible();
  await expect(cellOf(page, first, slot.id).locator(`[data-visit-id="${b}"]`)).toBeVisible();
  await expect(cellOf(page, first, second.id).locator(`[data-visit-id="${a}"]`)).toBeVisible();
});

test('a full slot says so before and after a card is dropped, and takes more with a reason alone', async ({
  demo,
}) => {
  const day = dayIn(2);
  const { ids, technicians, slot, second } = await visitsFor(demo, day, [0, null]);
  const [mine, free] = ids as [number, number];
  const { jefe } = demo;
  await jefe('visit/edit', { visit_id: mine, timestripe_id: second.id });
  await jefe('timestripes/edit_day', { timestripe_id: second.id, date: day, capacity: 1 });
  const { page } = await demo.signedIn('jefe', { at: boardAt(demo, day) });
  await expect(page.getByRole('columnheader', { name: /sin lugares/ })).toBeVisible();
  await card(page, free).dragTo(cellOf(page, technicians[0]!.tech_id, second.id));
  const dialog = page.getByRole('dialog', { name: 'Mover a… (1 visita)' });
  await expect(dialog.getByText('No quedan lugares en esa franja.')).toBeVisible();
  await expect(
    dialog.getByRole('group', { name: 'Lo más cercano:' }).getByRole('button').first(),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Mover', exact: true }).click();
  await expect(dialog.getByText('Escribí por qué se supera el cupo, con 5 a 100 caracteres.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Motivo para superar el cupo' }).fill('Reclamo de un hospital');
  await dialog.getByRole('button', { name: 'Mover', exact: true }).click();
  await expect(
    cellOf(page, technicians[0]!.tech_id, second.id).locator(`[data-visit-id="${free}"]`),
  ).toBeVisible();
  await expect(cellOf(page, null, slot.id).locator(`[data-visit-id="${free}"]`)).toHaveCount(0);
  await jefe('timestripes/edit_day', { timestripe_id: second.id, date: day, capacity: null });
});

test('an order that is dropped on the board becomes a visit there', async ({ demo }) => {
  const day = dayIn(3);
  const { technicians, slot } = await visitsFor(demo, day, []);
  const [order] = await demo.unscheduledOrders();
  const at = `/jefetec?op=${demo.operation}&vista=dia&dia=${day}&sinvisita=1`;
  const { page } = await demo.signedIn('jefe', { at });
  const cell = cellOf(page, technicians[0]!.tech_id, slot.id);
  await page.locator(`[data-order="${order!.ot_number}"]`).dragTo(cell);
  await expect(page.getByText('Se generó la visita #')).toBeVisible();
  await expect(cell.locator('[data-visit-id]')).toHaveCount(1);
});

test('on a phone the day is a list by technician, with the same moves', async ({ demo }) => {
  const day = dayIn(4);
  const { ids, technicians } = await visitsFor(demo, day, [null]);
  const { page } = await demo.signedIn('jefe', { phone: true, at: boardAt(demo, day) });
  await card(page, ids[0]!).focus();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Mover a… (1 visita)' });
  await dialog.getByRole('textbox', { name: 'Técnico' }).click();
  await page.getByRole('option', { name: technicians[0]!.name }).click();
  await dialog.getByRole('button', { name: 'Mover', exact: true }).click();
  const person = page.locator(`details[data-technician-id="${technicians[0]!.tech_id}"]`);
  await expect(person.getByText('1 visita')).toBeVisible();
  expect(await problems(page, 'day board')).toEqual([]);
});

test('a user without the permission to assign sees the day, and moves nothing in it', async ({ demo }) => {
  const day = dayIn(5);
  const { ids } = await visitsFor(demo, day, [null]);
  const { page } = await demo.signedIn('sac', { at: boardAt(demo, day) });
  await expect(card(page, ids[0]!)).toHaveAttribute('draggable', 'false');
  await card(page, ids[0]!).focus();
  await page.keyboard.press('m');
  await expect(page.getByText('No poseés permisos para asignar visitas')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Mover a… (1 visita)' })).toHaveCount(0);
  // Nor on the map, which has nothing to select with.
  await page.goto(`/jefetec?op=${demo.operation}&vista=mapa&dia=${day}`);
  await expect(page.locator(`[data-map-row="visit-${ids[0]}"]`)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Elegir visita/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Elegir con un/ })).toHaveCount(0);
});

test('the keys of a board go on after its view was chosen by a press', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  await page.getByRole('radiogroup', { name: 'Vista' }).getByText('Día').click();
  await expect(page).toHaveURL(/vista=dia/);
  await expect(page.getByRole('radio', { name: 'Día' })).toBeFocused();
  // The keys come with the board.
  await expect(page.locator('tr[data-technician-id]').first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/dia=\d/);
});

test('twelve technicians and six slots are in view at once, and a visit that moves between two of them moves no row', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe', { at: boardAt(demo, today()) });
  await page.setViewportSize({ width: 1366, height: 768 });
  const rows = page.locator('tr[data-technician-id]:not([data-unassigned])');
  await expect(rows.first()).toBeVisible();
  const { technicians } = (await demo.jefe<Day>('day', { subsidiary: demo.operation, date: today() })).data;
  const seen = () =>
    page.evaluate(() => {
      const { bottom, right } = document.getElementById('week')!.getBoundingClientRect();
      const within = (part: Element) => {
        const box = part.getBoundingClientRect();
        return box.bottom <= bottom && box.right <= right;
      };
      return {
        rows: [...document.querySelectorAll('tr[data-technician-id]:not([data-unassigned])')].filter(within)
          .length,
        slots: [...document.querySelectorAll('#week thead th')].filter(within).length - 1,
      };
    });
  await expect.poll(seen).toMatchObject({ rows: Math.min(12, technicians.length) });
  expect((await seen()).slots).toBeGreaterThanOrEqual(5);
  // Another user moves a visit to and fro.
  await page.evaluate(watchShifts, false);
  const { visitId } = await demo.freeVisit();
  const news = page.locator('[data-news]');
  await expect(news).toContainText(`Visita ${visitId}`);
  await expect(news).toContainText('es nueva');
  for (const at of [0, 2, 0, 2]) {
    const { tech_id: taker, name } = technicians[at]!;
    await demo.jefe('visit/edit', { visit_id: visitId, tech_id: taker });
    await expect(
      page.locator(`tr[data-technician-id="${taker}"] [data-visit-id="${visitId}"]`),
    ).toBeAttached();
    // What changed is said, to those who cannot see it move.
    await expect(news).toContainText(`ahora la tiene ${name}`);
  }
  expect(await shiftOf(page)).toBeLessThan(0.05);
  await demo.cancelVisit(visitId);
});

test('the opened visit is marked beside its panel, and the same filter holds in the week, the day and the map', async ({
  demo,
}) => {
  const day = dayIn(15);
  const { ids, technicians } = await visitsFor(demo, day, [0, 1]);
  const [mine, other] = ids as [number, number];
  const { page } = await demo.signedIn('jefe', { at: boardAt(demo, day) });
  await card(page, mine).click();
  await expect(page.getByRole('dialog', { name: /^Visita #\d+$/ })).toBeVisible();
  await expect(card(page, mine)).toHaveAttribute('data-looked', 'true');
  await expect(card(page, other)).not.toHaveAttribute('data-looked', 'true');
  await page.keyboard.press('Escape');
  await expect(card(page, mine)).not.toHaveAttribute('data-looked', 'true');
  const technician = technicians[0]!.tech_id;
  const address = `/jefetec?op=${demo.operation}&lista=0&dia=${day}&semana=${day}&dias=corridos`;
  for (const view of ['', '&vista=dia', '&vista=mapa']) {
    await page.goto(address + view);
    await expect(card(page, other)).toBeVisible();
    await page.getByRole('button', { name: /^Filtros/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Filtros' });
    await dialog.getByLabel('Técnico', { exact: true }).selectOption(String(technician));
    await expect(page).toHaveURL(new RegExp(`tecnico=${technician}`));
    await expect(card(page, other)).toHaveCount(0);
    await expect(card(page, mine)).toBeVisible();
    await dialog.getByRole('button', { name: 'Quitar filtros' }).click();
    await expect(card(page, other)).toBeVisible();
    await page.keyboard.press('Escape');
    const number = (await card(page, mine).getAttribute('aria-label'))!.match(/OT (\d{11})/)![1]!;
    await page.getByRole('searchbox', { name: /^Buscar en/ }).fill(number);
    await expect(card(page, other)).toHaveCount(0);
    await expect(card(page, mine)).toBeVisible();
  }
});

test('technicians are ordered by load, and one who is pinned stands first on every visit to the day', async ({
  demo,
}) => {
  const day = dayIn(16);
  const { technicians } = await visitsFor(demo, day, [0, 0, 1]);
  const { page } = await demo.signedIn('jefe', { at: boardAt(demo, day) });
  const rows = page.locator('tr[data-technician-id]:not([data-unassigned])');
  const first = (id: number) => expect(rows.first()).toHaveAttribute('data-technician-id', String(id));
  await first(technicians[0]!.tech_id);
  const order = page.getByRole('button', { name: /^Carga/ });
  await order.click();
  await expect(page).toHaveURL(/ordenar=menos/);
  await first(technicians[2]!.tech_id);
  await order.click();
  await first(technicians[0]!.tech_id);
  await order.click();
  await expect(page).not.toHaveURL(/ordenar=/);
  const pinned = technicians.at(-1)!;
  const saved = page.waitForResponse('**/do/savePreferences');
  await page.getByRole('button', { name: `Fijar a ${pinned.name} arriba` }).click();
  await first(pinned.tech_id);
  await saved;
  await page.reload();
  await first(pinned.tech_id);
  await page.getByRole('button', { name: `No fijar más a ${pinned.name} arriba` }).click();
  await first(technicians[0]!.tech_id);
});

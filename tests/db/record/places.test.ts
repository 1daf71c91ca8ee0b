import { describe, expect, it } from 'vitest';
import { finishVisit } from '../../../db/commands/field/finish-visit.ts';
import { editSlot } from '../../../db/commands/settings/edit-slot.ts';
import { editSlotDay } from '../../../db/commands/settings/edit-slot-day.ts';
import { createVisit } from '../../../db/commands/visits/create-visit.ts';
import { editVisit } from '../../../db/commands/visits/edit-visit.ts';
import { placeVisits } from '../../../db/commands/visits/place-visits.ts';
import { rescheduleVisits } from '../../../db/commands/visits/reschedule-visits.ts';
import { undoChange } from '../../../db/commands/visits/undo-change.ts';
import { listSlots } from '../../../db/reads/settings/operation.ts';
import { listFreePlaces, readPlaces } from '../../../db/reads/visits/places.ts';
import { listWrongCounters, recountPlaces } from '../../../db/record/places.ts';
import { type Actor, everyPermission } from '../../../machines/access/permissions.ts';
import { capacityOn } from '../../../machines/calendar/capacity.ts';
import { addDays, mondayOf, today } from '../../../machines/calendar/slots.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import {
  actorOf,
  addOrder,
  addReason,
  addSlot,
  addUser,
  addVisit,
  makeWorld,
  type World,
} from '../../support/record/fixtures.ts';

// The capacity of slots, which no way of putting a visit exceeds (contract §10).

const record = openRecord({ reads: 10, transactions: 20 });
const tomorrow = addDays(today(new Date()), 1);
const full = 'No quedan lugares en esa franja.';
let reasons: Promise<unknown> | undefined;

type Place = World & { jefe: Actor; other: number };

/** A world whose slot of tomorrow has places; `other`: a slot of any number. */
async function place(capacity: number | null): Promise<Place> {
  const { sql } = record();
  reasons ??= addReason(sql, { value: 70, text: 'Pide otra fecha', cancels: true, reschedules: true });
  await reasons;
  const world = await makeWorld(sql, { slot: { capacity } });
  const other = await addSlot(sql, world.operation, { name: 'Tarde', fromHour: 14, toHour: 18 });
  const jefe = await actorOf(sql, await addUser(sql, world.operation));
  return { ...world, other, jefe };
}

const as = (actor: Actor, key?: string) => ({ db: record(), actor, ...(key ? { key } : {}) });
const without = (actor: Actor): Actor => ({
  ...actor,
  permissions: everyPermission.filter((permission) => permission !== 'can_overbook'),
});

/** A visit of tomorrow for an order of its own. */
async function make(at: Place, more: Record<string, unknown> = {}, actor = at.jefe) {
  const number = await addOrder(record().sql, at.clientId);
  return createVisit(as(actor), {
    ...{ ot_type: 1, ot_number: number, possibleDate: tomorrow, timestripe: at.slotId },
    ...more,
  });
}
const made = async (at: Place, more: Record<string, unknown> = {}): Promise<number> => {
  const answer = await make(at, more);
  if (isRefusal(answer)) throw new Error(answer.text);
  return answer.visit_id;
};
const cancel = (at: Place, id: number) =>
  finishVisit(as(at.jefe), { visit_id: id, status: 70, extra_comments: 'No hace falta.' });
const reschedule = (at: Place, ids: number | number[], more: object = {}) =>
  rescheduleVisits(as(at.jefe), {
    ...{ visit_id: ids, new_date: tomorrow, new_timestripe: at.slotId, new_status: 70 },
    ...{ reschedule_comments: 'El cliente viaja.', ...more },
  });
const leftOf = async (at: Place, day = tomorrow, slotId = at.slotId) => {
  const slot = (await listSlots(record(), [at.operation])).find(({ id }) => id === slotId)!;
  return (await readPlaces(record(), at.operation, day, day))(slot, day).left;
};
const wrong = () => listWrongCounters(record().sql);
const eventsOf = async (id: number) => [
  ...(await record().sql<{ name: string; note: string | null }[]>`
    select name, data ->> 'note' as note from events where visit_id = ${id} order by version`),
];
const setCapacity = (at: Place, more: object) => editSlot(as(at.jefe), { id: at.slotId, ...more });

describe('a slot with a capacity', () => {
  it('takes exactly its number of 200 creations at once', async () => {
    const at = await place(10);
    const orders: string[] = [];
    for (let n = 0; n < 200; n++) orders.push(await addOrder(record().sql, at.clientId));
    const answers = await Promise.all(
      orders.map((number) =>
        createVisit(as(at.jefe), {
          ...{ ot_type: 1, ot_number: number, possibleDate: tomorrow, timestripe: at.slotId },
        }),
      ),
    );
    expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(10);
    const refused = answers.filter(isRefusal);
    expect(new Set(refused.map(({ text }) => text))).toEqual(new Set([full]));
    expect(refused[0]).toMatchObject({ status: 409, left: 0, fields: { timestripe: full } });
    expect(await leftOf(at)).toBe(0);
    expect(await wrong()).toEqual([]);
  });

  it('gives a place back when a visit is cancelled or rescheduled, and not when it is done', async () => {
    const at = await place(2);
    const first = await made(at);
    const second = await made(at);
    expect(await make(at)).toMatchObject({ code: 'slot-full' });
    await cancel(at, first);
    expect(await leftOf(at)).toBe(1);
    await reschedule(at, second, { new_timestripe: at.other });
    expect(await leftOf(at)).toBe(2);
    expect(await wrong()).toEqual([]);
  });

  it('takes many rescheduled visits or none, saying how many fit', async () => {
    const at = await place(3);
    await made(at);
    const ids: number[] = [];
    for (let n = 0; n < 3; n++) ids.push(await made(at, { timestripe: at.other }));
    expect(await reschedule(at, ids)).toMatchObject({
      code: 'slot-full',
      left: 2,
      fields: { timestripe: 'Entran 2 de las 3 visitas.' },
    });
    expect(await leftOf(at)).toBe(2);
    expect(isRefusal(await reschedule(at, ids.slice(0, 2)))).toBe(false);
    expect(await leftOf(at)).toBe(0);
    expect(await wrong()).toEqual([]);
  });

  it('is not entered by a change of slot, nor by an undo once its place is taken', async () => {
    const at = await place(1);
    const inside = await made(at);
    const outside = await made(at, { timestripe: at.other });
    expect(await editVisit(as(at.jefe), { visit_id: outside, timestripe_id: at.slotId })).toMatchObject({
      text: full,
    });
    await editVisit(as(at.jefe, 'out'), { visit_id: inside, timestripe_id: at.other });
    await editVisit(as(at.jefe), { visit_id: outside, timestripe_id: at.slotId });
    expect(await undoChange(as(at.jefe), { visit_id: inside, key: 'out' })).toMatchObject({ text: full });
    expect(await wrong()).toEqual([]);
  });

  it('is the same slot for two opposite moves at once, which never deadlock', async () => {
    const at = await place(50);
    const [a, b] = [await made(at), await made(at, { timestripe: at.other })];
    for (let n = 0; n < 15; n++) {
      const [one, two] = n % 2 ? [at.slotId, at.other] : [at.other, at.slotId];
      const answers = await Promise.all([
        placeVisits(as(at.jefe), { visit_id: a, timestripe_id: one }),
        placeVisits(as(at.jefe), { visit_id: b, timestripe_id: two }),
      ]);
      expect(answers.filter(isRefusal)).toEqual([]);
    }
    expect(await wrong()).toEqual([]);
  });
});

describe('going over the capacity', () => {
  it('needs the permission and a reason, is an event, and marks the visit', async () => {
    const at = await place(1);
    await made(at);
    const reason = 'Reclamo de un hospital';
    expect(await make(at, { overbook: true, overbook_reason: reason }, without(at.jefe))).toMatchObject({
      status: 403,
    });
    expect(await make(at, { overbook: true, overbook_reason: 'Sí' })).toMatchObject({
      status: 422,
      fields: { overbook_reason: 'Escribí por qué se supera el cupo, con 5 a 100 caracteres.' },
    });
    const id = await made(at, { overbook: true, overbook_reason: reason });
    expect(await eventsOf(id)).toEqual([
      { name: 'visit.created', note: null },
      { name: 'visit.overbooked', note: reason },
    ]);
    const [row] = await record().sql`select overbooked from visits where id = ${id}`;
    expect(row).toEqual({ overbooked: true });
    expect(await make(at)).toMatchObject({ code: 'slot-full' });
    expect(await wrong()).toEqual([]);
  });

  it('marks only the visits that do not fit', async () => {
    const at = await place(2);
    const ids: number[] = [];
    for (let n = 0; n < 3; n++) ids.push(await made(at, { timestripe: at.other }));
    const answer = await placeVisits(as(at.jefe), {
      ...{ visit_id: ids, timestripe_id: at.slotId, overbook: true, overbook_reason: 'Corte de la zona' },
    });
    expect(isRefusal(answer)).toBe(false);
    const rows = await record().sql`select overbooked from visits where id = any(${ids}::int[]) order by id`;
    expect(rows.map(({ overbooked }) => overbooked)).toEqual([false, false, true]);
    expect(await wrong()).toEqual([]);
    await editVisit(as(at.jefe), { visit_id: ids[2]!, timestripe_id: at.other });
    expect(await leftOf(at)).toBe(0);
    const [row] = await record().sql`select overbooked from visits where id = ${ids[2]!}`;
    expect(row).toEqual({ overbooked: false });
    expect(await wrong()).toEqual([]);
  });

  it('is no mark where there was a place', async () => {
    const at = await place(5);
    const id = await made(at, { overbook: true, overbook_reason: 'Por las dudas' });
    expect((await eventsOf(id)).map(({ name }) => name)).toEqual(['visit.created']);
  });
});

describe('the capacity of a slot', () => {
  it('below what is taken leaves the visits and no places, until enough of them go', async () => {
    const at = await place(5);
    const ids = [await made(at), await made(at), await made(at)];
    expect(isRefusal(await setCapacity(at, { capacity: 1 }))).toBe(false);
    expect(await leftOf(at)).toBe(0);
    await cancel(at, ids[0]!);
    expect(await make(at)).toMatchObject({ code: 'slot-full' });
    await cancel(at, ids[1]!);
    await cancel(at, ids[2]!);
    expect(await leftOf(at)).toBe(1);
    expect(isRefusal(await make(at))).toBe(false);
    expect(await wrong()).toEqual([]);
  });

  it('is of its weekday, and of a single day before both, as the database says too', async () => {
    const at = await place(9);
    const monday = addDays(mondayOf(tomorrow), 7);
    await setCapacity(at, { capacity_by_weekday: [4, null, 0, 7, null, 2, 1] });
    await editSlotDay(as(at.jefe), { timestripe_id: at.slotId, date: addDays(monday, 3), capacity: 0 });
    const slot = (await listSlots(record(), [at.operation])).find(({ id }) => id === at.slotId)!;
    const days = Array.from({ length: 7 }, (_, n) => addDays(monday, n));
    expect(days.map((day) => capacityOn(slot, day))).toEqual([4, 9, 0, 0, 9, 2, 1]);
    const rows = await record().sql<{ capacity: number }[]>`
      select slot_capacity(${at.slotId}, d::date) as capacity from unnest(${days}::text[]) with ordinality u (d, n) order by n`;
    expect(rows.map(({ capacity }) => capacity)).toEqual([4, 9, 0, 0, 9, 2, 1]);
    expect(await make(at, { possibleDate: days[3] })).toMatchObject({ code: 'slot-full' });
    const far = { timestripe_id: at.slotId, date: addDays(today(new Date()), 732), capacity: 1 };
    expect(await editSlotDay(as(at.jefe), far)).toMatchObject({ code: 'day-too-far', status: 422 });
    await editSlotDay(as(at.jefe), { timestripe_id: at.slotId, date: days[3], capacity: null });
    expect(isRefusal(await make(at, { possibleDate: days[3] }))).toBe(false);
    expect(await leftOf(at, days[3])).toBe(6);
  });

  it('changes for places that are taken already, with its history and version', async () => {
    const at = await place(null);
    await made(at);
    const answer = await setCapacity(at, { capacity: 2, version: 1 });
    expect(answer).toEqual({ id: at.slotId, version: 2, open_visits: 0 });
    expect(await leftOf(at)).toBe(1);
    expect(await setCapacity(at, { capacity: 3, version: 1 })).toMatchObject({ code: 'slot-changed' });
    expect(await setCapacity(at, { capacity: 0 })).toMatchObject({ status: 422 });
    const [event] = await record().sql<{ data: { from: object; to: object } }[]>`
      select data from events where operation = ${at.operation} and name = 'slots.changed'`;
    expect(event!.data).toMatchObject({ from: { capacity: null }, to: { capacity: 2 } });
    await setCapacity(at, { capacity: null });
    expect(await leftOf(at)).toBeNull();
  });
});

it('offers the nearest places where a slot is full', async () => {
  const at = await place(1);
  await made(at);
  const near = await listFreePlaces(record(), at.operation, tomorrow, { now: new Date(), count: 2 });
  expect(near.map(({ day, id, left }) => ({ day, id, left }))).toEqual([
    { day: tomorrow, id: at.other, left: null },
    { day: addDays(tomorrow, 1), id: at.slotId, left: 1 },
  ]);
});

it('counts anew what passed the counters', async () => {
  const at = await place(3);
  await record().sql`alter table visits disable trigger user`;
  await addVisit(
    record().sql,
    { ...at, orderNumber: await addOrder(record().sql, at.clientId) },
    { day: tomorrow },
  );
  await record().sql`alter table visits enable trigger user`;
  expect(await wrong()).toMatchObject([{ operation: at.operation, taken: 0, visits: 1 }]);
  await record().transactions.begin((tx) => recountPlaces(tx));
  expect(await wrong()).toEqual([]);
  expect(await leftOf(at)).toBe(2);
});

describe('the order inside a technician’s slot', () => {
  const orderOf = async (at: Place) =>
    (
      await record().sql<{ id: number }[]>`select id from visits where operation = ${at.operation}
        and day = ${tomorrow} and slot_id = ${at.slotId} and technician_id = ${at.technicianId} order by coalesce(rank, id), id`
    ).map(({ id }) => id);
  const versions = async (ids: number[]) =>
    (
      await record().sql<
        { version: number }[]
      >`select version from visits where id = any(${ids}::int[]) order by id`
    ).map(({ version }) => version);

  it('is moved one by one without numbering the others, and taken back', async () => {
    const at = await place(null);
    const ids: number[] = [];
    for (let n = 0; n < 4; n++) ids.push(await made(at, { assigned_to: at.technicianId }));
    const [a, b, c, d] = ids as [number, number, number, number];
    await editVisit(as(at.jefe), { visit_id: d, position: 1 });
    await editVisit(as(at.jefe, 'b'), { visit_id: a, position: 3 });
    expect(await orderOf(at)).toEqual([d, b, a, c]);
    expect(await versions([a, b, c, d])).toEqual([2, 1, 1, 2]);
    await undoChange(as(at.jefe), { visit_id: a, key: 'b' });
    expect(await orderOf(at)).toEqual([d, a, b, c]);
    const same = await editVisit(as(at.jefe), { visit_id: d, position: 1 });
    expect(same).toMatchObject({ version: 2 });
  });

  it('takes many at once, at their place in it', async () => {
    const at = await place(null);
    const [a, b] = [
      await made(at, { assigned_to: at.technicianId }),
      await made(at, { assigned_to: at.technicianId }),
    ];
    const free = [await made(at, { timestripe: at.other }), await made(at)];
    const answer = await placeVisits(as(at.jefe, 'many'), {
      ...{ visit_id: free, tech_id: at.technicianId, timestripe_id: at.slotId, position: 2 },
    });
    expect(answer).toMatchObject({ changed: 2 });
    expect(await orderOf(at)).toEqual([a, ...free, b]);
    await undoChange(as(at.jefe), { visit_id: free, key: 'many' });
    expect(await orderOf(at)).toEqual([a, b]);
  });

  it('is no conflict for a command that saw the order before, and a move to another slot is', async () => {
    const at = await place(null);
    const [a, b] = [
      await made(at, { assigned_to: at.technicianId }),
      await made(at, { assigned_to: at.technicianId }),
    ];
    await editVisit(as(at.jefe), { visit_id: a, position: 2 });
    const note = { tech_comments: 'Toca timbre', version: 1 };
    expect(await editVisit(as(at.jefe), { visit_id: a, ...note })).toMatchObject({ version: 3 });
    await placeVisits(as(at.jefe), { visit_id: b, timestripe_id: at.other, position: 1 });
    expect(await editVisit(as(at.jefe), { visit_id: b, ...note })).toMatchObject({ code: 'stale-version' });
  });

  it('still has room after a hundred moves into the same gap', async () => {
    const at = await place(null);
    const ids: number[] = [];
    for (let n = 0; n < 3; n++) ids.push(await made(at, { assigned_to: at.technicianId }));
    const [a, ...moving] = ids as [number, number, number];
    for (let n = 0; n < 100; n++) {
      const last = moving[n % 2]!;
      await editVisit(as(at.jefe), { visit_id: last, position: 2 });
      expect(await orderOf(at)).toEqual([a, last, moving[(n + 1) % 2]]);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { takeVisit } from '../../../db/commands/field/take-visit.ts';
import { createVisit } from '../../../db/commands/visits/create-visit.ts';
import { rescheduleVisits } from '../../../db/commands/visits/reschedule-visits.ts';
import { undoChange } from '../../../db/commands/visits/undo-change.ts';
import { readChanges } from '../../../db/feed/changes.ts';
import { findOrder } from '../../../db/reads/orders/order.ts';
import { listOwnChanges } from '../../../db/reads/people/own-changes.ts';
import { listWrongCounters } from '../../../db/record/places.ts';
import { openKeys } from '../../../db/secrets/keys.ts';
import type { Actor } from '../../../machines/access/permissions.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { holdSeconds } from '../../../machines/events.ts';
import { undoSeconds } from '../../../machines/visit/undo-time.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { actorOf, addOrder, addReason, addTechnician, makeWorld } from '../../support/record/fixtures.ts';

// A visit that was made by mistake is taken back before its customer is notified (ux.md U68).

const record = openRecord();
const keys = openKeys({ secret: 'x'.repeat(40), publicUrl: 'https://agenda.example' });
const tomorrow = addDays(today(new Date()), 1);
const code = (answer: object) => (isRefusal(answer) ? answer.code : 'ok');
const as = (actor: Actor, more: { key?: string; now?: Date } = {}) => ({
  db: record(),
  actor,
  keys,
  ...more,
});

async function created(change: object = {}, day = tomorrow) {
  const made = await makeWorld(record().sql);
  const orderNumber = await addOrder(record().sql, made.clientId);
  const actor = await actorOf(record().sql, made.userId);
  const key = `create-${orderNumber}`;
  const answer = await createVisit(as(actor, { key }), {
    ot_type: 1,
    ot_number: orderNumber,
    possibleDate: day,
    timestripe: made.slotId,
    undoable: true,
    ...change,
  });
  if (isRefusal(answer)) throw new Error(answer.text);
  const visitId = answer.visit_id;
  const undo = (by = actor, more: { now?: Date } = {}) =>
    undoChange(as(by, more), { visit_id: visitId, key });
  return { ...made, orderNumber, actor, key, visitId, undo };
}

const countOf = async (visitId: number) => {
  const [row] = await record().sql<{ visits: number; notices: number; links: number; places: number }[]>`
    select (select count(*)::int from visits where id = ${visitId}) as visits,
      (select count(*)::int from notices where visit_id = ${visitId}) as notices,
      (select count(*)::int from visit_links where visit_id = ${visitId}) as links,
      (select count(*)::int from order_visits where visit_id = ${visitId}) as places`;
  return row!;
};

describe('taking a creation back', () => {
  it('holds its messages until it cannot be taken back, and only where its sender asked for that', async () => {
    const held = async (visitId: number) => {
      const [row] = await record().sql<{ seconds: number }[]>`
        select round(extract(epoch from not_before - created_at))::int as seconds from notices where visit_id = ${visitId}`;
      return row!.seconds;
    };
    expect(await held((await created()).visitId)).toBe(holdSeconds);
    expect(await held((await created({ undoable: false })).visitId)).toBe(0);
  });

  it('leaves no visit, no message and no link, gives the place back, and the order waits again', async () => {
    const { actor, visitId, orderNumber, operation, undo } = await created({ tech_comments: 'perro' });
    expect(await countOf(visitId)).toEqual({ visits: 1, notices: 1, links: 1, places: 1 });
    const [before] = await record().sql<{ version: number }[]>`
      select version from operations where code = ${operation}`;
    expect(await undo()).toEqual({ visit_id: [visitId] });
    expect(await countOf(visitId)).toEqual({ visits: 0, notices: 0, links: 0, places: 0 });
    expect(await listWrongCounters(record().sql)).toEqual([]);
    expect((await findOrder(record(), actor, { number: orderNumber }))?.visits).toEqual([]);
    const changes = await readChanges(record(), operation, before!.version);
    expect(changes).toMatchObject({
      events: [{ name: 'visit.withdrawn', visitId, order: orderNumber }],
      visits: [],
      orders: [{ number: orderNumber, visitState: 'none' }],
    });
    // Its place and its order are free for another one.
    expect(code(await undo())).toBe('visit-unknown');
  });

  it('stands among the last changes of who made it, with its key until then, and as taken back afterwards', async () => {
    const { actor, visitId, key, undo } = await created();
    const latest = async (now = new Date()) => (await listOwnChanges(record(), actor, now))[0];
    expect(await latest()).toMatchObject({ name: 'visit.created', visitIds: [visitId], key, undone: false });
    const after = new Date(Date.now() + (undoSeconds + 1) * 1_000);
    expect(await latest(after)).toMatchObject({ key: null, until: null, undone: false });
    await undo();
    expect(await latest()).toMatchObject({ visitIds: [visitId], key: null, undone: true });
    const other = { ...actor, userId: actor.userId + 1_000_000 };
    expect(await listOwnChanges(record(), other, new Date())).toEqual([]);
  });

  it('is refused once anything else happened to it, to everyone else, and when its time is over', async () => {
    const taken = await created({}, today(new Date()));
    const technician = await addTechnician(record().sql, taken.operation);
    const taking = as(await actorOf(record().sql, technician.userId, []));
    expect(code(await takeVisit(taking, { visit_id: taken.visitId }))).toBe('ok');
    expect(code(await taken.undo())).toBe('undo-too-late');
    const late = await created();
    const after = new Date(Date.now() + (undoSeconds + 1) * 1_000);
    expect(code(await late.undo(late.actor, { now: after }))).toBe('undo-expired');
    const other = await actorOf(record().sql, technician.userId);
    other.operations = late.actor.operations;
    expect(code(await late.undo(other))).toBe('nothing-to-undo');
    expect((await countOf(late.visitId)).visits).toBe(1);
  });

  it('is not for what was not created as undoable, nor for the visit that follows a rescheduled one', async () => {
    const plain = await created({ undoable: false });
    expect(code(await plain.undo())).toBe('nothing-to-undo');
    await addReason(record().sql, {
      value: 4_712,
      text: 'Pide otra fecha',
      cancels: true,
      reschedules: true,
    });
    const moved = (await rescheduleVisits(as(plain.actor, { key: 'move' }), {
      visit_id: plain.visitId,
      new_date: tomorrow,
      new_timestripe: plain.slotId,
      new_status: 4_712,
      reschedule_comments: 'pidió',
      checked: [],
    })) as { new_id: number };
    expect(code(await undoChange(as(plain.actor), { visit_id: moved.new_id, key: 'move' }))).toBe(
      'nothing-to-undo',
    );
  });
});

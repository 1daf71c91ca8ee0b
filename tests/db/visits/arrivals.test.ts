import { beforeAll, describe, expect, it } from 'vitest';
import { editConversation } from '../../../db/commands/conversation/edit-conversation.ts';
import { customerActor } from '../../../db/commands/conversation/lock-customer-visit.ts';
import { sayAtHome } from '../../../db/commands/conversation/say-at-home.ts';
import { arriveVisit } from '../../../db/commands/field/arrive-visit.ts';
import { finishVisit } from '../../../db/commands/field/finish-visit.ts';
import { recordCall } from '../../../db/commands/field/record-call.ts';
import { setOnTheWay } from '../../../db/commands/field/set-on-the-way.ts';
import { editVisit } from '../../../db/commands/visits/edit-visit.ts';
import { findVisit, listVisitEvents } from '../../../db/reads/visits/visit.ts';
import { instantOf, isoWithOffset, today } from '../../../machines/calendar/slots.ts';
import type { ArrivalMode } from '../../../machines/visit/arrival.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { actorOf, addReason, addSlot, addUser, makeWorld } from '../../support/record/fixtures.ts';

// 'Llegué' and the calls: the proof that a technician came (contract §8).

const record = openRecord();
beforeAll(async () => {
  await addReason(record().sql, { value: 20, text: 'Ausente', cancels: true, absence: true });
  await addReason(record().sql, { value: 30, text: 'Falta material' });
});

const place = { latitude: -33.89, longitude: -60.57, accuracy: 25.4 };
const absent = { status: 20, extra_comments: 'No atiende al timbre' };

/** A technician on the way, in an operation that uses 'Llegué' so. */
async function onTheWay(arrival?: ArrivalMode) {
  const made = await makeWorld(record().sql, { visit: { onTheWay: true } });
  const actor = await actorOf(record().sql, made.userId, ['can_edit_conversation']);
  const as = { db: record(), actor };
  if (arrival) await editConversation(as, { subsidiary_id: made.operation, arrival });
  const visit = { visit_id: made.visitId };
  const detail = async () => (await findVisit(record(), actor, made.visitId))!;
  return { as, actor, visit, detail };
}

describe('the arrival', () => {
  it('is kept with its moment and the position of the device, in whole metres', async () => {
    const { as, visit, detail } = await onTheWay();
    const happened_at = new Date(Date.now() - 60_000).toISOString();
    expect(await arriveVisit(as, { ...visit, ...place, happened_at })).toMatchObject({
      happened_at: isoWithOffset(new Date(happened_at)),
    });
    expect(await detail()).toMatchObject({
      arrived: true,
      onTheWay: true,
      arrivedAt: new Date(happened_at),
      position: { ...place, accuracy: 25 },
    });
  });

  it('needs no position, and takes no half or impossible one', async () => {
    const { as, visit, detail } = await onTheWay();
    for (const wrong of [{ latitude: -33 }, { ...place, latitude: 91 }, { ...place, longitude: 'oeste' }])
      expect(await arriveVisit(as, { ...visit, ...wrong })).toMatchObject({ status: 422 });
    expect(await detail()).toMatchObject({ arrived: false, position: null });
    expect(await arriveVisit(as, visit)).toEqual(visit);
    expect(await detail()).toMatchObject({ arrived: true, position: null });
  });

  it('of an earlier way does not stand for the next one', async () => {
    const { as, visit, detail } = await onTheWay();
    await arriveVisit(as, { ...visit, ...place });
    await finishVisit(as, { ...visit, status: 30 });
    await setOnTheWay(as, visit);
    expect(await detail()).toMatchObject({ arrived: false, arrivedAt: null });
    await arriveVisit(as, visit);
    expect(await detail()).toMatchObject({ arrived: true, position: null });
  });

  it('is asked for before a closing for absence where the operation says so, and only then', async () => {
    const offered = await onTheWay();
    expect(await finishVisit(offered.as, { ...offered.visit, ...absent })).toMatchObject({ cancelled: true });
    const asked = await onTheWay('asked');
    const closing = { ...asked.visit, ...absent };
    expect(await finishVisit(asked.as, closing)).toMatchObject({ code: 'arrival-required', status: 422 });
    expect((await asked.detail()).cancelled).toBe(false);
    await arriveVisit(asked.as, asked.visit);
    expect(await finishVisit(asked.as, closing)).toMatchObject({ cancelled: true });
  });
});

describe('a customer at home', () => {
  it('says so once, from two hours before the slot, and until the slot changes', async () => {
    const day = today(new Date());
    const { operation, visitId } = await makeWorld(record().sql, { visit: { day } });
    const as = (hour: number) => ({
      db: record(),
      actor: customerActor(operation),
      now: instantOf(day, hour),
    });
    const visit = { visit_id: visitId };
    expect(await sayAtHome(as(6), visit)).toMatchObject({
      code: 'at-home-too-early',
      text: 'Todavía falta para la visita.',
    });
    expect(await sayAtHome(as(8), visit)).toEqual(visit);
    expect(await sayAtHome(as(9), visit)).toEqual(visit);
    const row = async () => (await record().sql`select * from visits where id = ${visitId}`)[0]!;
    expect(await row()).toMatchObject({ atHomeAt: instantOf(day, 8), version: 2 });
    const [event] = await record().sql`select name, actor_name from events where visit_id = ${visitId}`;
    expect(event).toEqual({ name: 'visit.at_home', actorName: 'Cliente' });

    const dispatcher = await actorOf(record().sql, await addUser(record().sql, operation));
    const slotId = await addSlot(record().sql, operation, { name: 'Tarde', fromHour: 14, toHour: 18 });
    await editVisit({ db: record(), actor: dispatcher }, { ...visit, timestripe_id: slotId });
    expect((await row()).atHomeAt).toBeNull();
  });
});

describe('a call', () => {
  it('stands in the history with its moment, and makes no seen version outdated', async () => {
    const { as, actor, visit, detail } = await onTheWay();
    const { version } = await detail();
    await recordCall(as, visit);
    await recordCall(as, visit);
    const events = await listVisitEvents(record(), actor, visit.visit_id);
    expect(events.filter(({ name }) => name === 'visit.called')).toHaveLength(2);
    expect(await arriveVisit(as, { ...visit, version })).toEqual(visit);
  });
});

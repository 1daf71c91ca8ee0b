import { expect, it } from 'vitest';
import { editConversation } from '../../../db/commands/conversation/edit-conversation.ts';
import { arriveVisit } from '../../../db/commands/field/arrive-visit.ts';
import { sayRunningLate } from '../../../db/commands/field/say-running-late.ts';
import { changeTechnician } from '../../../db/commands/visits/change-technician.ts';
import { readReport } from '../../../db/reads/reports/read-report.ts';
import { addDays, instantOf, today } from '../../../machines/calendar/slots.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { actorOf, addTechnician, addUser, addVisit, makeWorld } from '../../support/record/fixtures.ts';

// 'Voy atrasado' (contract §8): of the technician's visits of today that are still to come.

const record = openRecord();
const day = today(new Date());
const now = instantOf(day, 8);

async function crew(late = false) {
  const world = await makeWorld(record().sql, { visit: { day, onTheWay: true } });
  const actor = await actorOf(record().sql, world.userId, ['can_edit_conversation']);
  const as = { db: record(), actor, now };
  if (late) await editConversation(as, { subsidiary_id: world.operation, late });
  const next = await addVisit(record().sql, world, { day });
  const lateOf = async (id: number) =>
    (await record().sql`select running_late, version from visits where id = ${id}`)[0]!;
  const notified = async () =>
    (
      await record()
        .sql`select visit_id, template from notices where operation = ${world.operation} order by visit_id`
    ).map(({ visitId, template }) => [visitId, template]);
  return { world, as, first: world.visitId, next, lateOf, notified };
}

it('marks what is to come today, and neither another day, another technician, an arrival nor what is closed', async () => {
  const { world, as, first, next, lateOf } = await crew();
  const other = await addTechnician(record().sql, world.operation);
  const untouched = [
    await addVisit(record().sql, world, { day: addDays(day, 1) }),
    await addVisit(record().sql, { ...world, technicianId: other.technicianId }, { day }),
    await addVisit(record().sql, world, { day, finished: true, statusId: 6, closedAt: now }),
  ];
  expect(await sayRunningLate(as, { minutes: 30 })).toEqual({ visit_id: [first, next] });
  expect(await lateOf(next)).toEqual({ runningLate: 30, version: 2 });
  for (const id of untouched) expect((await lateOf(id)).runningLate).toBeNull();

  await arriveVisit(as, { visit_id: first });
  expect((await lateOf(first)).runningLate).toBeNull();
  expect(await sayRunningLate(as, { minutes: null })).toEqual({ visit_id: [next] });
  expect((await lateOf(next)).runningLate).toBe(0);
});

it('notifies the customers only where the operation has it on', async () => {
  const silent = await crew();
  await sayRunningLate(silent.as, { minutes: 15 });
  expect(await silent.notified()).toEqual([]);
  const loud = await crew(true);
  await sayRunningLate(loud.as, { minutes: 15 });
  expect(await loud.notified()).toEqual([
    [loud.first, 'running-late'],
    [loud.next, 'running-late'],
  ]);
});

it('ends with another technician, and counts in no report', async () => {
  const { world, as, next, lateOf } = await crew();
  const dispatcher = {
    ...as,
    actor: await actorOf(record().sql, await addUser(record().sql, world.operation)),
  };
  const month = `${day.slice(0, 8)}01`;
  const lateReport = () =>
    readReport(record(), dispatcher.actor, 'late_finish', {
      ...{ operations: [world.operation], month, timeframe: 'all' as const, now },
    });
  const before = await lateReport();
  await sayRunningLate(as, { minutes: 60 });
  expect(await lateReport()).toEqual(before);
  const { technicianId } = await addTechnician(record().sql, world.operation);
  await changeTechnician(dispatcher, { visit_id: [next], tech_id: technicianId });
  expect((await lateOf(next)).runningLate).toBeNull();
});

it('refuses other minutes, and a technician without a visit to come', async () => {
  const { as, lateOf, next } = await crew();
  for (const minutes of [10, '15', undefined, 0])
    expect(await sayRunningLate(as, { minutes })).toMatchObject({ status: 422 });
  expect((await lateOf(next)).version).toBe(1);
  const idle = await makeWorld(record().sql, { visit: { technicianId: null } });
  const actor = await actorOf(record().sql, idle.userId, []);
  expect(await sayRunningLate({ ...as, actor }, { minutes: 15 })).toMatchObject({ code: 'nothing-to-come' });
});

import { expect, it } from 'vitest';
import { editSlot } from '../../../db/commands/settings/edit-slot.ts';
import { notifySlotHours } from '../../../db/commands/settings/notify-slot-hours.ts';
import { addDays, instantOf, today } from '../../../machines/calendar/slots.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { actorOf, addSlot, addUser, addVisit, makeWorld } from '../../support/record/fixtures.ts';

// The customers of a slot whose hours have changed (contract §6).

const record = openRecord({ transactions: 4 });
const day = today(new Date());
const tomorrow = addDays(day, 1);
const now = instantOf(day, 8);
const code = (answer: unknown) => (isRefusal(answer) ? answer.code : 'ok');

async function place() {
  const { sql } = record();
  const world = await makeWorld(sql, { visit: { day: tomorrow } });
  const as = { db: record(), actor: await actorOf(sql, await addUser(sql, world.operation)), now };
  const move = (to: number) => editSlot(as, { id: world.slotId, to });
  const notify = () => notifySlotHours(as, { timestripe_id: world.slotId });
  const notified = async () =>
    (
      await sql<{ visitId: number }[]>`
        select visit_id from notices where operation = ${world.operation} and template = 'visit-hours'
          and audience = 'customer' order by id`
    ).map(({ visitId }) => visitId);
  return { world, as, move, notify, notified };
}

it('are notified of its open visits from today on, and of no others', async () => {
  const { world, move, notify, notified } = await place();
  const { sql } = record();
  const later = await addVisit(sql, world, { day });
  await addVisit(sql, world, { day: addDays(day, -1) });
  await addVisit(sql, world, { day, onTheWay: true });
  await addVisit(sql, world, { day: tomorrow, finished: true, statusId: 6, closedAt: now });
  await addVisit(sql, { ...world, slotId: await addSlot(sql, world.operation) }, { day: tomorrow });
  await move(12);
  expect(await notify()).toEqual({ id: world.slotId, notified: 2 });
  expect(await notified()).toEqual([world.visitId, later]);
  const events = await sql`
    select name, visit_id, data from events where operation = ${world.operation} and name <> 'slots.changed' order by version`;
  expect(events).toEqual(
    [world.visitId, later].map((visitId) => ({
      name: 'visit.hours_notified',
      visitId,
      data: { to: { fromHour: 9, toHour: 12 } },
    })),
  );
});

it('are notified once of each change of its hours, whatever else of it changes', async () => {
  const { world, as, move, notify, notified } = await place();
  expect(code(await notify())).toBe('hours-already-notified');
  await editSlot(as, { id: world.slotId, name: 'Siesta', capacity: 40 });
  expect(code(await notify())).toBe('hours-already-notified');
  await move(12);
  await editSlot(as, { id: world.slotId, name: 'Mediodía' });
  expect((await Promise.all([notify(), notify(), notify()])).map(code).sort()).toEqual([
    'hours-already-notified',
    'hours-already-notified',
    'ok',
  ]);
  await move(14);
  expect(code(await notify())).toBe('ok');
  expect(await notified()).toEqual([world.visitId, world.visitId]);
});

it('are not notified by a user who may not edit slots, nor of the slot of another operation, nor where there are none', async () => {
  const { world, as, move, notify, notified } = await place();
  await move(12);
  const without = { ...as.actor, permissions: [] };
  expect(code(await notifySlotHours({ ...as, actor: without }, { timestripe_id: world.slotId }))).toBe(
    'permission-missing',
  );
  const elsewhere = await place();
  expect(code(await notifySlotHours(elsewhere.as, { timestripe_id: world.slotId }))).toBe('slot-unknown');
  await record().sql`update visits set day = ${addDays(day, -1)} where id = ${world.visitId}`;
  expect(code(await notify())).toBe('no-customers-to-notify');
  expect(await notified()).toEqual([]);
});

import { beforeEach, describe, expect, it } from 'vitest';
import { acknowledgeEvents } from '../../../db/commands/attention/acknowledge-events.ts';
import { answerQuestion } from '../../../db/commands/conversation/answer-question.ts';
import { cancelCustomerVisit } from '../../../db/commands/conversation/cancel-customer-visit.ts';
import { customerActor } from '../../../db/commands/conversation/lock-customer-visit.ts';
import { moveCustomerVisit } from '../../../db/commands/conversation/move-customer-visit.ts';
import { autoRelease } from '../../../db/commands/field/auto-release.ts';
import { finishVisit } from '../../../db/commands/field/finish-visit.ts';
import { markDelayed } from '../../../db/commands/field/mark-delayed.ts';
import { settleNotice } from '../../../db/commands/notices/record-notice.ts';
import { changeTechnician } from '../../../db/commands/visits/change-technician.ts';
import { readAttention } from '../../../db/reads/attention/attention.ts';
import { timerActor } from '../../../db/record/transact.ts';
import { addDays, instantOf, today } from '../../../machines/calendar/slots.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { keys } from '../../support/processes/web-server.ts';
import {
  actorOf,
  addReason,
  addUser,
  addVisit,
  makeWorld,
  type World,
} from '../../support/record/fixtures.ts';

// What needs attention (contract §12), by the commands that cause it and end it.

const record = openRecord();
const day = today(new Date());
let world: World;

beforeEach(async () => {
  const { sql } = record();
  for (const reason of [
    { value: 6, text: 'Concluida', finalizes: true },
    { value: 30, text: 'El cliente cancela', cancels: true, responsible: 'cliente' },
    { value: 40, text: 'El cliente cambia', cancels: true, reschedules: true, responsible: 'cliente' },
  ])
    if ((await sql`select 1 from reasons where value = ${reason.value}`).length === 0)
      await addReason(sql, reason);
  world = await makeWorld(sql);
  await sql`insert into conversations (operation, replies, question, notice_hours, changes)
    values (${world.operation}, true, true, 0, 9)`;
});

const at = (hour: number) => instantOf(day, hour);
const read = (now = new Date(), operations = [world.operation]) =>
  readAttention(record(), operations, { now });
const shown = async (now?: Date) => (await read(now)).items.map(({ reason, visit }) => [reason, visit.id]);
const by = async (userId = world.userId) => ({
  db: record(),
  actor: await actorOf(record().sql, userId),
  keys,
});
const timer = (now: Date) => ({ db: record(), actor: timerActor([world.operation]), now });
const customer = () => ({ db: record(), actor: customerActor(world.operation), keys });
const done = async (outcome: Promise<unknown>) => {
  const answer = await outcome;
  expect(isRefusal(answer), JSON.stringify(answer)).toBe(false);
  return answer as { visit_id: number };
};
const seenOf = (visit: string, slotId: number) => `${visit}.${slotId}.9.13`;

/** A message to the customer or the technician of the world's visit, and what became of it. */
async function send(step: 'SENT' | 'REJECTED', audience = 'customer') {
  const template = audience === 'customer' ? 'on-the-way' : 'technician-assigned';
  const [row] = await record().sql<{ id: number }[]>`
    insert into notices (key, operation, visit_id, audience, template, state, not_before)
    values (gen_random_uuid()::text, ${world.operation}, ${world.visitId}, ${audience}, ${template}, 'sending', now() - interval '1 minute')
    returning id`;
  await done(
    settleNotice({ db: record(), actor: timerActor([world.operation]) }, { notice_id: row!.id, step }),
  );
}

describe('the list', () => {
  it('has a visit while it is delayed, until it is closed', async () => {
    expect(await shown(at(12))).toEqual([]);
    await done(markDelayed(timer(at(13)), { visit_id: world.visitId }));
    expect(await shown(at(13))).toEqual([['delayed', world.visitId]]);
    await done(finishVisit(await by(), { visit_id: world.visitId, status: 6 }));
    expect(await shown(at(14))).toEqual([]);
  });

  it('has a visit that was released by itself until another technician has it', async () => {
    await done(autoRelease(timer(at(10)), { visit_id: world.visitId }));
    expect(await shown(at(10))).toEqual([['released', world.visitId]]);
    await done(
      changeTechnician(await by(), { visit_id: [world.visitId], tech_id: world.technicianId, tech_name: '' }),
    );
    expect(await shown(at(10))).toEqual([]);
  });

  it('has a visit without a technician from two hours before its slot, and says before when it will', async () => {
    const { sql } = record();
    const id = await addVisit(sql, world, { technicianId: null });
    await addVisit(sql, world, { technicianId: null, day: addDays(day, 1) });
    const before = await read(new Date(at(7).getTime() - 1));
    expect(before.items).toEqual([]);
    expect(before.later).toEqual([{ at: at(7), visits: [id] }]);
    const after = await read(at(7));
    expect(after.items).toMatchObject([
      {
        reason: 'unassigned',
        at: at(9),
        visit: {
          id,
          clientName: 'Ana Gómez',
          slotName: 'Mañana',
          technicianId: null,
          telephone: '3515550101',
        },
      },
    ]);
    expect(after.later).toEqual([]);
  });

  it('has what a customer cancelled or moved, and that it was not solved, until a user is aware of it', async () => {
    const { sql } = record();
    const place = { ...world, technicianId: world.technicianId };
    const later = addDays(day, 5);
    const [gone, moved] = [
      await addVisit(sql, place, { day: later }),
      await addVisit(sql, place, { day: later }),
    ];
    const over = await addVisit(sql, place, { finished: true, statusId: 6, closedAt: new Date() });
    const seen = seenOf(later, world.slotId);
    await done(cancelCustomerVisit(customer(), { visit_id: gone, seen }));
    const to = { new_date: addDays(day, 6), timestripe_id: world.slotId };
    const next = await done(moveCustomerVisit(customer(), { visit_id: moved, seen, ...to }));
    await done(answerQuestion(customer(), { visit_id: over, answer: 'no' }));
    const { items } = await read();
    expect(items.map(({ reason, visit, sourceId }) => [reason, visit.id, sourceId])).toEqual([
      ['cancelled', gone, gone],
      ['moved', next.visit_id, moved],
      ['unsolved', over, over],
    ]);
    expect(items[1]!.movedFrom).toEqual({ day: later, slotName: 'Mañana' });

    const { operation: subsidiary } = world;
    await done(acknowledgeEvents(await by(), { subsidiary, events: [items[0]!.event, items[2]!.event] }));
    expect(await shown()).toEqual([['moved', next.visit_id]]);
    // A technician for the new visit says it too.
    await done(
      changeTechnician(await by(), { visit_id: [next.visit_id], tech_id: world.technicianId, tech_name: '' }),
    );
    expect(await shown()).toEqual([]);
  });

  it('has a message that failed until one arrives, and again where the next one fails', async () => {
    await send('REJECTED');
    const { items } = await read();
    expect(items).toMatchObject([
      {
        reason: 'message',
        message: { template: 'on-the-way', audience: 'customer' },
        sourceId: world.visitId,
      },
    ]);
    const events = [items[0]!.event];
    await done(acknowledgeEvents(await by(), { subsidiary: world.operation, events }));
    expect(await shown()).toEqual([]);
    await send('REJECTED');
    expect(await shown()).toEqual([['message', world.visitId]]);
    await send('SENT');
    expect(await shown()).toEqual([]);
    await send('REJECTED', 'technician');
    expect((await read()).items[0]!.message).toMatchObject({ audience: 'technician' });
  });

  it('is of the operations that are asked for, and of single visits the same as of all', async () => {
    await send('REJECTED');
    await addVisit(record().sql, world, { technicianId: null });
    const all = await read(at(8));
    expect((await read(at(8), [])).items).toEqual([]);
    expect(all.items).toHaveLength(2);
    for (const item of all.items) {
      const only = await readAttention(record(), [world.operation], { now: at(8), only: [item.visit.id] });
      expect(only.items).toEqual([item]);
    }
  });
});

describe('an acknowledgement', () => {
  it('is written once, with its author, however many users press at once', async () => {
    await send('REJECTED');
    const [item] = (await read()).items;
    const input = { subsidiary: world.operation, events: [item!.event] };
    const users: number[] = [];
    for (let i = 0; i < 6; i++) users.push(await addUser(record().sql, world.operation));
    const asked = await Promise.all(users.map(by));
    const answers = await Promise.all(asked.map((as) => acknowledgeEvents(as, input)));
    expect(answers).toEqual(answers.map(() => input));
    const rows = await record().sql`
      select actor_id, data from events where visit_id = ${world.visitId} and name = 'visit.acknowledged'`;
    expect(rows).toEqual([
      { actorId: expect.any(Number), data: { to: { event: item!.event, name: 'notice.recorded' } } },
    ]);
    expect(users).toContain(rows[0]!.actorId);
  });

  it('of what asks for nothing, or of another operation, is refused, with none of the others done', async () => {
    await send('REJECTED');
    await send('SENT', 'technician');
    const [first] = (await read()).items;
    const subsidiary = world.operation;
    for (const events of [
      [first!.event, first!.event! + 1],
      [first!.event, 999],
    ])
      expect(await acknowledgeEvents(await by(), { subsidiary, events })).toMatchObject({
        code: 'attention-unknown',
      });
    const other = await makeWorld(record().sql);
    expect(
      await acknowledgeEvents(await by(other.userId), { subsidiary, events: [first!.event] }),
    ).toMatchObject({
      code: 'operation-not-assigned',
    });
    expect(await shown()).toEqual([['message', world.visitId]]);
  });
});

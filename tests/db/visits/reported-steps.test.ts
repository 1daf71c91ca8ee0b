import { beforeAll, describe, expect, it } from 'vitest';
import { customerActor } from '../../../db/commands/conversation/lock-customer-visit.ts';
import { sayAtHome } from '../../../db/commands/conversation/say-at-home.ts';
import { finishVisit } from '../../../db/commands/field/finish-visit.ts';
import { releaseVisit } from '../../../db/commands/field/release-visit.ts';
import { setOnTheWay } from '../../../db/commands/field/set-on-the-way.ts';
import { takeVisit } from '../../../db/commands/field/take-visit.ts';
import { editVisit } from '../../../db/commands/visits/edit-visit.ts';
import { readReport } from '../../../db/reads/reports/read-report.ts';
import { listVisitEvents } from '../../../db/reads/visits/visit.ts';
import { instantOf, today } from '../../../machines/calendar/slots.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { actorOf, addReason, addUser, makeWorld } from '../../support/record/fixtures.ts';

// What a technician without a signal did, and reports later with `happened_at` (contract §8 'real time').

const record = openRecord();
beforeAll(() => addReason(record().sql, { value: 6, text: 'Concluida', finalizes: true }));

const day = today(new Date());
/** A quarter past three: everything of the morning is reported. */
const now = new Date(instantOf(day, 15).getTime() + 15 * 60_000);
const clock = (hour: number, minute: number) =>
  new Date(instantOf(day, hour).getTime() + minute * 60_000).toISOString();
/** As an answer says it, like every other instant of the API. */
const answered = (hour: number, minute: number) =>
  `${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00-03:00`;

async function world(visit: Record<string, unknown> = {}) {
  const made = await makeWorld(record().sql, { visit });
  const actor = await actorOf(record().sql, made.userId, []);
  const as = (more: object = {}) => ({ db: record(), actor, now, ...more });
  const input = (happened_at: string, more: object = {}) => ({
    visit_id: made.visitId,
    happened_at,
    ...more,
  });
  const row = async () => (await record().sql`select * from visits where id = ${made.visitId}`)[0]!;
  const events = () => listVisitEvents(record(), actor, made.visitId);
  return { ...made, actor, as, input, row, events };
}

describe('a morning without a signal', () => {
  it('stands in the record as it took place, and says when it was reported', async () => {
    const { as, input, row, events } = await world({ technicianId: null });
    expect(await takeVisit(as(), input(clock(9, 0)))).toMatchObject({
      happened_at: answered(9, 0),
      reported_at: answered(15, 15),
    });
    await setOnTheWay(as(), input(clock(9, 20)));
    expect(await finishVisit(as(), input(clock(10, 5), { status: 6 }))).toMatchObject({
      finished: true,
      happened_at: answered(10, 5),
    });
    expect(await row()).toMatchObject({
      assignedAt: new Date(clock(9, 0)),
      onTheWayAt: new Date(clock(9, 20)),
      closedAt: new Date(clock(10, 5)),
    });
    const recorded = (await events()).map(({ name, at, reportedAt }) => [name, at.toISOString(), reportedAt]);
    expect(recorded).toEqual([
      ['visit.taken', clock(9, 0), now],
      ['visit.on_the_way', clock(9, 20), now],
      ['visit.finished', clock(10, 5), now],
    ]);
  });

  it('is on time in the reports, though it was reported late', async () => {
    const { as, input, operation, actor } = await world({ onTheWay: true });
    await finishVisit(as(), input(clock(12, 50), { status: 6 }));
    const rows = await readReport(record(), actor, 'late_finish', {
      operations: [operation],
      month: `${day.slice(0, 8)}01`,
      timeframe: 'all',
      now,
    });
    expect(rows.find((row) => 'day' in row && row.day === day)).toMatchObject({ closed: 1, late: 0 });
  });

  it('notifies the customer of what is still news, and of nothing else', async () => {
    const templates = async (happened: string) => {
      const { as, input, visitId, row } = await world();
      await setOnTheWay(as(), input(happened));
      const notices = await record().sql`select template from notices where visit_id = ${visitId}`;
      return [notices.map(({ template }) => template), (await row()).customerNotice];
    };
    expect(await templates(clock(15, 6))).toEqual([['on-the-way'], 'pending']);
    expect(await templates(clock(14, 10))).toEqual([[], null]);
  });

  it('never runs backwards: a step before the last event is recorded at that event', async () => {
    const { as, input, actor, operation, visitId, row } = await world();
    const jefe = await actorOf(record().sql, await addUser(record().sql, operation));
    const noted = { db: record(), actor: jefe, now: new Date(clock(11, 0)) };
    await editVisit(noted, { visit_id: visitId, tech_comments: 'Perro suelto' });
    expect(await setOnTheWay(as({ actor }), input(clock(10, 30)))).toMatchObject({
      happened_at: answered(11, 0),
    });
    expect((await row()).onTheWayAt).toEqual(new Date(clock(11, 0)));
  });

  it('is not moved by what is only said of the visit in between', async () => {
    const { as, input, operation, visitId } = await world();
    const customer = { db: record(), actor: customerActor(operation), now: new Date(clock(11, 0)) };
    expect(await sayAtHome(customer, { visit_id: visitId })).toEqual({ visit_id: visitId });
    expect(await setOnTheWay(as(), input(clock(10, 30)))).toMatchObject({ happened_at: answered(10, 30) });
  });

  it('takes a visit of the day on which it was taken', async () => {
    const past = await world({ technicianId: null });
    const tomorrow = new Date(now.getTime() + 20 * 3_600_000);
    expect(await takeVisit(past.as({ now: tomorrow }), past.input(clock(15, 10)))).toMatchObject({
      visit_id: past.visitId,
    });
  });
});

describe('a moment that cannot be', () => {
  it.each([
    [
      'more than two minutes ahead',
      clock(15, 18),
      'La hora informada todavía no llegó. Revisá el reloj del dispositivo.',
    ],
    [
      'older than 24 hours',
      new Date(now.getTime() - 86_401_000).toISOString(),
      'Pasaron más de 24 horas desde la hora informada.',
    ],
    [
      'without its offset',
      '2026-03-05T10:00:00',
      'La fecha debe ser ISO 8601 con su diferencia horaria, por ejemplo 2026-03-05T14:30:00-03:00.',
    ],
  ])('%s is refused by every step, and changes nothing', async (_, happened, text) => {
    const { as, input, row } = await world({ onTheWay: true });
    for (const answer of [
      await takeVisit(as(), input(happened)),
      await releaseVisit(as(), input(happened, { notes: 'no puedo ir' })),
      await setOnTheWay(as(), input(happened, { on_the_way: false })),
      await finishVisit(as(), input(happened, { status: 6 })),
    ])
      expect(answer).toMatchObject({ status: 422, fields: { happened_at: text } });
    expect((await row()).version).toBe(1);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { finishVisit } from '../../../db/commands/field/finish-visit.ts';
import { releaseVisit } from '../../../db/commands/field/release-visit.ts';
import { takeIn } from '../../../db/commands/intake/take-in.ts';
import { answerReport, findReport } from '../../../db/commands/reports/answer-report.ts';
import { prune } from '../../../db/commands/retention/prune.ts';
import { editVisit } from '../../../db/commands/visits/edit-visit.ts';
import { rescheduleVisits } from '../../../db/commands/visits/reschedule-visits.ts';
import { undoChange } from '../../../db/commands/visits/undo-change.ts';
import { type Part, readPart } from '../../../db/reads/reports/kept/part.ts';
import { readReport } from '../../../db/reads/reports/read-report.ts';
import { transact } from '../../../db/record/transact.ts';
import { newRandom } from '../../../db/seed/random.ts';
import type { Actor } from '../../../machines/access/permissions.ts';
import { addMonths, monthOf } from '../../../machines/calendar/month.ts';
import { addDays, instantOf, today } from '../../../machines/calendar/slots.ts';
import { type MonthlyReport, monthlyReports, reports } from '../../../machines/report/reports.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { actorOf, addReason, addVisit, makeWorld, type World } from '../../support/record/fixtures.ts';
import { liveAtRandom } from '../../support/record/random-history.ts';

// What is kept of a month is answered only while it is what counting again would give.

const record = openRecord({ reads: 4, writes: 3, transactions: 3 });
const day = today(new Date());
const month = addMonths(monthOf(day), -1);
const lastMonth = addDays(month, 9);

beforeAll(async () => {
  await addReason(record().sql, { value: 6, text: 'Concluida', finalizes: true });
  await addReason(record().sql, { value: 30, text: 'Ausente', cancels: true, responsible: 'cliente' });
  await addReason(record().sql, { value: 35, text: 'Pidió otro día', reschedules: true, cancels: true });
});

/** Asks for a month, and says which parts were counted for it. */
function makeAsker(actor: { operations: string[] }) {
  const counted: string[] = [];
  const ask = async (report: MonthlyReport, operations: string[] | null = null, of = month) => {
    const question = { operations, month: of, timeframe: 'all', now: new Date() } as const;
    const rows = await answerReport(record(), actor, report, question, (db, part) => {
      counted.push(part.operation);
      return readPart(db, part);
    });
    expect(rows, `${report} ${operations}`).toEqual(await readReport(record(), actor, report, question));
    return rows;
  };
  return {
    ask,
    /** How many parts the asking took. */
    async cost(report: MonthlyReport, operations: string[] | null = null, of = month) {
      const before = counted.length;
      await ask(report, operations, of);
      return counted.length - before;
    },
  };
}

const on = (columns: object = {}) => makeWorld(record().sql, { visit: { day: lastMonth, ...columns } });
const contextOf = async (world: World, key?: string) => {
  const actor: Actor = await actorOf(record().sql, world.userId);
  return { db: record(), actor, ...(key ? { key } : {}) };
};
/** Close an open visit, which must work. */
async function cancel(world: World, visitId: number) {
  await record().sql`update visits set on_the_way = not delayed where id = ${visitId}`;
  const closing = { visit_id: visitId, status: 30, extra_comments: 'No había nadie' };
  expect(await finishVisit(await contextOf(world), closing)).toMatchObject({ cancelled: true });
}

describe('a month that is kept', () => {
  it('is answered without being counted again, by every report, and is what counting gives', async () => {
    const world = await on();
    const { cost } = makeAsker({ operations: [world.operation] });
    for (const report of monthlyReports) {
      expect(await cost(report), report).toBe(1);
      expect(await cost(report), report).toBe(0);
    }
  });

  it('is counted again when an upgrade changed its columns or how they are counted', async () => {
    const world = await on();
    const { cost } = makeAsker({ operations: [world.operation] });
    const { columns, version } = reports.technicians;
    await cost('technicians');
    await cost('monthly');
    try {
      reports.technicians.columns = [...columns, { key: 'detached', header: 'Otra', kind: 'percent' }];
      expect(await cost('technicians')).toBe(1);
      expect(await cost('technicians')).toBe(0);
      reports.technicians.version = version + 1;
      expect(await cost('technicians')).toBe(1);
      expect(await cost('technicians')).toBe(0);
      expect(await cost('monthly'), 'another report').toBe(0);
    } finally {
      Object.assign(reports.technicians, { columns, version });
    }
    expect(await cost('technicians'), 'the older process beside the newer one').toBe(1);
  });

  it('is counted again when a late closing, a rescheduling or an undoing touches it', async () => {
    const world = await on();
    const { sql } = record();
    const delayed = await addVisit(sql, world, { day: lastMonth, delayed: true, statusId: 17 });
    const moved = await addVisit(sql, world, { day: lastMonth });
    const { cost } = makeAsker({ operations: [world.operation] });
    expect(await cost('monthly')).toBe(1);
    const changes = [
      async () => cancel(world, delayed),
      async () =>
        rescheduleVisits(await contextOf(world), {
          visit_id: moved,
          new_date: addDays(day, 1),
          new_timestripe: world.slotId,
          new_status: 35,
          reschedule_comments: 'pidió otro día',
        }),
      async () => editVisit(await contextOf(world, 'k'), { visit_id: world.visitId, tech_id: null }),
      async () => undoChange(await contextOf(world), { visit_id: world.visitId, key: 'k' }),
    ];
    for (const change of changes) {
      const [before] = await sql`select version from operations where code = ${world.operation}`;
      const answer = await change();
      const [after] = await sql`select version from operations where code = ${world.operation}`;
      expect(after!.version, JSON.stringify(answer)).toBeGreaterThan(before!.version);
      expect([await cost('monthly'), await cost('monthly')]).toEqual([1, 0]);
    }
  });

  it('stays when something happens elsewhere, and the next look is shorter', async () => {
    const [world, other] = [await on(), await on()];
    const { sql } = record();
    const { cost } = makeAsker({ operations: [world.operation] });
    expect(await cost('technicians')).toBe(1);
    const now = await addVisit(sql, world, { day });
    await cancel(world, now);
    await cancel(other, other.visitId);
    await editVisit(await contextOf(world), { visit_id: world.visitId, tech_comments: 'nota' });
    expect(await cost('technicians')).toBe(0);
    const [kept] = await sql`
      select r.version = o.version as is_moved_on from report_results r join operations o on o.code = r.operation
      where r.report = 'technicians' and r.operation = ${world.operation}`;
    expect(kept).toEqual({ isMovedOn: true });
    // That closing belongs to this month.
    expect([await cost('technicians', null, monthOf(day)), await cost('monthly')]).toEqual([1, 1]);
  });

  it('is counted again when a release of its last seconds is taken back in the next month', async () => {
    const world = await on({ day });
    const { cost } = makeAsker({ operations: [world.operation] });
    const context = await contextOf(world, 'last');
    const midnight = instantOf(monthOf(day), 0);
    const at = (ms: number) => new Date(midnight.getTime() + ms);
    await releaseVisit(
      { ...context, now: at(-3_000) },
      { visit_id: world.visitId, notes: 'no llego a tiempo' },
    );
    expect(await cost('technicians')).toBe(1);
    await undoChange({ ...context, key: 'back', now: at(4_000) }, { visit_id: world.visitId, key: 'last' });
    expect([await cost('technicians'), await cost('technicians')]).toEqual([1, 0]);
  });

  it('is counted again when a name in it changes, or a ticket or an order’s date comes late', async () => {
    const closedAt = new Date(instantOf(lastMonth, 12));
    const world = await on({ closedAt, finished: true, statusId: 6, reasonId: 6 });
    const { sql } = record();
    const { cost } = makeAsker({ operations: [world.operation] });
    for (const report of ['segments', 'on_the_way'] as const) expect(await cost(report)).toBe(1);
    await sql`update technicians set name = 'Otra' where id = ${world.technicianId}`;
    for (const report of ['segments', 'on_the_way'] as const) expect(await cost(report)).toBe(1);
    const row = { title: 'Sin señal', body: 'x', client_id: world.clientId, ot_number: world.orderNumber };
    await takeIn(await contextOf(world), 'tickets', [
      { ...row, ticket_number: 'T1', date_created: '2019-12-01T10:00:00-03:00' },
    ]);
    expect([await cost('segments'), await cost('segments')]).toEqual([1, 0]);
    await takeIn(await contextOf(world), 'orders', [
      { ot_number: world.orderNumber, date_created: '2019-12-02T10:00:00-03:00' },
    ]);
    expect([await cost('segments'), await cost('segments')]).toEqual([1, 0]);
  });

  it('is counted again rather than looked through when very much happened', async () => {
    const world = await on();
    const { cost } = makeAsker({ operations: [world.operation] });
    expect(await cost('monthly')).toBe(1);
    await transact(await contextOf(world), async ({ record: write }) => {
      for (let i = 0; i < 1_001; i++) write({ operation: world.operation, name: 'visit.noted' });
      return null;
    });
    expect([await cost('monthly'), await cost('monthly')]).toEqual([1, 0]);
  });

  it('does not miss a change that comes while it is counted, before or after its rows are read', async () => {
    for (const when of ['before', 'after']) {
      const world = await on();
      const actor = { operations: [world.operation] };
      const question = { operations: null, month, timeframe: 'all', now: new Date() } as const;
      const change = async () => cancel(world, world.visitId);
      await answerReport(record(), actor, 'monthly', question, async (db, part) => {
        if (when === 'before') await change();
        const rows = await readPart(db, part);
        if (when === 'after') await change();
        return rows;
      });
      await makeAsker(actor).ask('monthly');
    }
  });

  it('is shared by who reaches its operation, and never answered to who does not', async () => {
    const [one, other] = [await on(), await on()];
    const both = makeAsker({ operations: [one.operation, other.operation] });
    const codes = [one.operation, other.operation];
    for (const report of ['segments', 'on_the_way', 'on_the_way_global'] as const) {
      expect(await both.cost(report), report).toBe(2);
      const own = makeAsker({ operations: [one.operation] });
      expect(await own.cost(report), report).toBe(0);
      // `ask` compares with what their own reach reads.
      await own.ask(report, codes);
      const rows = await findReport(record(), { operations: [one.operation] }, report, {
        operations: codes,
        month,
      });
      expect(JSON.stringify(rows)).not.toContain(`Operación ${other.operation}`);
    }
    const stranger = makeAsker({ operations: [] });
    expect(await stranger.ask('segments', codes)).toEqual([]);
  });

  it('of two rows for one technician in two operations makes one', async () => {
    const one = await on({
      closedAt: instantOf(lastMonth, 12),
      finished: true,
      statusId: 6,
      onTheWayAt: new Date(),
    });
    const other = await makeWorld(record().sql, { visit: { day: lastMonth } });
    const place = { ...other, technicianId: one.technicianId };
    await addVisit(record().sql, place, { closedAt: instantOf(lastMonth, 13), finished: true, statusId: 6 });
    const rows = await makeAsker({ operations: [one.operation, other.operation] }).ask('on_the_way');
    expect(rows).toMatchObject([{ finished: 2, onTheWay: 1, percentage: 50 }]);
  });

  it('is forgotten when it was not asked for long', async () => {
    const world = await on();
    const { cost } = makeAsker({ operations: [world.operation] });
    await cost('monthly');
    await prune(record());
    expect(await cost('monthly')).toBe(0);
    await record()
      .sql`update report_results set used_at = now() - interval '91 days' where operation = ${world.operation}`;
    await prune(record());
    expect(await cost('monthly')).toBe(1);
  });
});

it.each((process.env.HISTORY_SEEDS ?? 'cuatro cinco').split(' '))(
  'through a life of commands the kept rows are those of counting again: %s',
  { timeout: 120_000 },
  async (seed) => {
    const random = newRandom(seed);
    const often: MonthlyReport[] = ['monthly', 'technicians'];
    const from = addDays(month, -4);
    const months = [addMonths(month, -1), month];
    let counted = 0;
    let asked = 0;
    const look = async (operations: string[]) => {
      const actor = { operations };
      const question = {
        month: random.chance(0.9) ? month : months[0]!,
        timeframe: 'all',
        now: new Date(),
      } as const;
      // Few parts and every change, or other changes would cover one that was overlooked.
      const report = random.pick(random.chance(0.8) ? often : monthlyReports);
      const single = reports[report].asks === 'month and operation' || random.chance(0.5);
      const one = single ? operations.slice(0, 1) : null;
      const read = (db: Parameters<typeof readPart>[0], part: Part) => {
        counted++;
        return readPart(db, part);
      };
      asked += one ? 1 : 2;
      const rows = await answerReport(record(), actor, report, { ...question, operations: one }, read);
      expect(rows, `${report} ${question.month} ${one}`).toEqual(
        await readReport(record(), actor, report, { ...question, operations: one }),
      );
    };
    await liveAtRandom(record(), seed, from, addDays(month, 6), 500, look);
    expect(counted).toBeGreaterThan(10);
    expect(counted).toBeLessThan(asked * 0.9);
  },
);

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeIn } from '../../../db/commands/intake/take-in.ts';
import { sumSegments } from '../../../db/commands/reports/sum-segments.ts';
import { type Db, openDb } from '../../../db/connection/open.ts';
import type { Sql } from '../../../db/connection/sql.ts';
import { readReport } from '../../../db/reads/reports/read-report.ts';
import { behindPage, listVisitsBehind } from '../../../db/reads/reports/visits-behind.ts';
import { loadDemo } from '../../../db/seed/demo/load-demo.ts';
import { openForLoading } from '../../../db/seed/load.ts';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { addMonths, monthOf } from '../../../machines/calendar/month.ts';
import { addDays, instantOf, today } from '../../../machines/calendar/slots.ts';
import { totalsOf } from '../../../machines/report/compare.ts';
import { countColumns, countingReports, subjectOf } from '../../../machines/report/counted-visits.ts';
import { type ReportName, reportNames, shownRows, timeframes } from '../../../machines/report/reports.ts';
import { ownDatabase } from '../../support/postgres/database.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { openSecondWay } from '../../support/postgres/second-way.ts';
import { liveAtRandom } from '../../support/record/random-history.ts';

// Every report counted twice: by its read, and in plain code from the event log alone (tests/support/postgres/second-way.ts).

/** Rows in any order: names are sorted by the database's collation. */
const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(canonical(row))).sort();
const canonical = (row: unknown) => Object.fromEntries(Object.entries(row as object).sort());

async function expectTheSame(
  db: Db,
  sql: Sql,
  given: { operations: string[]; months: string[]; now: Date },
  names: ReportName[] = reportNames,
): Promise<Map<string, number>> {
  const second = await openSecondWay(sql, given.operations);
  const seen = new Map<string, number>();
  const sets = [...given.operations.map((code) => [code]), given.operations];
  for (const name of names)
    for (const operations of sets)
      for (const month of given.months)
        for (const timeframe of name === 'unclosed' ? timeframes : (['all'] as const)) {
          const asked = { operations, month, timeframe, now: given.now };
          const rows = await readReport(db, { operations }, name, asked);
          const expected = second(name, asked);
          expect(sorted(rows), `${name} ${operations} ${month} ${timeframe}`).toEqual(sorted(expected));
          seen.set(name, (seen.get(name) ?? 0) + rows.length);
        }
  return seen;
}

/** Each number that a screen shows, beside the visits that it leads to. */
async function expectVisitsBehind(db: Db, operations: string[], month: string, now: Date): Promise<number> {
  let numbers = 0;
  for (const report of countingReports) {
    const rows = await readReport(db, { operations }, report, { operations, month, timeframe: 'all', now });
    const shown = shownRows(report, rows as never);
    const sums = totalsOf(report, shown)!;
    for (const column of countColumns[report]) {
      const countOf = async (subject: string | null, offset = 0) => {
        const asked = { report, column, subject, operations, month, offset };
        return listVisitsBehind(db, { operations }, asked);
      };
      const { total, visits } = await countOf(null);
      expect(total, `${report} ${column}`).toBe(sums.get(column));
      expect(visits).toHaveLength(Math.min(total, behindPage));
      if (total > behindPage) {
        const next = await countOf(null, behindPage);
        expect(next.total).toBe(total);
        // Each is on one page alone, but for those counted twice.
        const keys = [...visits, ...next.visits].map(({ id, at }) => `${id} ${at?.getTime()}`);
        expect(new Set(keys).size).toBe(keys.length);
      }
      for (const row of shown.slice(0, 6)) {
        const own = await countOf(subjectOf(report, row as never));
        expect(own.total, `${report} ${column} ${JSON.stringify(row)}`).toBe((row as never)[column]);
        numbers += Number(own.total > 0);
      }
    }
  }
  return numbers;
}

describe('the demo', () => {
  const own = ownDatabase();
  const day = today(new Date());
  const now = new Date(instantOf(day, 15).getTime() + 15 * 60_000);
  let db: Db;
  let asking: Sql;
  beforeAll(async () => {
    const loading = openForLoading(own.url);
    await loadDemo(loading, now);
    await loading.end();
    db = openDb(own.url, { reads: 2, transactions: 1 });
    asking = db.sql;
  }, 120_000);
  afterAll(() => db.close());

  it('gives the same rows in both ways, and every report has something to show', {
    timeout: 240_000,
  }, async () => {
    const operations = (await asking<{ code: string }[]>`select code from operations order by 1`).map(
      ({ code }) => code,
    );
    const month = monthOf(day);
    const months = [addMonths(month, -12), addMonths(month, -1), month];
    // The photos are not the log's.
    await asking`update users set profile_pic = null`;
    const seen = await expectTheSame(db, asking, { operations, months, now });
    expect(reportNames.filter((name) => !seen.get(name))).toEqual([]);
  });

  it('every number of a report leads to as many visits as it counts, in one operation and in several', async () => {
    const month = addMonths(monthOf(day), -1);
    expect(await expectVisitsBehind(db, ['114'], month, now)).toBeGreaterThan(40);
    expect(await expectVisitsBehind(db, ['114', '127'], month, now)).toBeGreaterThan(40);
    const asked = { report: 'monthly', column: 'total', subject: null, month, offset: 0 } as const;
    const foreign = await listVisitsBehind(db, { operations: ['127'] }, { ...asked, operations: ['114'] });
    expect(foreign).toEqual({ total: 0, visits: [] });
  });
});

describe('lives made by the commands', () => {
  const record = openRecord({ reads: 2, writes: 2, transactions: 2 });
  const countSummed = async (operations: string[]) => {
    const [row] = await record().sql<{ n: number }[]>`
      select count(*)::int as n from segment_days where operation = any(${operations}::text[])`;
    return row!.n;
  };
  // Over the border of two months that are over.
  const present = monthOf(today(new Date()));
  const [from, until] = [addDays(addMonths(present, -1), -10), addDays(addMonths(present, -1), 4)];
  const seeds = (process.env.HISTORY_SEEDS ?? 'uno dos tres').split(' ');

  it.each(seeds)('give the same rows in both ways: %s', { timeout: 240_000 }, async (seed) => {
    const life = await liveAtRandom(record(), seed, from, until, 1000);
    const { operations, now, worked } = life;
    const months = [-3, -2, -1].map((back) => addMonths(present, back));
    await expectTheSame(record(), record().sql, { operations, months, now });
    // What is summed says the same; so it does after a ticket or an order's date came late.
    const again = (one = now) =>
      expectTheSame(record(), record().sql, { operations, months, now: one }, ['segments']);
    const summed = await Promise.all([1, 2, 3].map(() => sumSegments(record())));
    expect(Math.max(...summed)).toBeGreaterThan(20);
    expect(await sumSegments(record())).toBe(0);
    expect(await countSummed(operations)).toBeGreaterThan(0);
    await again();
    const [finished] = await record().sql<{ number: string; clientId: string }[]>`
      select w.number, w.client_id from visits v join orders w on w.number = v.order_number
      where v.finished and v.operation = ${operations[0]!} order by md5(v.id::text) limit 1`;
    const { number, clientId } = finished!;
    const context = { db: record(), actor: { ...life.chief, permissions: [...everyPermission] } };
    const ticket = {
      ticket_number: `T${seed}`,
      client_id: clientId,
      ot_number: number,
      title: 'Sin señal',
      body: 'x',
    };
    const before = await countSummed(operations);
    await takeIn(context, 'tickets', [{ ...ticket, date_created: `${addDays(from, -100)}T10:00:00-03:00` }]);
    expect(await countSummed(operations)).toBeLessThan(before);
    await again();
    await sumSegments(record());
    await again();
    await takeIn(context, 'orders', [
      { ot_number: number, date_created: `${addDays(from, -90)}T10:00:00-03:00` },
    ]);
    expect(await countSummed(operations)).toBeLessThan(before);
    await Promise.all([again(), sumSegments(record())]);
    await again();
    expect(await countSummed(operations)).toBe(before);
    for (const verb of [
      'create',
      'take',
      'release',
      'assign',
      'go',
      'turn',
      'finish',
      'move',
      'edit',
      'undo',
    ])
      expect(worked.get(verb) ?? 0, `${verb}: ${JSON.stringify([...worked])}`).toBeGreaterThan(1);
  });
});

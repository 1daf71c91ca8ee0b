import { beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDb, openForMaintenance } from '../../../db/connection/open.ts';
import { indexSettledWeeks } from '../../../db/months/index-weeks.ts';
import { listParts } from '../../../db/months/months.ts';
import { settleMonths } from '../../../db/months/settle-months.ts';
import { listPendingOrders } from '../../../db/reads/orders/pending-orders.ts';
import { readReport } from '../../../db/reads/reports/read-report.ts';
import { countOpenVisits } from '../../../db/reads/settings/settings.ts';
import { listDueVisits } from '../../../db/reads/visits/due-visits.ts';
import { readTechnicianDay } from '../../../db/reads/visits/technician-day.ts';
import { readWeek } from '../../../db/reads/visits/week.ts';
import { loadDemo } from '../../../db/seed/demo/load-demo.ts';
import { openForLoading } from '../../../db/seed/load.ts';
import { addMonths, monthOf } from '../../../machines/calendar/month.ts';
import { addDays, today, weekOf } from '../../../machines/calendar/slots.ts';
import { type ReportName, reports } from '../../../machines/report/reports.ts';
import { settleOldMonths } from '../../../workers/timed-jobs.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { until } from '../../support/until.ts';

const db = openRecord({ statementMs: 60_000 });
const now = new Date();
const day = today(now);
const old = addDays(day, -150);
const operations = ['114', '127', '203', '235', '342', '418'];
let settled: string[];
const cancelled = `cancelled = true, on_the_way = false, delayed = false, status_id = 20, reason_id = null,
  closed_at = now() - interval '8 days'`;

beforeAll(async () => {
  const sql = openForLoading(db.url());
  await loadDemo(sql, now);
  // On some days the demo leaves nothing open in any old month, on others something in each: one of both is needed.
  const [closed, open] = await listParts(sql, 'visits');
  await sql.unsafe(`update ${closed!.name} set ${cancelled} where closed_at is null`);
  await sql.unsafe(`
    update ${open!.name} set finished = false, cancelled = false, rescheduled = false, status_id = 1, closed_at = null
    where id = (select max(id) from ${open!.name} where finished)`);
  await sql.end();
}, 120_000);

it('all that is asked of the record is answered as before its old months settled', async () => {
  const before = await everythingOf(db());
  settled = await settleMonths(db());
  expect(settled.length).toBeGreaterThanOrEqual(8);
  const fresh = openDb(db.url(), { statementMs: 60_000 });
  try {
    await readWeek(fresh, '114', day);
    await until(() => fresh.settled.months.length > 0);
    expect(await everythingOf(fresh)).toEqual(before);
  } finally {
    await fresh.close();
  }
}, 120_000);

it('a week is looked for in the months that have visits of its days, and in no other', async () => {
  const fresh = openDb(db.url(), { reads: 1 });
  try {
    await readWeek(fresh, '114', day);
    await until(() => fresh.settled.months.length > 0);
    // The plan looks at every month, once a connection; a transaction then holds what it has opened until its end.
    for (const asked of [day, addDays(day, -150)]) await readWeek(fresh, '114', asked);
    const opened = (asked: string) =>
      fresh.sql.begin(async (tx) => {
        await readWeek({ ...fresh, sql: tx } as unknown as Db, '114', asked);
        const rows = await tx<{ name: string }[]>`
          select distinct i.indrelid::regclass::text as name from pg_locks l join pg_index i on i.indexrelid = l.relation
          where l.pid = pg_backend_pid() and i.indrelid::regclass::text = any(${settled}::text[])`;
        return rows.map(({ name }) => name);
      });
    // In the first days of a month the one before may be settled: it has visits of this week, made some days ago.
    const withDaysOf = async (asked: string) => {
      const days = weekOf(asked);
      const rows = await fresh.sql<{ name: string }[]>`
        select name from settled_months where first_day <= ${days.at(-1)!} and last_day >= ${days[0]!}`;
      return rows.map(({ name }) => name).sort();
    };
    expect((await opened(day)).sort()).toEqual(await withDaysOf(day));
    const past = await opened(addDays(day, -150));
    expect(past.sort()).toEqual(await withDaysOf(addDays(day, -150)));
    expect(past.length).toBeGreaterThan(0);
    expect(past.length).toBeLessThan(4);
  } finally {
    await fresh.close();
  }
});

describe('a settled month', () => {
  it('refuses what would make an answer wrong: a visit that is open, of another day, or closed at another time', async () => {
    const [part] = await db().sql<{ name: string; firstDay: string }[]>`
      select name, first_day from settled_months where last_closed_at is not null order by first_id desc limit 1`;
    const [visit] = await db().sql.unsafe<{ id: number }[]>(
      `select id from ${part!.name} where finished order by id limit 1`,
    );
    const wrong = (what: string) => ({ code: '23514', constraint_name: `${part!.name}_settled_${what}` });
    await expect(
      db().sql`update visits set finished = false, closed_at = null where id = ${visit!.id}`,
    ).rejects.toMatchObject(wrong('closings'));
    await expect(
      db().sql`update visits set day = ${addDays(part!.firstDay, -1)} where id = ${visit!.id}`,
    ).rejects.toMatchObject(wrong('days'));
    await expect(db().sql`update visits set closed_at = now() where id = ${visit!.id}`).rejects.toMatchObject(
      wrong('closings'),
    );
    // What does not touch that may still come: a customer's answer, a note.
    await db().sql`update visits set customer_answer = 'yes' where id = ${visit!.id}`;
  });

  it('keeps what was forgotten open in it within reach, and is wholly settled once that is closed', async () => {
    expect(await settleMonths(db())).toEqual([]);
    const [part] = await db().sql<{ name: string; firstId: number; endId: number }[]>`
      select name, first_id, end_id from settled_months where last_closed_at is null order by first_id limit 1`;
    const ofPart = db().sql`id >= ${part!.firstId} and id < ${part!.endId}`;
    const [open] = await db().sql<{ id: number; technicianId: number | null; operation: string }[]>`
      select id, technician_id, operation from visits where ${ofPart} and closed_at is null limit 1`;
    expect(open).toBeDefined();
    const fresh = openDb(db.url());
    const counted = async () => (await countOpenVisits(fresh, open!.operation)).bySlot;
    const before = await counted();
    await until(() => fresh.settled.months.length > 0);
    expect(await counted()).toEqual(before);
    await fresh.close();
    await db().sql`
      update visits set ${db().sql.unsafe(cancelled)} where ${ofPart} and closed_at is null`;
    expect(await settleMonths(db())).toEqual([part!.name]);
  });

  it('settles once when several workers ask at the same time', async () => {
    await db().sql`delete from settled_months`;
    const all = await Promise.allSettled(Array.from({ length: 4 }, () => settleMonths(db())));
    expect(all.some(({ status }) => status === 'fulfilled')).toBe(true);
    await settleMonths(db());
    const [row] = await db().sql`select count(*)::int as months from settled_months`;
    expect(row!.months).toBe(settled.length);
  });
});

it('a report of one month reads what it is about, and no month whole', async () => {
  const [{ visits }] = (await db().sql`
    select count(*)::int as visits from visits v join settled_months m on v.id >= m.first_id and v.id < m.end_id
    where m.last_day < current_date - 31`) as unknown as [{ visits: number }];
  const month = addMonths(monthOf(day), -5);
  const read: Partial<Record<ReportName, number>> = {};
  for (const name of Object.keys(reports) as ReportName[]) {
    const { rows } = await readBy(async (fresh) => {
      await readWeek(fresh, '114', day);
      await until(() => fresh.settled.months.length > 0);
      await readReport(fresh, { operations: ['114'] }, name, {
        operations: ['114'],
        month,
        timeframe: 'all',
        now,
      });
    });
    read[name] = rows / visits;
  }
  expect(Object.entries(read).filter(([, share]) => share > 0.2)).toEqual([]);
});

describe('the weeks of settled months', () => {
  it('are answered as before by an index alone, which the clock of any number of workers makes once', async () => {
    const before = await readWeek(db(), '114', old);
    expect(JSON.parse(before.rows).length).toBeGreaterThan(0);
    await Promise.all(Array.from({ length: 3 }, () => settleOldMonths(db())));
    const [{ months }] = (await db().sql`
      select count(*)::int as months from settled_months where last_day < current_date - 31`) as unknown as [
      { months: number },
    ];
    const made = await indexes();
    expect(made).toHaveLength(months);
    expect(made.every(({ whole }) => whole)).toBe(true);
    expect(await index()).toEqual([]);
    expect(await readWeek(db(), '114', old)).toEqual(before);
    // A reader of the record at that time, autovacuum's own analysis included, holds up what is known to be seen by
    // all; the clock comes again.
    let read = { rows: 0, weeks: 0 };
    await until(async () => {
      await settleOldMonths(db());
      read = await readBy((fresh) => readWeek(fresh, '114', old));
      return read.rows === 0;
    });
    expect(read.weeks).toBeGreaterThan(0);
  });

  it('show what changes in them afterwards', async () => {
    const [visit] = JSON.parse((await readWeek(db(), '114', old)).rows) as [number][];
    await db().sql`update visits set client_name = 'Otra persona' where id = ${visit![0]}`;
    expect((await readWeek(db(), '114', old)).rows).toContain('Otra persona');
  });

  it('are indexed anew where that was broken off, or was made by a version that shows something else', async () => {
    const [broken, other] = (await indexes()) as unknown as [{ name: string }, { name: string }];
    const sql = openForLoading(db.url());
    await sql`update pg_index set indisvalid = false where indexrelid = ${broken.name}::regclass`;
    await sql.unsafe(`drop index ${other.name}`);
    await sql.unsafe(
      `create index ${other.name} on ${other.name.replace('_settled_weeks', '')} (operation, day) include (id)`,
    );
    await sql.end();
    const table = (name: string) => name.replace('_settled_weeks', '');
    expect((await index()).sort()).toEqual([broken.name, other.name].map(table).sort());
    expect((await indexes()).every(({ whole }) => whole)).toBe(true);
    expect(await index()).toEqual([]);
  });
});

/** The indexes of settled weeks, and whether each is whole. */
const indexes = () => db().sql<{ name: string; whole: boolean }[]>`
  select c.relname as name, i.indisvalid as whole from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relname like '%\_settled\_weeks' order by 1`;

const index = async () => {
  const withoutDeadline = openForMaintenance(db.url());
  try {
    return await indexSettledWeeks(withoutDeadline.sql);
  } finally {
    await withoutDeadline.close();
  }
};

/** What is read of settled months: rows fetched from the tables, and blocks of the indexes of weeks. */
async function readBy(ask: (fresh: Db) => Promise<unknown>): Promise<{ rows: number; weeks: number }> {
  const counts = async () => {
    const [row] = await db().sql<{ rows: number; weeks: number }[]>`
      select coalesce(sum(t.seq_tup_read + t.idx_tup_fetch), 0)::int as rows,
        (select coalesce(sum(idx_blks_hit + idx_blks_read), 0)::int from pg_statio_user_indexes where indexrelname like '%\_settled\_weeks') as weeks
      from pg_stat_user_tables t join settled_months m on m.name = t.relname where m.last_day < current_date - 31`;
    return row!;
  };
  const flushed = () => db().sql`select pg_stat_force_next_flush()`;
  await flushed();
  const before = await counts();
  const fresh = openForMaintenance(db.url());
  await ask(fresh);
  await fresh.sql`select pg_stat_force_next_flush()`;
  await fresh.close();
  const after = await counts();
  return { rows: after.rows - before.rows, weeks: after.weeks - before.weeks };
}

/** What screens, clocks and reports ask, of every operation. */
async function everythingOf(record: Db) {
  const { sql } = record;
  const weeks: unknown[] = [];
  for (const operation of operations)
    for (const days of [-180, -40, 0, 7]) weeks.push(await readWeek(record, operation, addDays(day, days)));
  const technicians = await sql<{ id: number }[]>`select id from technicians order by id limit 15`;
  const days: unknown[] = [];
  for (const { id } of technicians)
    days.push(await readTechnicianDay(record, id, operations, { includeFinished: true, now }));
  const lists: unknown[] = [];
  for (const operation of operations) {
    lists.push(await countOpenVisits(record, operation));
    const list = await listPendingOrders(record, {
      operation,
      mode: 'pending',
      zoneId: null,
      showContractors: true,
      unscheduledOnly: false,
      orderType: null,
      offset: 0,
    });
    lists.push(
      list.orders.map(({ number, visitState, visitId, visitDay }) => [number, visitState, visitId, visitDay]),
    );
  }
  const answers: unknown[] = [];
  for (const name of Object.keys(reports) as ReportName[])
    for (const months of [-6, -1, 0])
      answers.push(
        await readReport(record, { operations }, name, {
          operations,
          month: addMonths(monthOf(day), months),
          timeframe: 'all',
          now,
        }),
      );
  return { weeks, days, lists, due: await listDueVisits(record, now), answers };
}

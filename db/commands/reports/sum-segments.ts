import { businessZone } from '../../../machines/calendar/slots.ts';
import type { Db } from '../../connection/open.ts';
import type { Tx } from '../../connection/sql.ts';
import { segmentSums } from '../../reads/reports/segment-sums.ts';

/** A day is summed an hour after its end: whoever closed a visit in its last moment has committed by then. */
const restMinutes = 60;
/** So many days of an operation in one transaction. */
const perTransaction = 31;

/**
 * Sum the segments of the days that are over and not summed yet, the oldest of each operation first. Doing it twice,
 * or in several processes at once, comes to the same.
 *
 * @param seconds when to stop; what is left waits for the next time
 * @returns how many days were summed
 */
export async function sumSegments(db: Db, seconds = 20): Promise<number> {
  const end = Date.now() + seconds * 1_000;
  let days = 0;
  for (;;) {
    const missing = await listMissing(db);
    if (missing.length === 0) return days;
    for (const { code, day } of missing) {
      days += await sumFrom(db, code, day);
      if (Date.now() > end) return days;
    }
  }
}

/** Of each operation the first day that is missing; none where all days are summed, or nothing was ever closed. */
const listMissing = async ({ sql }: Db): Promise<{ code: string; day: string }[]> => [
  ...(await sql<{ code: string; day: string }[]>`
    select o.code, min(g.at)::date as day
    from (
      select code, (select min(closed_at) from visits v where v.operation = code and v.closed_at is not null) as first
      from operations
    ) o, generate_series((o.first at time zone ${businessZone})::date, ${lastOver(sql)}, interval '1 day') g(at)
    where not exists (select 1 from segment_days s where s.operation = o.code and s.day = g.at::date)
    group by o.code order by o.code`),
];

const lastOver = (sql: Db['sql'] | Tx) =>
  sql`((now() - make_interval(mins => ${restMinutes})) at time zone ${businessZone})::date - 1`;

async function sumFrom(db: Db, code: string, day: string): Promise<number> {
  return (await db.transactions.begin(async (tx) => {
    await lockSegments(tx, [code]);
    const written = await tx`
      insert into segment_days (operation, day, count, ticketed, ticket_to_order_ms, order_to_visit_ms, visit_ms, total_ms)
      select d.code, d.day, s.*
      from (
        select ${code}::text as code, g.at::date as day
        from generate_series(${day}::date, least(${day}::date + ${perTransaction - 1}::int, ${lastOver(tx)}), interval '1 day') g(at)
      ) d cross join lateral (${segmentSums(tx)}) s
      on conflict do nothing`;
    return written.count;
  })) as number;
}

/**
 * The tickets or the dates of these orders changed: the days on which their visits were finished are to be summed
 * again, and the reports of these months to be counted again. In the transaction of that change, after it: whoever sums meanwhile waits for it or is waited for.
 */
export async function forgetSegments(tx: Tx, orders: string[]): Promise<void> {
  if (orders.length === 0) return;
  await lockSegments(tx, [...new Set(orders.map((number) => number.slice(0, 3)))]);
  await tx`
    delete from segment_days s using order_visits a join visits v on v.id = a.visit_id
    where a.order_number = any(${orders}::text[]) and v.finished and s.operation = v.operation
      and s.day = (v.closed_at at time zone ${businessZone})::date`;
  await markMonths(tx, orders);
}

/**
 * What was kept of the segments of these months is right no more (`db/reads/reports/kept.ts`). An open visit may be
 * closed while this transaction is under way, so the month of now is marked for it.
 */
async function markMonths(tx: Tx, orders: string[]): Promise<void> {
  await tx`
    insert into report_marks (operation, month, mark)
    select distinct v.operation, date_trunc('month', coalesce(v.closed_at, n.at) at time zone ${businessZone})::date, 1
    from order_visits a join visits v on v.id = a.visit_id, (values (now()), (now() + interval '1 minute')) n(at)
    where a.order_number = any(${orders}::text[]) order by 1, 2
    on conflict (operation, month) do update set mark = report_marks.mark + 1`;
}

/** Any constant of our own. */
const segmentsLock = 734_190;

/** In the order of their codes, so that two who lock several never wait for each other in a ring. */
async function lockSegments(tx: Tx, codes: string[]): Promise<void> {
  for (const code of codes.sort())
    await tx`select pg_advisory_xact_lock(${segmentsLock}::int, ${Number(code)}::int)`;
}

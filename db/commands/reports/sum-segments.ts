import { businessZone } from '../../../machines/calendar/zone.ts';
import { oldestMs } from '../../../machines/visit/moment.ts';
import type { Db } from '../../connection/open.ts';
import type { Tx } from '../../connection/sql.ts';
import { segmentSums } from '../../reads/reports/kept/segment-sums.ts';

/** A day is summed once nothing of it can be reported any more (`machines/visit/moment.ts`), and an hour later. */
const restMinutes = oldestMs / 60_000 + 60;
/** Days of an operation per transaction. */
const perTransaction = 31;

/**
 * Sums the segments of past days without a sum, the oldest of each operation first. Idempotent and safe to
 * run concurrently.
 *
 * @param seconds time limit; the rest waits for the next call
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

/** The first missing day of each operation; none where all days are summed, or nothing was ever closed. */
const listMissing = async ({ sql }: Db): Promise<{ code: string; day: string }[]> => [
  ...(await sql<{ code: string; day: string }[]>`
    select o.code, min(g.at)::date as day
    from (
      select code, (select min(closed_at) from visits v where v.operation = code and v.closed_at is not null) as first
      from operations
    ) o, generate_series((o.first at time zone ${businessZone()})::date, ${lastOver(sql)}, interval '1 day') g(at)
    where not exists (select 1 from segment_days s where s.operation = o.code and s.day = g.at::date)
    group by o.code order by o.code`),
];

const lastOver = (sql: Db['sql'] | Tx) =>
  sql`((now() - make_interval(mins => ${restMinutes})) at time zone ${businessZone()})::date - 1`;

async function sumFrom(db: Db, code: string, day: string): Promise<number> {
  return (await db.transactions.begin(async (tx) => {
    await lockSegments(tx, [code]);
    const written = await tx`
      insert into segment_days (operation, day, count, ticketed, ticket_to_order_ms, order_to_visit_ms, visit_ms, total_ms)
      select d.code, d.first, s.*
      from (
        select ${code}::text as code, g.at::date as first, g.at::date as last
        from generate_series(${day}::date, least(${day}::date + ${perTransaction - 1}::int, ${lastOver(tx)}), interval '1 day') g(at)
      ) d cross join lateral (${segmentSums(tx)}) s
      on conflict do nothing`;
    return written.count;
  })) as number;
}

/**
 * Tickets or dates of these orders changed: deletes the sums of the days on which their visits were finished, and
 * invalidates the reports of these months. In the transaction of that change, after it; serialised with summing.
 */
export async function forgetSegments(tx: Tx, orders: string[]): Promise<void> {
  if (orders.length === 0) return;
  await lockSegments(tx, [...new Set(orders.map((number) => number.slice(0, 3)))]);
  await tx`
    delete from segment_days s using order_visits a join visits v on v.id = a.visit_id
    where a.order_number = any(${orders}::text[]) and v.finished and s.operation = v.operation
      and s.day = (v.closed_at at time zone ${businessZone()})::date`;
  await markMonths(tx, orders);
}

/**
 * Invalidates the kept segments of these months (`db/reads/reports/kept/find-kept.ts`). An open visit may be closed
 * during this transaction, or be reported as closed yesterday, so that these months are marked too.
 */
async function markMonths(tx: Tx, orders: string[]): Promise<void> {
  await tx`
    insert into report_marks (operation, month, mark)
    select distinct v.operation, date_trunc('month', coalesce(v.closed_at, n.at) at time zone ${businessZone()})::date, 1
    from order_visits a join visits v on v.id = a.visit_id, (values (now() - make_interval(secs => ${oldestMs / 1_000})), (now()), (now() + interval '1 minute')) n(at)
    where a.order_number = any(${orders}::text[]) order by 1, 2
    on conflict (operation, month) do update set mark = report_marks.mark + 1`;
}

/** An arbitrary constant. */
const segmentsLock = 734_190;

/** In the order of their codes: concurrent locks never deadlock. */
async function lockSegments(tx: Tx, codes: string[]): Promise<void> {
  for (const code of codes.sort())
    await tx`select pg_advisory_xact_lock(${segmentsLock}::int, ${Number(code)}::int)`;
}

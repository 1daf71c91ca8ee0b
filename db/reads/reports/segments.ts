import { boundsOf, type Month } from '../../../machines/calendar/month.ts';
import { addDays } from '../../../machines/calendar/slots.ts';
import type { ReportRow } from '../../../machines/report/reports.ts';
import type { Db } from '../../connection/open.ts';
import { amongClosed } from '../../months/settled.ts';
import { closedIn } from './closed-in.ts';
import type { Behind } from './counted.ts';
import { segmentSums } from './kept/segment-sums.ts';
import { type Reach, reachOf } from './reach.ts';

/**
 * Mean durations in minutes of the visits finished within the month, one row an operation: from the order's
 * first ticket to the order (T1), from the order to the visit (T2), from the visit's creation to its closing
 * (T3), and from the first of these to the closing. By name. Summed days are not read again; others are read a run of
 * days at a time, because each range of days opens every month that may have such visits.
 */
export async function listSegments(
  db: Db,
  actor: Reach,
  operations: string[] | null,
  month: Month,
): Promise<ReportRow<'segments'>[]> {
  const { sql } = db;
  const reach = reachOf(actor, operations);
  const { from, until, begins, ends } = boundsOf(month);
  return [
    ...(await sql<ReportRow<'segments'>[]>`
      with summed as materialized (
        select operation, day, count, ticketed, ticket_to_order_ms, order_to_visit_ms, visit_ms, total_ms from segment_days
        where operation = any(${reach}::text[]) and day >= ${from} and day < ${until}
      ), missing as materialized (
        select o.code, g.at::date as day
        from unnest(${reach}::text[]) o(code), generate_series(${from}::date, ${addDays(until, -1)}::date, interval '1 day') g(at)
        where not exists (select 1 from summed s where s.operation = o.code and s.day = g.at::date)
      ), runs as (
        -- Of days that follow each other the difference is the same.
        select code, min(day) as first, max(day) as last
        from (select code, day, day - row_number() over (partition by code order by day)::int as run from missing) m
        group by code, run
      ), sums as (
        select operation, count, ticketed, ticket_to_order_ms, order_to_visit_ms, visit_ms, total_ms from summed
        union all
        select d.code, s.* from runs d cross join lateral (${segmentSums(sql, amongClosed(db, begins, ends))}) s
      )
      select o.code as operation, o.name as operation_name,
        round(sum(s.ticket_to_order_ms) / nullif(sum(s.ticketed), 0) / 60000)::int as ticket_to_order,
        round(sum(s.order_to_visit_ms) / nullif(sum(s.count), 0) / 60000)::int as order_to_visit,
        round(sum(s.visit_ms) / nullif(sum(s.count), 0) / 60000)::int as visit,
        round(sum(s.total_ms) / nullif(sum(s.count), 0) / 60000)::int as total,
        coalesce(sum(s.count), 0)::int as count
      from operations o left join sums s on s.operation = o.code
      where o.code = any(${reach}::text[]) group by o.code, o.name order by o.name, o.code`),
  ];
}

export const behindSegments: Behind<'segments'> = (db, operations, month) => db.sql`
  select v.id, v.operation as subject, v.closed_at as at from visits v
  where ${closedIn(db, operations, month)} and v.finished`;

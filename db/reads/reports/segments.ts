import type { Month } from '../../../machines/month.ts';
import type { ReportRow } from '../../../machines/reports.ts';
import type { Db } from '../../open.ts';
import { closedIn } from './closed-in.ts';
import { type Reach, reachOf } from './reach.ts';

/**
 * How long the visits finished within the month took, as means in minutes, one row an operation: from the order's
 * first ticket to the order (T1), from the order to the visit (T2), from the visit's creation to its closing (T3),
 * and from the first of these that there is to the closing. By name.
 */
export async function listSegments(
  db: Db,
  actor: Reach,
  operations: string[] | null,
  month: Month,
): Promise<ReportRow<'segments'>[]> {
  const { sql } = db;
  const reach = reachOf(actor, operations);
  const minutes = (from: ReturnType<typeof sql>, to: ReturnType<typeof sql>) =>
    sql`round(avg(extract(epoch from ${to} - ${from})) / 60)::int`;
  return [
    ...(await sql<ReportRow<'segments'>[]>`
      with measured as (
        select v.operation, v.created_at as visit_at, v.closed_at, w.created_at as order_at,
          (select min(k.created_at) from tickets k where k.order_number = v.order_number) as ticket_at
        from visits v join orders w on w.number = v.order_number
        where ${closedIn(sql, reach, month)} and v.finished
      )
      select o.name as operation_name, ${minutes(sql`ticket_at`, sql`order_at`)} as ticket_to_order,
        ${minutes(sql`order_at`, sql`visit_at`)} as order_to_visit, ${minutes(sql`visit_at`, sql`closed_at`)} as visit,
        ${minutes(sql`coalesce(ticket_at, order_at)`, sql`closed_at`)} as total, count(m.closed_at)::int as count
      from operations o left join measured m on m.operation = o.code
      where o.code = any(${reach}::text[]) group by o.code, o.name order by o.name, o.code`),
  ];
}

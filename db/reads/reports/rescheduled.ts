import type { Month } from '../../../machines/calendar/month.ts';
import type { ReportRow } from '../../../machines/report/reports.ts';
import type { Db } from '../../connection/open.ts';
import { closedIn } from './closed-in.ts';
import { type Reach, reachOf } from './reach.ts';

/**
 * Each visit rescheduled within the month, in order, and how many times its chain had been rescheduled by
 * then, this time included.
 */
export async function listRescheduledVisits(
  db: Db,
  actor: Reach,
  operations: string[] | null,
  month: Month,
): Promise<ReportRow<'reschedule'>[]> {
  const { sql } = db;
  // 'offset' enforces lookups by month: PostgreSQL would read every partition at each step of a chain.
  return [
    ...(await sql<ReportRow<'reschedule'>[]>`
      with recursive moved as materialized (
        select v.id, v.created_at, v.closed_at, v.rescheduled_previous from visits v
        where ${closedIn(db, reachOf(actor, operations), month)} and v.rescheduled
      ), chain (id, previous, place) as (
        select id, rescheduled_previous, 1 from moved
        union all
        select c.id, v.rescheduled_previous, c.place + 1
        from chain c cross join lateral (select rescheduled_previous from visits where id = c.previous offset 0) v
      )
      select m.id as visit_id, m.created_at, m.closed_at as rescheduled_at, max(c.place)::int as reschedule_count
      from moved m join chain c on c.id = m.id
      group by m.id, m.created_at, m.closed_at order by m.closed_at, m.id`),
  ];
}

import { daysOfMonth, type Month } from '../../../machines/calendar/month.ts';
import { businessZone } from '../../../machines/calendar/slots.ts';
import type { ReportRow } from '../../../machines/report/reports.ts';
import type { Db } from '../../connection/open.ts';
import { closedIn } from './closed-in.ts';
import { type Reach, reachOf } from './reach.ts';
import { slotHours } from './slot-hours.ts';

/** Visits finished or cancelled after their slot's end: every day of the month, by the day of closing. */
export async function listLateFinished(
  db: Db,
  actor: Reach,
  operations: string[] | null,
  month: Month,
): Promise<ReportRow<'late_finish'>[]> {
  const { sql } = db;
  const reach = reachOf(actor, operations);
  const rows = await sql<ReportRow<'late_finish'>[]>`
    with hours as materialized (${slotHours(sql, reach)}),
    -- The local time once per row: most of the cost.
    closed as materialized (
      select v.day, v.slot_id, v.finished, v.closed_at, v.closed_at at time zone ${businessZone} as local
      from visits v where ${closedIn(db, reach, month)} and (v.finished or v.cancelled)
    ), judged as (
      select c.local::date as day, c.finished, c.local > c.day + make_interval(hours => h.to_hour) as late
      from closed c join hours h on h.slot_id = c.slot_id and c.closed_at >= h.since and c.closed_at < h.until
    )
    select day, count(*)::int as closed, count(*) filter (where late)::int as late,
      count(*) filter (where late and finished)::int as finished_late,
      count(*) filter (where late and not finished)::int as cancelled_late
    from judged group by day`;
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const none = { closed: 0, late: 0, finishedLate: 0, cancelledLate: 0 };
  return daysOfMonth(month).map((day) => byDay.get(day) ?? { day, ...none });
}

import { daysOfMonth, type Month } from '../../../machines/calendar/month.ts';
import { businessZone } from '../../../machines/calendar/zone.ts';
import type { ReportRow } from '../../../machines/report/reports.ts';
import type { Db } from '../../connection/open.ts';
import { closedIn } from './closed-in.ts';
import type { Behind, Counted } from './counted.ts';
import { type Reach, reachOf } from './reach.ts';
import { slotHours } from './slot-hours.ts';

const counted: Counted<'late_finish'> = (sql) => ({
  closed: sql`true`,
  late: sql`v.late`,
  finishedLate: sql`v.late and v.finished`,
  cancelledLate: sql`v.late and not v.finished`,
});

/** The month's closings with their local day, each judged by the hours that its slot had then. */
const judged = (db: Db, operations: string[], month: Month) => db.sql`
  with hours as materialized (${slotHours(db.sql, operations)}),
  -- The local time once per row: most of the cost.
  closed as materialized (
    select v.id, v.day, v.slot_id, v.finished, v.closed_at, v.closed_at at time zone ${businessZone()} as local
    from visits v where ${closedIn(db, operations, month)} and (v.finished or v.cancelled)
  )
  select c.id, c.local::date as day, c.finished, c.closed_at, c.local > c.day + make_interval(hours => h.to_hour) as late
  from closed c join hours h on h.slot_id = c.slot_id and c.closed_at >= h.since and c.closed_at < h.until`;

/** Visits finished or cancelled after their slot's end: every day of the month, by the day of closing. */
export async function listLateFinished(
  db: Db,
  actor: Reach,
  operations: string[] | null,
  month: Month,
): Promise<ReportRow<'late_finish'>[]> {
  const { sql } = db;
  const { late, finishedLate, cancelledLate } = counted(sql);
  const rows = await sql<ReportRow<'late_finish'>[]>`
    select v.day, count(*)::int as closed, count(*) filter (where ${late})::int as late,
      count(*) filter (where ${finishedLate})::int as finished_late,
      count(*) filter (where ${cancelledLate})::int as cancelled_late
    from (${judged(db, reachOf(actor, operations), month)}) v group by v.day`;
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const none = { closed: 0, late: 0, finishedLate: 0, cancelledLate: 0 };
  return daysOfMonth(month).map((day) => byDay.get(day) ?? { day, ...none });
}

export const behindLateFinished: Behind<'late_finish'> = (db, operations, month, column) => db.sql`
  select v.id, v.day as subject, v.closed_at as at from (${judged(db, operations, month)}) v
  where ${counted(db.sql)[column]}`;

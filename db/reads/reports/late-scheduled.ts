import { boundsOf, daysOfMonth, type Month } from '../../../machines/calendar/month.ts';
import type { ReportRow } from '../../../machines/report/reports.ts';
import type { Db } from '../../connection/open.ts';
import { amongDays } from '../../months/settled.ts';
import { type Reach, reachOf } from './reach.ts';

/** Visits put into a slot that had already ended: every day of the month, by the visit's day. */
export async function listLateScheduled(
  db: Db,
  actor: Reach,
  operations: string[] | null,
  month: Month,
): Promise<ReportRow<'late_schedule'>[]> {
  const { from, until } = boundsOf(month);
  const rows = await db.sql<ReportRow<'late_schedule'>[]>`
    select day, count(*)::int as total, count(*) filter (where late_schedule)::int as late
    from visits v where operation = any(${reachOf(actor, operations)}::text[]) and day >= ${from} and day < ${until}
      and ${amongDays(db, from, until)}
    group by day`;
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return daysOfMonth(month).map((day) => byDay.get(day) ?? { day, total: 0, late: 0 });
}

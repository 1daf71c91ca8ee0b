import { boundsOf, daysOfMonth, type Month } from '../../../machines/calendar/month.ts';
import type { ReportRow } from '../../../machines/report/reports.ts';
import type { Db } from '../../connection/open.ts';
import { amongDays } from '../../months/settled.ts';
import { type Reach, reachOf } from './reach.ts';

/** Visits that were put into a slot that had already ended on their day: every day of the month, by that day. */
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
  const found = new Map(rows.map((row) => [row.day, row]));
  return daysOfMonth(month).map((day) => found.get(day) ?? { day, total: 0, late: 0 });
}

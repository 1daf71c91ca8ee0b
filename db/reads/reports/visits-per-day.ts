import { boundsOf, daysOfMonth, type Month } from '../../../machines/calendar/month.ts';
import type { ReportRow } from '../../../machines/report/reports.ts';
import type { Db } from '../../connection/open.ts';
import { amongDays } from '../../months/settled.ts';
import { type Reach, reachOf } from './reach.ts';

/** 'Visitas por día del mes': every day of the month, by the visits' own day, and their current states. */
export async function listVisitsPerDay(
  db: Db,
  actor: Reach,
  operations: string[] | null,
  month: Month,
): Promise<ReportRow<'monthly'>[]> {
  const { from, until } = boundsOf(month);
  const rows = await db.sql<ReportRow<'monthly'>[]>`
    select day, count(*)::int as total, count(*) filter (where finished)::int as finished,
      count(*) filter (where cancelled)::int as cancelled, count(*) filter (where rescheduled)::int as rescheduled,
      count(*) filter (where closed_at is null)::int as open
    from visits v where operation = any(${reachOf(actor, operations)}::text[]) and day >= ${from} and day < ${until}
      and ${amongDays(db, from, until)}
    group by day`;
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const none = { total: 0, finished: 0, cancelled: 0, rescheduled: 0, open: 0 };
  return daysOfMonth(month).map((day) => byDay.get(day) ?? { day, ...none });
}

import { daysOfMonth, type Month } from '../../../machines/calendar/month.ts';
import type { ReportRow } from '../../../machines/report/reports.ts';
import type { Db } from '../../connection/open.ts';
import type { Behind, Counted } from './counted.ts';
import { dueIn } from './due-in.ts';
import { type Reach, reachOf } from './reach.ts';

const counted: Counted<'monthly'> = (sql) => ({
  total: sql`true`,
  finished: sql`v.finished`,
  cancelled: sql`v.cancelled`,
  rescheduled: sql`v.rescheduled`,
  open: sql`v.closed_at is null`,
});

/** 'Visitas por día del mes': every day of the month, by the visits' own day, and their current states. */
export async function listVisitsPerDay(
  db: Db,
  actor: Reach,
  operations: string[] | null,
  month: Month,
): Promise<ReportRow<'monthly'>[]> {
  const { sql } = db;
  const { finished, cancelled, rescheduled, open } = counted(sql);
  const rows = await sql<ReportRow<'monthly'>[]>`
    select v.day, count(*)::int as total, count(*) filter (where ${finished})::int as finished,
      count(*) filter (where ${cancelled})::int as cancelled, count(*) filter (where ${rescheduled})::int as rescheduled,
      count(*) filter (where ${open})::int as open
    from visits v where ${dueIn(db, reachOf(actor, operations), month)} group by v.day`;
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const none = { total: 0, finished: 0, cancelled: 0, rescheduled: 0, open: 0 };
  return daysOfMonth(month).map((day) => byDay.get(day) ?? { day, ...none });
}

export const behindVisitsPerDay: Behind<'monthly'> = (db, operations, month, column) => db.sql`
  select v.id, v.day as subject, null::timestamptz as at from visits v
  where ${dueIn(db, operations, month)} and ${counted(db.sql)[column]}`;

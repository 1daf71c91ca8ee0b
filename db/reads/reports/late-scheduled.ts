import { daysOfMonth, type Month } from '../../../machines/calendar/month.ts';
import type { ReportRow } from '../../../machines/report/reports.ts';
import type { Db } from '../../connection/open.ts';
import type { Behind, Counted } from './counted.ts';
import { dueIn } from './due-in.ts';
import { type Reach, reachOf } from './reach.ts';

const counted: Counted<'late_schedule'> = (sql) => ({ total: sql`true`, late: sql`v.late_schedule` });

/** Visits put into a slot that had already ended: every day of the month, by the visit's day. */
export async function listLateScheduled(
  db: Db,
  actor: Reach,
  operations: string[] | null,
  month: Month,
): Promise<ReportRow<'late_schedule'>[]> {
  const rows = await db.sql<ReportRow<'late_schedule'>[]>`
    select v.day, count(*)::int as total, count(*) filter (where ${counted(db.sql).late})::int as late
    from visits v where ${dueIn(db, reachOf(actor, operations), month)} group by v.day`;
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return daysOfMonth(month).map((day) => byDay.get(day) ?? { day, total: 0, late: 0 });
}

export const behindLateScheduled: Behind<'late_schedule'> = (db, operations, month, column) => db.sql`
  select v.id, v.day as subject, null::timestamptz as at from visits v
  where ${dueIn(db, operations, month)} and ${counted(db.sql)[column]}`;

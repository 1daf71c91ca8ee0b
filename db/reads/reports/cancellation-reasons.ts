import type { Month } from '../../../machines/calendar/month.ts';
import { percentageOf, type ReportRow } from '../../../machines/report/reports.ts';
import type { Db } from '../../connection/open.ts';
import { closedIn } from './closed-in.ts';
import type { Behind } from './counted.ts';
import { type Reach, reachOf } from './reach.ts';

/** The reasons of the month's cancellations, the most frequent first; reschedulings are another report. */
export async function listCancellationReasons(
  db: Db,
  actor: Reach,
  operations: string[] | null,
  month: Month,
): Promise<ReportRow<'cancellation_reasons'>[]> {
  const { sql } = db;
  const rows = await sql<Omit<ReportRow<'cancellation_reasons'>, 'percentage'>[]>`
    select r.value as reason_id, r.text as reason, r.responsible, c.amount
    from (
      select v.reason_id, count(*)::int as amount from visits v
      where ${closedIn(db, reachOf(actor, operations), month)} and v.cancelled group by v.reason_id
    ) c join reasons r on r.value = c.reason_id
    order by c.amount desc, r.text, r.value`;
  const all = rows.reduce((sum, { amount }) => sum + amount, 0);
  return rows.map((row) => ({ ...row, percentage: percentageOf(row.amount, all)! }));
}

export const behindCancellationReasons: Behind<'cancellation_reasons'> = (db, operations, month) => db.sql`
  select v.id, v.reason_id as subject, v.closed_at as at from visits v join reasons r on r.value = v.reason_id
  where ${closedIn(db, operations, month)} and v.cancelled`;

import type { Month } from '../../../machines/calendar/month.ts';
import type { ReportRow } from '../../../machines/report/reports.ts';
import { derivations } from '../../../machines/words/labels.ts';
import type { Db } from '../../connection/open.ts';
import { closedIn } from './closed-in.ts';
import { type Reach, reachOf } from './reach.ts';

/** Each visit closed within the month with a derivation, in order of closing. */
export async function listDerivedVisits(
  db: Db,
  actor: Reach,
  operations: string[] | null,
  month: Month,
): Promise<ReportRow<'monthly_derivations'>[]> {
  const { sql } = db;
  const rows = await sql<(Omit<ReportRow<'monthly_derivations'>, 'derivation'> & { type: number })[]>`
    select v.id, v.order_number, v.client_id, v.closed_at as finished_at, v.derivation_type as type from visits v
    where ${closedIn(db, reachOf(actor, operations), month)} and v.derivation_type is not null and (v.finished or v.cancelled)
    order by v.closed_at, v.id`;
  return rows.map(({ type, ...row }) => ({ ...row, derivation: derivations[type]! }));
}

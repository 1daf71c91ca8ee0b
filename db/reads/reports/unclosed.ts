import { addDays, mondayOf, today } from '../../../machines/calendar/slots.ts';
import { businessZone } from '../../../machines/calendar/zone.ts';
import type { ReportRow, Timeframe } from '../../../machines/report/reports.ts';
import type { VisitFacts } from '../../../machines/visit/facts.ts';
import { statusLabel } from '../../../machines/visit/labels.ts';
import type { Db } from '../../connection/open.ts';
import { amongOpen } from '../../months/settled.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import { visitFactColumns } from '../../record/visit-row.ts';
import { type Reach, reachOf } from './reach.ts';

/**
 * Visits still open after their slot's end, oldest first: all, those of the current week (Monday to Sunday),
 * or all others.
 */
export async function listUnclosedVisits(
  db: Db,
  actor: Reach,
  operations: string[] | null,
  timeframe: Timeframe,
  now: Date,
): Promise<ReportRow<'unclosed'>[]> {
  const { sql } = db;
  const day = today(now);
  const monday = mondayOf(day);
  const [from, until] = {
    all: ['-infinity', addDays(day, 1)],
    this_week: [monday, addDays(day, 1)],
    all_except_this_week: ['-infinity', monday],
  }[timeframe] as [string, string];
  const rows = await sql<(Row & VisitFacts)[]>`
    select v.id, v.order_number, v.client_id, v.day, t.name as technician_name, r.text as reason_text,
      ${visitFactColumns(sql)}
    from visits v join slots s on s.id = v.slot_id left join technicians t on t.id = v.technician_id
    left join reasons r on r.value = v.reason_id
    where v.operation = any(${reachOf(actor, operations)}::text[]) and ${isOpenVisit(sql)}
      and ${amongOpen(db)}
      and v.day >= ${from}::date and v.day < ${until}::date
      and (v.delayed or (v.day + make_interval(hours => s.to_hour)) at time zone ${businessZone()} <= ${now})
    order by v.day, s.to_hour, v.id`;
  return rows.map((row) => ({
    id: row.id,
    status: statusLabel(row, row.reasonText),
    statusId: row.statusId,
    orderNumber: row.orderNumber,
    clientId: row.clientId,
    day: row.day,
    technicianName: row.technicianName,
    delayedWhileOnTheWay: row.delayed && row.delayedWhileOnTheWay,
  }));
}

type Row = Omit<ReportRow<'unclosed'>, 'status'> & { reasonText: string | null };

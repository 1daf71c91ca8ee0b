import { addMonths, monthOf } from '../../../../machines/calendar/month.ts';
import { instantOf, today } from '../../../../machines/calendar/slots.ts';
import { monthlyReports } from '../../../../machines/report/reports.ts';
import type { Db } from '../../../connection/open.ts';
import type { Part } from './part.ts';

/** From this local hour of the first day on: after work that lasted until midnight. */
const fromHour = 3;
/** Kept rows this many events behind are checked again, long before that costs as much as counting (`mostEvents`). */
const mostBehind = 300;

/**
 * The parts of the month before that are to be generated: not kept, or with so many events since that they
 * may soon be invalid. The same on any later day, so that a month is generated late rather than never.
 */
export async function listDueParts(db: Db, now: Date): Promise<Part[]> {
  const first = monthOf(today(now));
  if (now < instantOf(first, fromHour)) return [];
  return [
    ...(await db.sql<Part[]>`
      select n.report, o.code as operation, ${addMonths(first, -1)}::date as month
      from unnest(${monthlyReports}::text[]) with ordinality n(report, place) cross join operations o
      left join report_results r on r.report = n.report and r.operation = o.code and r.month = ${addMonths(first, -1)}
      where r.version is null or o.version - r.version > ${mostBehind}
      order by n.place, o.code`),
  ];
}

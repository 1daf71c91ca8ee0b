import type { Month } from '../../../machines/calendar/month.ts';
import { instantOf } from '../../../machines/calendar/slots.ts';
import type { CountColumn, CountingReport } from '../../../machines/report/counted-visits.ts';
import type { VisitFacts } from '../../../machines/visit/facts.ts';
import { statusLabel } from '../../../machines/visit/labels.ts';
import type { Db } from '../../connection/open.ts';
import { visitFactColumns } from '../../record/visit-row.ts';
import { behindCancellationReasons } from './cancellation-reasons.ts';
import type { Behind } from './counted.ts';
import { behindLateFinished } from './late-finished.ts';
import { behindLateScheduled } from './late-scheduled.ts';
import { behindOnTheWayOfOperations, behindOnTheWayOfTechnicians } from './on-the-way.ts';
import { type Reach, reachOf } from './reach.ts';
import { behindSegments } from './segments.ts';
import { behindTechnicianWork } from './technicians.ts';
import { behindVisitsPerDay } from './visits-per-day.ts';

/** A visit that a report's number counts, as it stands now. */
export type VisitBehind = {
  id: number;
  day: string;
  slotName: string;
  /** Of the slot as it is now. */
  fromHour: number;
  toHour: number;
  zoneName: string | null;
  status: string;
  orderNumber: string;
  clientId: string;
  clientName: string;
  /** Minutes from the end of the slot to the closing, or to now while it is open; null: it was not late. */
  minutesLate: number | null;
  technicianName: string | null;
  /** What was counted: a closing or a release; null: the visit's own day. */
  at: Date | null;
};

/** Which number of a report: `subject` is the row's key (`countedBy`), null the sum of all rows. */
export type NumberAsked = {
  report: CountingReport;
  column: string;
  subject: string | null;
  operations: string[] | null;
  month: Month;
  offset: number;
};

/** At once; the rest is asked for from where it ends. */
export const behindPage = 200;

const behind: { [Name in CountingReport]: Behind<Name> } = {
  monthly: behindVisitsPerDay,
  late_schedule: behindLateScheduled,
  late_finish: behindLateFinished,
  cancellation_reasons: behindCancellationReasons,
  technicians: behindTechnicianWork,
  segments: behindSegments,
  on_the_way: behindOnTheWayOfTechnicians,
  on_the_way_global: behindOnTheWayOfOperations,
};

/**
 * The visits behind a number of a report, in the order in which they were counted, within the actor's operations; the
 * caller has checked `can_read_reports` and the column. A visit that a technician lost twice is there twice.
 * @returns `behindPage` of them from `offset` on, and how many there are: the number itself, as of now
 */
export async function listVisitsBehind(
  db: Db,
  actor: Reach,
  { report, column, subject, operations, month, offset }: NumberAsked,
): Promise<{ total: number; visits: VisitBehind[] }> {
  const { sql } = db;
  const of = behind[report] as Behind<CountingReport>;
  const rows = await sql<(Row & { total: number })[]>`
    with counted as materialized (
      select b.id, b.at from (${of(db, reachOf(actor, operations), month, column as CountColumn<CountingReport>)}) b
      ${subject === null ? sql`` : sql`where b.subject::text = ${subject}`}
    ), page as (
      select c.id, c.at, v.day, v.slot_id from counted c join visits v on v.id = c.id
      order by coalesce(c.at, v.day::timestamp), v.day, v.slot_id, c.id, c.at limit ${behindPage} offset ${offset}
    )
    select n.total, v.id, v.day, s.name as slot_name, s.from_hour, s.to_hour, z.name as zone_name, v.order_number, v.client_id,
      v.client_name, coalesce(v.closed_at, now()) as until,
      t.name as technician_name, r.text as reason_text, p.at, ${visitFactColumns(sql)}
    from (select count(*)::int as total from counted) n left join page p on true
    left join visits v on v.id = p.id left join slots s on s.id = v.slot_id
    left join zones z on z.id = v.zone_id
    left join technicians t on t.id = v.technician_id left join reasons r on r.value = v.reason_id
    order by coalesce(p.at, p.day::timestamp), p.day, p.slot_id, p.id, p.at`;
  return {
    total: rows[0]!.total,
    visits: rows
      .filter(({ id }) => id !== null)
      .map((row) => ({
        id: row.id,
        day: row.day,
        slotName: row.slotName,
        fromHour: row.fromHour,
        toHour: row.toHour,
        zoneName: row.zoneName,
        status: statusLabel(row, row.reasonText),
        orderNumber: row.orderNumber,
        clientId: row.clientId,
        clientName: row.clientName,
        minutesLate: minutesLate(row),
        technicianName: row.technicianName,
        at: row.at,
      })),
  };
}

type Row = Omit<VisitBehind, 'status' | 'minutesLate'> &
  VisitFacts & { reasonText: string | null; until: Date };

/** A visit that was rescheduled was not late: its slot was given up. */
function minutesLate({ day, toHour, until, rescheduled }: Row): number | null {
  const minutes = Math.floor((until.getTime() - instantOf(day, toHour).getTime()) / 60_000);
  return minutes > 0 && !rescheduled ? minutes : null;
}

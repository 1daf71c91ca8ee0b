import type { z } from 'zod';
import { formatDay, isoWithOffset } from '../../../machines/calendar/slots.ts';
import {
  type OnTheWay,
  pendingLimit,
  percentageText,
  type ReportName,
  type ReportRow,
} from '../../../machines/report/reports.ts';
import type { reportRows } from './report.ts';

/**
 * S2 §3 'Report rows', 'My-techs item', by the spec's names; last the key of a row whose counts lead to their visits
 * (`report/visits`). Times of segments are minutes.
 */
const presenters = {
  monthly: ({ day, ...counts }) => ({ date: formatDay(day), ...counts }),
  late_schedule: ({ day, ...counts }) => ({ date: formatDay(day), ...counts }),
  late_finish: ({ day, closed, late, finishedLate, cancelledLate }) => ({
    date: formatDay(day),
    closed,
    late,
    finished_late: finishedLate,
    cancelled_late: cancelledLate,
  }),
  cancellation_reasons: ({ reasonId, ...row }) => ({ ...row, value: reasonId }),
  technicians: ({ technicianId, technicianName, ...counts }) => ({
    tech_name: technicianName,
    ...counts,
    tech_id: technicianId,
  }),
  unclosed: (row) => ({
    id: row.id,
    status: row.status,
    status_id: row.statusId,
    ot: row.orderNumber,
    client_id: row.clientId,
    date_dispatch: formatDay(row.day),
    tech: row.technicianName,
    delayed_while_on_the_way: row.delayedWhileOnTheWay,
  }),
  reschedule: (row) => ({
    visit_id: row.visitId,
    date_created: isoWithOffset(row.createdAt),
    date_rescheduled: isoWithOffset(row.rescheduledAt),
    reschedule_count: row.rescheduleCount,
  }),
  monthly_derivations: (row) => ({
    id: row.id,
    ot_number: row.orderNumber,
    client_id: row.clientId,
    date_finished: isoWithOffset(row.finishedAt),
    derivation_type_friendly: row.derivation,
  }),
  segments: (row) => ({
    subsidiary_name: row.operationName,
    tto: row.ticketToOrder,
    tov: row.orderToVisit,
    tvp: row.visit,
    ttp: row.total,
    tc: row.count,
    subsidiary_id: row.operation,
  }),
  on_the_way: ({ technicianId, technicianName, ...row }) => ({
    tech_name: technicianName,
    ...onTheWay(row),
    tech_id: technicianId,
  }),
  on_the_way_global: ({ operation, operationName, ...row }) => ({
    subsidiary_name: operationName,
    ...onTheWay(row),
    subsidiary_id: operation,
  }),
  my_techs: (row) => ({
    full_name: row.fullName,
    boxi_username: row.username,
    subsidiaries: row.operations.map(({ code }) => code),
    subsidiaries_friendly: row.operations.map(({ name }) => name),
    profile_pic: row.picture,
    pending_visits_count: row.pendingCount,
    pending_visits_data: row.pending.map((visit) => ({
      visit_id: visit.visitId,
      date_dispatch: formatDay(visit.day),
      ot_number: visit.orderNumber,
      ot_type: visit.orderType,
    })),
    pending_visits_are_over_limit: row.pendingIsOverLimit,
    pending_visits_limit: pendingLimit,
    active_on_agenda: row.activeOnAgenda,
    active_on_telegram: row.activeOnTelegram,
  }),
} satisfies { [Name in ReportName]: (row: ReportRow<Name>) => Documented<Name> };

type Documented<Name extends ReportName> = z.input<(typeof reportRows)[Name]>;
/** Columns that a presenter answers and the API's document lacks. */
type Undocumented = {
  [Name in ReportName]: Exclude<keyof ReturnType<(typeof presenters)[Name]>, keyof Documented<Name>>;
}[ReportName];

const onTheWay = (row: OnTheWay) => ({
  amount_of_visits_finished: row.finished,
  amount_of_visits_that_were_set_on_the_way: row.onTheWay,
  percentage: percentageText(row.percentage),
  amount_rescheduled_by_client: row.rescheduledByClient,
  amount_cancelled_by_client: row.cancelledByClient,
});

/** A report's row by the spec's names. A column that `reportRows` does not document does not compile where it is called. */
export const presentReport = (name: [Undocumented] extends [never] ? ReportName : Undocumented) =>
  presenters[name as ReportName] as (row: ReportRow) => unknown;

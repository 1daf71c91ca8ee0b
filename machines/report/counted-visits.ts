import { type Month, monthOf } from '../calendar/month.ts';
import type { ReportName, ReportRow } from './reports.ts';

// Which visits stand behind a report's number (issue 17, ux.md U57).

/**
 * The reports whose rows count visits, and the field by which a row is known, in any month: they have sums and a month
 * before. The others list visits.
 */
export const countedBy = {
  monthly: 'day',
  late_schedule: 'day',
  late_finish: 'day',
  cancellation_reasons: 'reasonId',
  technicians: 'technicianId',
  segments: 'operation',
  on_the_way: 'technicianId',
  on_the_way_global: 'operation',
} as const satisfies { [Name in ReportName]?: keyof ReportRow<Name> };

export type CountingReport = keyof typeof countedBy;
export const countingReports = Object.keys(countedBy) as CountingReport[];
export const isCounting = (name: ReportName): name is CountingReport => Object.hasOwn(countedBy, name);

const onTheWay = ['finished', 'onTheWay', 'rescheduledByClient', 'cancelledByClient'] as const;

/** Their columns that are counts. */
export const countColumns = {
  monthly: ['total', 'finished', 'cancelled', 'rescheduled', 'open'],
  late_schedule: ['total', 'late'],
  late_finish: ['closed', 'late', 'finishedLate', 'cancelledLate'],
  cancellation_reasons: ['amount'],
  technicians: ['finished', 'cancelled', 'detached'],
  segments: ['count'],
  on_the_way: onTheWay,
  on_the_way_global: onTheWay,
} as const satisfies { [Name in CountingReport]: readonly (keyof ReportRow<Name>)[] };

export type CountColumn<Name extends CountingReport> = (typeof countColumns)[Name][number];

/** What a share or a mean is worked out from. */
const workedOutFrom: Partial<Record<string, string>> = {
  percentage: 'onTheWay',
  ticketToOrder: 'count',
  orderToVisit: 'count',
  visit: 'count',
  total: 'count',
};

/** The count whose visits a column's number leads to; null: it leads to none. */
export function countBehind(name: ReportName, column: string): string | null {
  if (!isCounting(name)) return null;
  const counts = countColumns[name] as readonly string[];
  if (counts.includes(column)) return column;
  if (name === 'cancellation_reasons' && column === 'percentage') return 'amount';
  const from = Object.hasOwn(workedOutFrom, column) ? workedOutFrom[column]! : null;
  return from !== null && counts.includes(from) ? from : null;
}

/** A row's own key, as text: '2026-11-03', '17', '114'. */
export const subjectOf = (name: CountingReport, row: object): string =>
  String((row as Record<string, unknown>)[countedBy[name]]);

const shapes = {
  day: /^\d{4}-\d{2}-\d{2}$/,
  reasonId: /^\d{1,9}$/,
  technicianId: /^\d{1,9}$/,
  operation: /^\d{3}$/,
} as const satisfies Record<(typeof countedBy)[CountingReport], RegExp>;

/** Whether a text from outside can be the key of a row of this report and month. */
export function isSubject(name: CountingReport, text: string, month: Month): boolean {
  const field = countedBy[name];
  return shapes[field].test(text) && (field !== 'day' || monthOf(text) === month);
}

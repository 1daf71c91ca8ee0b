import { isMonth, type Month, monthOf } from '../../machines/calendar/month.ts';
import { countBehind, isCounting, isSubject } from '../../machines/report/counted-visits.ts';
import { type ReportName, reports, type Timeframe, timeframes } from '../../machines/report/reports.ts';

/**
 * What stands in a report's address: `mes=2026-10`, `op=114`, `plazo=this_week`, `orden=finished.desc`,
 * `numero=finished.2026-10-03`.
 */
export type ReportAddress = {
  /** 'YYYY-MM-01'; the month of today where the address names none. */
  month: Month;
  /** Null: all of one's own. */
  operation: string | null;
  timeframe: Timeframe;
  sort: { column: string; descending: boolean } | null;
  /** The number whose visits are open: its count, and its row's key, null: the sum. */
  number: { column: string; subject: string | null } | null;
};

/** Whether one of the operations has to be chosen, or all of them may be. */
export const asksOne = (name: ReportName): boolean =>
  reports[name].asks === 'month and operation' || reports[name].asks === 'timeframe';

export function readAddress(
  name: ReportName,
  search: URLSearchParams,
  scope: { operations: string[]; today: string },
): ReportAddress {
  const named = `${search.get('mes') ?? ''}-01`;
  const month = isMonth(named) && named <= scope.today ? named : null;
  const op = search.get('op');
  const operation = op && scope.operations.includes(op) ? op : null;
  const timeframe = timeframes.find((each) => each === search.get('plazo')) ?? null;
  const [column, direction] = (search.get('orden') ?? '').split('.');
  const { columns } = reports[name];
  const sorted = columns.some(({ key }) => key === column);
  const shownMonth = month ?? monthOf(scope.today);
  return {
    month: shownMonth,
    operation: operation ?? (asksOne(name) ? (scope.operations[0] ?? null) : null),
    timeframe: timeframe ?? 'all',
    sort: sorted ? { column: column!, descending: direction === 'desc' } : null,
    number: numberOf(name, search.get('numero'), shownMonth),
  };
}

function numberOf(name: ReportName, text: string | null, month: Month): ReportAddress['number'] {
  const [column = '', subject] = (text ?? '').split('.');
  if (countBehind(name, column) !== column || !isCounting(name)) return null;
  if (subject === undefined) return { column, subject: null };
  return isSubject(name, subject, month) ? { column, subject } : null;
}

/** The address of a number's visits beside `search`; a report's other parts stay. */
export function numberAddress(search: string, column: string, subject: string | null): string {
  const params = new URLSearchParams(search);
  params.set('numero', subject === null ? column : `${column}.${subject}`);
  return `?${params}`;
}

/** The fields of the report's call (S2 §7), as its rows and its files are asked for. */
export function queryOf(name: ReportName, { month, operation, timeframe }: ReportAddress): string {
  const { asks } = reports[name];
  const query = new URLSearchParams();
  if (asks.startsWith('month')) query.set('month', month);
  if (asks === 'timeframe') query.set('timeframe', timeframe);
  if (operation && asks !== 'month') query.set(asksOne(name) ? 'subsidiary' : 'subsidiaries', operation);
  return query.toString();
}

/** The fields of the call `report/visits`. */
export function numberQuery(
  name: ReportName,
  { month, operation }: ReportAddress,
  { column, subject }: NonNullable<ReportAddress['number']>,
): string {
  const query = new URLSearchParams({ report: name, column, month });
  if (subject !== null) query.set('of', subject);
  if (operation && reports[name].asks !== 'month') query.set('subsidiaries', operation);
  return query.toString();
}

import { isMonth, type Month, monthOf } from '../../machines/calendar/month.ts';
import { type ReportName, reports, type Timeframe, timeframes } from '../../machines/report/reports.ts';

/** What stands in a report's address: `mes=2026-10`, `op=114`, `plazo=this_week`, `orden=finished.desc`. */
export type ReportAddress = {
  /** 'YYYY-MM-01'; the month of today where the address names none. */
  month: Month;
  /** Null: all of one's own. */
  operation: string | null;
  timeframe: Timeframe;
  sort: { column: string; descending: boolean } | null;
  /** Whether the address asks for the report, or only for its form. */
  asked: boolean;
};

/** Whether one of the operations has to be chosen, or all of them may be. */
export const asksOne = (name: ReportName): boolean =>
  reports[name].asks === 'month and operation' || reports[name].asks === 'timeframe';

export function readAddress(
  name: ReportName,
  search: URLSearchParams,
  known: { operations: string[]; today: string },
): ReportAddress {
  const named = `${search.get('mes') ?? ''}-01`;
  const month = isMonth(named) && named <= known.today ? named : null;
  const op = search.get('op');
  const operation = op && known.operations.includes(op) ? op : null;
  const timeframe = timeframes.find((one) => one === search.get('plazo')) ?? null;
  const [column, direction] = (search.get('orden') ?? '').split('.');
  const { asks, columns } = reports[name];
  const sorted = columns.some(({ key }) => key === column);
  return {
    month: month ?? monthOf(known.today),
    operation: operation ?? (asksOne(name) ? (known.operations[0] ?? null) : null),
    timeframe: timeframe ?? 'all',
    sort: sorted ? { column: column!, descending: direction === 'desc' } : null,
    asked: asks === 'operations' || (asks === 'timeframe' ? timeframe !== null : month !== null),
  };
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

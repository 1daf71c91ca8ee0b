import { addMonths, type Month } from '../calendar/month.ts';
import { countedBy, isCounting, subjectOf } from './counted-visits.ts';
import { type Column, isMonthly, percentageOf, type ReportName, type ReportRow, reports } from './reports.ts';

// A report's sums, and the month before beside them (issue 17, ux.md U57).

/** What a row is of: of days, the day of the month, so that the 3rd stands beside the 3rd. */
export function keyOf<Name extends ReportName>(name: Name, row: ReportRow<Name>): string | null {
  if (!isCounting(name)) return null;
  const subject = subjectOf(name, row);
  return countedBy[name] === 'day' ? subject.slice(8) : subject;
}

/** Whether a row that a month does not have stands for none of it; a day that is not there stands for nothing. */
export const countsAsNone = (name: ReportName): boolean => isCounting(name) && countedBy[name] !== 'day';

const isSummed = ({ kind }: Pick<Column<never>, 'kind'>) => kind === 'integer';

/**
 * The sums of a report's counts, and of its percentages what follows from them. Means of durations have none: they would
 * need what they are the means of.
 * @returns by column; null: the report lists visits
 */
export function totalsOf<Name extends ReportName>(
  name: Name,
  rows: readonly ReportRow<Name>[],
): ReadonlyMap<string, number | null> | null {
  if (!isCounting(name)) return null;
  const columns = reports[name].columns as Column<ReportRow>[];
  const sums = new Map<string, number | null>(
    columns
      .filter(isSummed)
      .map(({ key }) => [
        key,
        rows.reduce((sum, row) => sum + Number((row as Record<string, unknown>)[key] ?? 0), 0),
      ]),
  );
  if (sums.has('onTheWay'))
    sums.set('percentage', percentageOf(sums.get('onTheWay')!, sums.get('finished')!));
  else if (sums.has('amount') && sums.get('amount')! > 0) sums.set('percentage', 100);
  return sums;
}

/** The month that is shown beside another; null: the report is not of a month. */
export const monthBefore = (name: ReportName, month: Month): Month | null =>
  isMonthly(name) ? addMonths(month, -1) : null;

import { addMonths, daysOfMonth, type Month, monthOf } from '../calendar/month.ts';
import { type Day, weekdayName } from '../calendar/slots.ts';
import { countedBy, isCounting, subjectOf } from './counted-visits.ts';
import { type Column, isMonthly, percentageOf, type ReportName, type ReportRow, reports } from './reports.ts';

// A report's sums, and the month before beside them (issue 17, ux.md U57).

/**
 * What a row is of, the same in any month: of days which weekday of the month, so that the second Sunday stands beside the
 * second Sunday and not beside a Thursday.
 */
export function keyOf<Name extends ReportName>(name: Name, row: ReportRow<Name>): string | null {
  if (!isCounting(name)) return null;
  const subject = subjectOf(name, row);
  if (countedBy[name] !== 'day') return subject;
  return `${weekdayName(subject)} ${Math.ceil(Number(subject.slice(8)) / 7)}`;
}

/** Whether the rows are days. */
export const isByDay = (name: ReportName): boolean => isCounting(name) && countedBy[name] === 'day';

/** Whether a row that a month does not have stands for none of it; a day that is not there stands for nothing. */
export const countsAsNone = (name: ReportName): boolean => isCounting(name) && countedBy[name] !== 'day';

const isSummed = ({ kind }: Pick<Column<never>, 'kind'>) => kind === 'integer';

/**
 * The sums of a report's counts, and of its percentages and means what follows from them. The mean from ticket to order has
 * none: not every visit has a ticket, and the rows do not say how many have.
 *
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
  if (name === 'segments')
    for (const key of ['orderToVisit', 'visit', 'total'] as const)
      sums.set(key, meanOf(rows as readonly ReportRow<'segments'>[], key));
  return sums;
}

/** The mean of all visits, each operation's as often as it has visits; in whole minutes. */
function meanOf(
  rows: readonly ReportRow<'segments'>[],
  key: 'orderToVisit' | 'visit' | 'total',
): number | null {
  const measured = rows.filter((row) => row[key] !== null);
  const count = measured.reduce((sum, row) => sum + row.count, 0);
  return count === 0
    ? null
    : Math.round(measured.reduce((sum, row) => sum + row[key]! * row.count, 0) / count);
}

/** What a count is a share of; a report without it has its shares in a column, or none. */
const wholes: { [Name in ReportName]?: Readonly<Record<string, string>> } = {
  monthly: { finished: 'total', cancelled: 'total', rescheduled: 'total', open: 'total' },
  late_schedule: { late: 'total' },
  late_finish: { late: 'closed', finishedLate: 'closed', cancelledLate: 'closed' },
};

export type Trend = 'up' | 'down' | 'same';
export const trendOf = (now: number, before: number): Trend =>
  now > before ? 'up' : now < before ? 'down' : 'same';

/** A count of all rows, as a rate: its share of another count, or how many a day. */
export type Summary = {
  key: string;
  header: string;
  value: number;
  /** `share`: 0 to 100 of the visits; `perDay`: visits a day. Of the days that are over. */
  rate: { kind: 'share' | 'perDay'; now: number; before: number | null; trend: Trend | null } | null;
};

/**
 * The sums of a report by day, each with its rate beside the month before's. Rates are of the days that are over and of
 * the same weekdays of the month before, so that neither a Sunday more nor what is still to come changes them.
 *
 * @param before null: not there yet
 * @returns none for a report whose rows are no days
 */
export function summaryOf<Name extends ReportName>(
  name: Name,
  rows: readonly ReportRow<Name>[],
  before: readonly ReportRow<Name>[] | null,
  day: Day,
): Summary[] {
  if (!isByDay(name)) return [];
  const numbers = (list: readonly ReportRow<Name>[]) => list as readonly Record<string, number | string>[];
  const sum = (list: readonly ReportRow<Name>[], key: string) =>
    numbers(list).reduce((total, row) => total + Number(row[key]), 0);
  const isOver = (row: ReportRow<Name>) => String((row as Record<string, unknown>).day) < day;
  const over = rows.filter(isOver);
  const earlier = new Map(before?.map((row) => [keyOf(name, row), row]));
  const paired = over.flatMap((row) => {
    const then = earlier.get(keyOf(name, row));
    return then ? [{ now: row, then }] : [];
  });
  const [now, then] = [paired.map((pair) => pair.now), paired.map((pair) => pair.then)];
  const columns = (reports[name].columns as Column<ReportRow>[]).filter(isSummed);
  return columns.map(({ key, header }) => {
    const whole = wholes[name]?.[key];
    const rateOf = (list: readonly ReportRow<Name>[]) =>
      whole === undefined
        ? list.length === 0
          ? null
          : sum(list, key) / list.length
        : percentageOf(sum(list, key), sum(list, whole));
    const rate = rateOf(before ? now : over) ?? rateOf(over);
    const rateBefore = before ? rateOf(then) : null;
    return {
      key,
      header,
      value: sum(rows, key),
      rate:
        rate === null
          ? null
          : {
              kind: whole === undefined ? 'perDay' : 'share',
              now: rate,
              before: rateBefore,
              // As it is shown, with one decimal: what reads the same is the same.
              trend: rateBefore === null ? null : trendOf(tenths(rate), tenths(rateBefore)),
            },
    };
  });
}

const tenths = (value: number) => Math.round(value * 10);

/**
 * How a number stands beside the month before's: of a day that is over as it is, of a whole month by day, since months are
 * not equally long. Shares and means as they are.
 *
 * @param at `subject`: the row's day, where the rows are days; null: a row of the whole month, or the sum
 * @returns null: they cannot be compared, because the day or the month is not over
 */
export function trendBeside(
  name: ReportName,
  column: { kind: Column<never>['kind'] },
  numbers: { now: number; before: number },
  at: { month: Month; subject: Day | null; today: Day },
): Trend | null {
  const { now, before } = numbers;
  if (column.kind !== 'integer') return trendOf(now, before);
  if (isByDay(name) && at.subject !== null) return at.subject < at.today ? trendOf(now, before) : null;
  if (at.month >= monthOf(at.today)) return null;
  const perDay = (value: number, month: Month) => value / daysOfMonth(month).length;
  return trendOf(perDay(now, at.month), perDay(before, addMonths(at.month, -1)));
}

/** The month that is shown beside another; null: the report is not of a month. */
export const monthBefore = (name: ReportName, month: Month): Month | null =>
  isMonthly(name) ? addMonths(month, -1) : null;

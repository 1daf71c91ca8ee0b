import { marks, statusIds } from '../../../machines/visit/facts.ts';
import type { Query } from '../../connection/sql.ts';
import type { Columns, visits } from '../../schema/index.ts';

/**
 * A visit in the calendar: one array, its columns named once. The same row is used in a week and in a change,
 * so that a board can merge them.
 */
export const calendarColumns = [
  'id',
  'version',
  'day',
  'slotId',
  'zoneId',
  'orderNumber',
  'orderType',
  'clientId',
  'clientName',
  'nodeName',
  'tag',
  'symptomId',
  'technicianId',
  'statusId',
  'reasonId',
  'onTheWay',
  'delayed',
  'delayedWhileOnTheWay',
  'arrived',
  'runningLate',
  'detached',
  'finished',
  'cancelled',
  'rescheduled',
  'rescheduledNext',
  'derivationType',
  'customerNotice',
  'rank',
  'overbooked',
  'confirmed',
  'atHome',
  'closedAt',
] as const;

/** Flags that are computed from a column. An index has at most 32, and settled months have all of them in one. */
const computed = {
  confirmed: { column: 'confirmed_at', sql: 'v.confirmed_at is not null' },
  atHome: { column: 'at_home_at', sql: 'v.at_home_at is not null' },
  // As a check of the table says.
  delayed: { column: 'status_id', sql: `v.status_id = ${statusIds.delayed}` },
} as const;
type Computed = keyof typeof computed;
const isComputed = (column: string): column is Computed => Object.hasOwn(computed, column);

export type CalendarVisit = Columns<
  typeof visits,
  Exclude<(typeof calendarColumns)[number], Computed | 'closedAt'>
> & {
  delayed: boolean;
  /** By the customer's link. */
  confirmed: boolean;
  /** The customer is there, and has said so. */
  atHome: boolean;
  /** In seconds since 1970; undefined in a row of a process of the version before. */
  closedAt: number | null | undefined;
};

export type CalendarRow = CalendarVisit[(typeof calendarColumns)[number]][];

const flags = new Set<string>([
  ...marks,
  'delayedWhileOnTheWay',
  'arrived',
  'detached',
  'overbooked',
  ...Object.keys(computed),
]);

const columnOf = (column: (typeof calendarColumns)[number]) =>
  isComputed(column)
    ? computed[column].column
    : column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns of `visits` that a row needs. */
export const visitColumns = [...new Set(calendarColumns.map(columnOf))];

/** Flags as 0 and 1: a week of 960 visits is half the size. */
const rowText = calendarColumns
  .map((column) => {
    if (isComputed(column)) return `(${computed[column].sql})::int`;
    if (column === 'closedAt') return 'extract(epoch from v.closed_at)::int';
    return `v.${columnOf(column)}${flags.has(column) ? '::int' : ''}`;
  })
  .join(', ');
export const calendarRow = (sql: Query) => sql`json_build_array(${sql.unsafe(rowText)})`;

/** A row by column names, for the board and for calls that use the spec's names. */
export function calendarVisit(row: CalendarRow): CalendarVisit {
  const visit: Record<string, unknown> = {};
  calendarColumns.forEach((column, index) => {
    visit[column] = flags.has(column) ? row[index] === 1 : row[index];
  });
  return visit as CalendarVisit;
}

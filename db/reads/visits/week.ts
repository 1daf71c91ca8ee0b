import { addDays, mondayOf } from '../../../machines/calendar/slots.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';
import { amongDays } from '../../months/settled.ts';

/**
 * A visit as the calendar shows it: one array, its columns named once. The same
 * row travels in a week and in a change, so that a board merges one into the other.
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
  'detached',
  'finished',
  'cancelled',
  'rescheduled',
  'rescheduledPrevious',
  'rescheduledNext',
  'derivationType',
  'customerNotice',
  'confirmed',
] as const;

export type CalendarVisit = {
  id: number;
  version: number;
  day: string;
  slotId: number;
  zoneId: number | null;
  orderNumber: string;
  orderType: number;
  clientId: string;
  clientName: string;
  nodeName: string;
  tag: string;
  symptomId: number | null;
  technicianId: number | null;
  statusId: number;
  reasonId: number | null;
  onTheWay: boolean;
  delayed: boolean;
  delayedWhileOnTheWay: boolean;
  detached: boolean;
  finished: boolean;
  cancelled: boolean;
  rescheduled: boolean;
  rescheduledPrevious: number | null;
  rescheduledNext: number | null;
  derivationType: number | null;
  customerNotice: string | null;
  /** By the customer, from the link. */
  confirmed: boolean;
};

export type CalendarRow = CalendarVisit[(typeof calendarColumns)[number]][];

/** Flags as 0 and 1: a week of 960 visits is half the size. */
export const calendarRow = (sql: Query) => sql`
  json_build_array(v.id, v.version, v.day, v.slot_id, v.zone_id, v.order_number, v.order_type, v.client_id, v.client_name,
    v.node_name, v.tag, v.symptom_id, v.technician_id, v.status_id, v.reason_id, v.on_the_way::int,
    v.delayed::int, v.delayed_while_on_the_way::int, v.detached::int, v.finished::int, v.cancelled::int, v.rescheduled::int,
    v.rescheduled_previous, v.rescheduled_next, v.derivation_type, v.customer_notice,
    (v.confirmed_at is not null)::int)`;

/** The columns of `visits` that a row is made of. */
export const visitColumns = calendarColumns.map((column) =>
  column === 'confirmed' ? 'confirmed_at' : column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);

export type WeekText = { version: number; from: string; to: string; rows: string };

/**
 * One operation's week, Monday to Sunday, that contains `day`: the version it
 * belongs to and its rows as JSON text, which PostgreSQL writes and nobody here
 * parses (a week of objects costs 7 to 11 ms of Node's one thread).
 * The week and its version are of one snapshot.
 */
export async function readWeek(db: Db, operation: string, day: string): Promise<WeekText> {
  const from = mondayOf(day);
  const to = addDays(from, 6);
  const { sql } = db;
  const [row] = await sql<{ version: number; rows: string }[]>`
    select o.version, (
      select coalesce(json_agg(${calendarRow(sql)} order by v.day, v.slot_id, v.id), '[]')::text from visits v
      where v.operation = o.code and v.day between ${from} and ${to} and ${amongDays(db, from, to)}
    ) as rows from operations o where o.code = ${operation}`;
  return { version: row!.version, from, to, rows: row!.rows };
}

/** Rows by name, for whoever needs a field: the board, and the calls that speak the spec's names. */
export function calendarVisit(row: CalendarRow): CalendarVisit {
  const visit: Record<string, unknown> = {};
  calendarColumns.forEach((column, index) => {
    visit[column] = flags.has(column) ? row[index] === 1 : row[index];
  });
  return visit as CalendarVisit;
}

const flags = new Set<string>([
  'onTheWay',
  'delayed',
  'delayedWhileOnTheWay',
  'detached',
  'finished',
  'cancelled',
  'rescheduled',
  'confirmed',
]);

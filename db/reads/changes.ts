import { audience } from '../../machines/audience.ts';
import type { EventName } from '../../machines/events.ts';
import type { Db } from '../open.ts';
import { listSlots, listZones, type Slot, type Zone } from './operation.ts';
import { listOrderCards, type OrderCard } from './pending-orders.ts';
import { type CalendarRow, calendarRow } from './week.ts';

/**
 * What changed on an operation's board after a version (contract §5): the
 * events in order, and beside them each thing touched as it is now, once.
 */
export type Changes = {
  operation: string;
  /** The version that the reader had; the changes continue from it without a gap. */
  after: number;
  to: number;
  events: {
    version: number;
    name: EventName;
    visitId: number | null;
    order: string | null;
    key: string | null;
  }[];
  visits: CalendarRow[];
  orders: OrderCard[];
  timestripes?: Slot[];
  zones?: Zone[];
  /** The symptoms' priorities moved: the lists that rank by them are to be asked again. */
  priorities?: true;
};

/** A board that missed more than this asks for its week again instead. */
export const catchUpLimit = 500;

/** The changes after a version; 'too-old' when there are more than a catch-up carries. */
export async function readChanges(db: Db, operation: string, after: number): Promise<Changes | 'too-old'> {
  const { sql } = db;
  const events = await sql<Changes['events']>`
    select version, name, visit_id, order_number as "order", key from events
    where operation = ${operation} and version > ${after} order by version limit ${catchUpLimit + 1}`;
  if (events.length > catchUpLimit || (events.length > 0 && events[0]!.version !== after + 1))
    return 'too-old';
  const to = events.at(-1)?.version ?? after;
  const kinds = new Set(events.flatMap((event) => audience[event.name] ?? []));
  const ids = distinct(events.map((event) => event.visitId));
  const numbers = distinct(
    events.filter((event) => audience[event.name]?.includes('orders')).map((event) => event.order),
  );
  const [visits, orders, timestripes, zones] = await Promise.all([
    ids.length === 0
      ? []
      : sql<{ row: CalendarRow }[]>`
          select ${calendarRow(sql)} as row from visits v where v.id = any(${ids}::int[])`.then((rows) =>
          rows.map(({ row }) => row),
        ),
    listOrderCards(db, numbers),
    kinds.has('timestripes') ? listSlots(db, [operation]) : undefined,
    kinds.has('zones') ? listZones(db, [operation]) : undefined,
  ]);
  return {
    operation,
    after,
    to,
    events: [...events],
    visits,
    orders,
    ...(timestripes ? { timestripes } : {}),
    ...(zones ? { zones } : {}),
    ...(kinds.has('priorities') ? { priorities: true } : {}),
  };
}

const distinct = <T>(values: (T | null)[]): T[] => [
  ...new Set(values.filter((value): value is T => value !== null)),
];

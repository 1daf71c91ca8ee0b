import { consequencesOf } from '../../machines/events.ts';
import type { Db } from '../connection/open.ts';
import { listOrderCards, type OrderCard } from '../reads/orders/pending-orders.ts';
import { type Crew, readCrew } from '../reads/people/crew.ts';
import { listSlots, listZones, type Slot, type Zone } from '../reads/settings/operation.ts';
import { type CalendarRow, calendarRow } from '../reads/visits/calendar-row.ts';
import type { ChangeEvent, Committed } from './committed.ts';

/**
 * An operation's changes after a version (contract §5): the events in order, and each thing touched as it is
 * now, once.
 */
export type Changes = {
  operation: string;
  /** The reader's version; the changes continue from it without a gap. */
  after: number;
  to: number;
  events: ChangeEvent[];
  visits: CalendarRow[];
  orders: OrderCard[];
  timestripes?: Slot[];
  zones?: Zone[];
  /** Absences or skills changed: the operation's crew as it is now. */
  crew?: Crew;
  /** Priorities of symptoms changed: ranked lists have to be loaded again. */
  priorities?: true;
  /** An intake added names to a catalogue. */
  names?: true;
};

/** A board that missed more events reloads its week. */
export const catchUpLimit = 500;

/**
 * The changes after a version; 'too-old' when there are more than a catch-up carries, or one that a board follows by
 * reading everything again.
 * @param onLag called with the age in ms of the newest one, by the database's clock
 */
export async function readChanges(
  db: Db,
  operation: string,
  after: number,
  onLag?: (ms: number) => void,
): Promise<Changes | 'too-old'> {
  // A board almost always missed recent days: two months of partitions are read first, not all.
  const recent = await readEvents(db, operation, after, new Date(Date.now() - recentMs));
  const eventsAndVisits = continues(recent, after) ? recent : await readEvents(db, operation, after, null);
  const { events, visits, lagMs } = eventsAndVisits;
  if (lagMs !== null) onLag?.(lagMs);
  if (events.length > catchUpLimit || (events.length > 0 && events[0]!.version !== after + 1))
    return 'too-old';
  const to = events.at(-1)?.version ?? after;
  const kinds = new Set(events.flatMap((event) => consequencesOf(event.name)?.board ?? []));
  if (kinds.has('reload')) return 'too-old';
  const numbers = distinct(
    events
      .filter((event) => consequencesOf(event.name)?.board.includes('orders'))
      .map((event) => event.order),
  );
  const [orders, timestripes, zones, crew] = await Promise.all([
    listOrderCards(db, numbers),
    kinds.has('timestripes') ? listSlots(db, [operation]) : undefined,
    kinds.has('zones') ? listZones(db, [operation]) : undefined,
    kinds.has('crew') ? readCrew(db, operation) : undefined,
  ]);
  return {
    operation,
    after,
    to,
    events,
    visits,
    orders,
    ...(timestripes ? { timestripes } : {}),
    ...(zones ? { zones } : {}),
    ...(crew ? { crew } : {}),
    ...(kinds.has('priorities') ? { priorities: true } : {}),
    ...(kinds.has('names') ? { names: true } : {}),
  };
}

/**
 * The changes after a version from what commands committed, as `readChanges` reads them, at most as many as a catch-up
 * carries; undefined: they have to be read.
 * @param onLag called with the age in ms of the newest one
 */
export function changesOf(
  operation: string,
  after: number,
  committed: ReadonlyMap<number, Committed>,
  onLag?: (ms: number) => void,
): Changes | undefined {
  const events: Changes['events'] = [];
  const visits = new Map<number, CalendarRow>();
  while (events.length < catchUpLimit) {
    const change = committed.get(after + 1 + events.length);
    if (!change?.visit) break;
    events.push(change.event);
    visits.set(change.event.visitId!, change.visit);
  }
  if (events.length === 0) return undefined;
  onLag?.(performance.now() - committed.get(after + events.length)!.writtenAt);
  return { operation, after, to: after + events.length, events, visits: [...visits.values()], orders: [] };
}

/** The part of these changes after a later version, for a reader who has the rest. */
export function changesAfter(changes: Changes, version: number): Changes {
  const events = changes.events.filter((event) => event.version > version);
  const visits = new Set(events.map(({ visitId }) => visitId));
  const orders = new Set(events.map(({ order }) => order));
  return {
    ...changes,
    after: version,
    events,
    visits: changes.visits.filter((row) => visits.has(row[0] as number)),
    orders: changes.orders.filter(({ number }) => orders.has(number)),
  };
}

const recentMs = 30 * 86_400_000;

type RecentEvents = {
  events: Changes['events'];
  visits: CalendarRow[];
  /** The operation's newest version, from the same snapshot. */
  current: number;
  lagMs: number | null;
};

/** Whether there is no gap after a version; a gap is older events, or events of a skewed clock. */
const continues = ({ events, current }: RecentEvents, after: number): boolean =>
  events.length === 0
    ? current <= after
    : events.every(({ version }, index) => version === after + 1 + index);

/** Most changes touch visits only: events and visits are read in one round trip and snapshot. */
async function readEvents(
  { sql }: Db,
  operation: string,
  after: number,
  since: Date | null,
): Promise<RecentEvents> {
  const [row] = await sql<RecentEvents[]>`
    with news as (
      select version, name, visit_id, order_number, key, at from events
      where operation = ${operation} and version > ${after} ${since ? sql`and at > ${since}` : sql``}
      order by version limit ${sql.unsafe(String(catchUpLimit + 1))}
    )
    select
      (select version from operations where code = ${operation}) as current,
      (select coalesce(json_agg(json_build_object('version', version, 'name', name, 'visitId', visit_id, 'order', order_number, 'key', key)
        order by version), '[]') from news) as events,
      (select coalesce(json_agg(${calendarRow(sql)}), '[]') from visits v
        where v.id in (select visit_id from news) and (select count(*) from news) <= ${catchUpLimit}) as visits,
      (select extract(epoch from clock_timestamp() - max(at))::float8 * 1000 from news) as lag_ms`;
  return row!;
}

const distinct = <T>(values: (T | null)[]): T[] => [
  ...new Set(values.filter((value): value is T => value !== null)),
];

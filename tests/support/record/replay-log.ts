import type { Sql } from '../../../db/connection/sql.ts';
import type { EventData, EventName } from '../../../machines/events.ts';
import { withoutDeadline } from '../postgres/without-deadline.ts';

/** What became of a visit, by its events alone. */
export type Replayed = {
  id: number;
  operation: string;
  orderNumber: string;
  createdAt: Date;
  day: string;
  slotId: number;
  previous: number | null;
  technicianId: number | null;
  onTheWay: boolean;
  everOnTheWay: boolean;
  delayed: boolean;
  delayedOnTheWay: boolean;
  postponedFor: string | null;
  /** Put into a slot that had ended by then. */
  late: boolean;
  closed: {
    how: 'finished' | 'cancelled' | 'rescheduled';
    at: Date;
    /** The local day. */
    day: string;
    reasonId: number;
    derivation: number | null;
    late: boolean;
  } | null;
  /** Given back, or lost to the automatic release, by whom and when; those taken back are gone. */
  detached: { technicianId: number; day: string }[];
};

type LogRow = {
  operation: string;
  version: number;
  name: EventName;
  visitId: number | null;
  orderNumber: string;
  at: Date;
  actorId: number | null;
  key: string | null;
  technicianId: number | null;
  data: EventData & { slotId?: { from: number; to: number } };
};
type Done = LogRow & { undone?: true };

/**
 * The visits of these operations rebuilt from the event log in plain code, event after event in the order of their
 * versions: a second way to the reports, that reads no column of `visits`. Slots have the hours that they had then.
 */
export async function replayLog(sql: Sql, operations: string[]): Promise<Replayed[]> {
  const log = await withoutDeadline(
    sql,
    async (tx) => tx<LogRow[]>`
      select operation, version, name, visit_id, order_number, at, actor_id, key, technician_id, data from events
      where operation = any(${operations}::text[]) order by operation, version`,
  );
  const slots = await sql<{ id: number; toHour: number }[]>`select id, to_hour from slots`;
  const hours = new Map(slots.map(({ id, toHour }) => [id, toHour]));
  const edits = log.filter(({ name, data }) => name === 'slots.changed' && data.change === 'edited');
  for (const { data } of edits.toReversed())
    hours.set(data.slotId as unknown as number, data.from!.toHour as number);

  const visits = new Map<number, Replayed & { done: Done[] }>();
  for (const event of log) {
    const { name, data, at } = event;
    if (name === 'slots.changed' && data.change === 'edited')
      hours.set(data.slotId as unknown as number, data.to!.toHour as number);
    if (event.visitId === null || !name.startsWith('visit.')) continue;
    const endOf = (visit: { day: string; slotId: number }) => localHour(visit.day, hours.get(visit.slotId)!);
    if (name === 'visit.created') {
      const { day, slotId, technicianId } = data.to as { day: string; slotId: number; technicianId: number };
      visits.set(event.visitId, {
        id: event.visitId,
        operation: event.operation,
        orderNumber: event.orderNumber,
        createdAt: at,
        day,
        slotId,
        previous: (data.from?.visitId as number | undefined) ?? null,
        technicianId,
        onTheWay: false,
        everOnTheWay: false,
        delayed: false,
        delayedOnTheWay: false,
        postponedFor: null,
        late: endOf({ day, slotId }) <= at.getTime(),
        closed: null,
        detached: [],
        done: [],
      });
      continue;
    }
    if (name === 'visit.withdrawn') {
      visits.delete(event.visitId);
      continue;
    }
    const visit = visits.get(event.visitId)!;
    if (name === 'visit.undone') takeBack(visit);
    else visit.done.push(Object.assign(event, { before: { slotId: visit.slotId, late: visit.late } }));
    if (data.to && 'technicianId' in data.to && name !== 'visit.rescheduled')
      visit.technicianId = data.to.technicianId as number | null;
    if (name === 'visit.edited' && data.slotId) {
      visit.slotId = data.slotId.to;
      visit.late = endOf(visit) <= at.getTime();
    }
    if (name === 'visit.on_the_way') visit.onTheWay = visit.everOnTheWay = true;
    if (name === 'visit.off_the_way') visit.onTheWay = false;
    if (name === 'visit.delayed')
      Object.assign(visit, { delayed: true, delayedOnTheWay: visit.onTheWay, onTheWay: false });
    if (name === 'visit.postponed')
      Object.assign(visit, { delayed: false, onTheWay: false, postponedFor: data.to!.reason });
    if (name === 'visit.finished' || name === 'visit.cancelled' || name === 'visit.rescheduled')
      visit.closed = {
        how: name.slice('visit.'.length) as 'finished',
        at,
        day: localDay(at),
        reasonId: data.to!.statusId as number,
        derivation: (data.to!.derivationType as number | null | undefined) ?? null,
        late: at.getTime() > endOf(visit),
      };
  }
  return [...visits.values()].map(({ done, ...visit }) => ({
    ...visit,
    detached: done
      .filter((event) => ['visit.released', 'visit.auto_released'].includes(event.name) && !event.undone)
      .map((event) => ({ technicianId: event.data.from!.technicianId as number, day: localDay(event.at) })),
  }));
}

/** Argentina has had no summer time since 2009: three hours behind, and no library that both ways would share. */
export const localDay = (at: Date): string =>
  new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
export const localHour = (day: string, hour: number): number =>
  Date.parse(`${day}T00:00:00-03:00`) + hour * 3_600_000;

/** The command before: all its events, with the notes and messages in between left alone. */
function takeBack(visit: Replayed & { done: Done[] }) {
  const harmless = ['visit.noted', 'notice.recorded'];
  const last = visit.done.findLast((event) => !harmless.includes(event.name) && !event.undone)!;
  for (const event of visit.done.toReversed()) {
    if (harmless.includes(event.name) && event.key !== last.key) continue;
    if (event.undone || event.key !== last.key || event.actorId !== last.actorId) break;
    event.undone = true;
    Object.assign(visit, (event as unknown as { before: { slotId: number; late: boolean } }).before);
  }
}

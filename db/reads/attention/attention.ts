import {
  type AttentionAudience,
  type AttentionReason,
  acknowledgement,
  attentionDays,
  byUrgency,
  openEvents,
  resending,
  stateReason,
  type VisitEvent,
} from '../../../machines/attention/attention.ts';
import { type Day, today } from '../../../machines/calendar/slots.ts';
import { businessZone } from '../../../machines/calendar/zone.ts';
import { defaultArrivalMode } from '../../../machines/visit/arrival.ts';
import { statusIds, type VisitFacts } from '../../../machines/visit/facts.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';
import { amongOpen } from '../../months/settled.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import { askingAttention, type Columns, type notices, type slots, type visits } from '../../schema/index.ts';
import { type FieldVisit, fieldVisitTables } from '../visits/technician-day.ts';
import { reachColumns, type Unread, withReach } from '../visits/with-reach.ts';

/** What an item says of its visit, as the dialogs that end it need it too. */
export type AttentionVisit = Pick<
  FieldVisit,
  | 'id'
  | 'version'
  | 'operation'
  | 'day'
  | 'slotId'
  | 'slotName'
  | 'fromHour'
  | 'toHour'
  | 'orderNumber'
  | 'orderType'
  | 'orderTypeName'
  | 'symptomId'
  | 'symptom'
  | 'clientId'
  | 'clientName'
  | 'address'
  | 'telephone'
  | 'telephones'
  | 'unusable'
  | 'technicianId'
  | 'technicianName'
  | 'arrived'
  | 'arrival'
>;

/** One thing that needs attention (contract §12). */
export type AttentionItem = {
  /** The same for the same thing, in every answer. */
  key: string;
  reason: AttentionReason;
  /** Since when; for a visit by its state, the moment from which it is late, which may lie ahead. */
  at: Date;
  /** What is acknowledged: its version in its operation; null: the action on the visit ends it. */
  event: number | null;
  /** The visit of the event; of a moved one the former, while `visit` is the one that follows it. */
  sourceId: number;
  /** The day and slot that the customer moved it from. */
  movedFrom: { day: Day; slotName: string } | null;
  message: {
    template: string;
    audience: AttentionAudience;
    channel: string | null;
    /** What 'Reenviar' sends; null: not known. */
    noticeId: number | null;
  } | null;
  visit: AttentionVisit;
};

export type Attention = {
  /** By the record's clock. */
  now: Date;
  /** The version of each operation that this shows. */
  versions: Record<string, number>;
  items: AttentionItem[];
  /** Visits of today that need attention from a later moment on, unless something happens. */
  later: { at: Date; visits: number[] }[];
};

type State = Pick<
  VisitFacts,
  'technicianId' | 'delayed' | 'detached' | 'finished' | 'cancelled' | 'rescheduled'
> &
  Columns<typeof visits, 'id' | 'day'> &
  Columns<typeof slots, 'fromHour' | 'toHour'>;

type EventRow = VisitEvent & {
  visitId: number;
  finished: boolean;
  day: Day;
  slotName: string;
  nextId: number | null;
  next: Pick<VisitFacts, 'technicianId' | 'finished' | 'cancelled' | 'rescheduled'> | null;
};

type Found = {
  now: Date;
  versions: Record<string, number> | null;
  states: State[];
  events: EventRow[];
};

/**
 * What needs attention in these operations: two statements, the second only where something does.
 * @param only these visits alone, and what came before them; absent: all
 */
export async function readAttention(
  db: Db,
  operations: readonly string[],
  options: { now?: Date; only?: readonly number[] } = {},
): Promise<Attention> {
  const { now, versions, states, events } = await find(db, operations, options);
  const later = new Map<number, number[]>();
  const due: Due[] = [];
  for (const state of states) {
    const attentionReason = stateReason(state);
    if (!attentionReason) continue;
    const { reason, from, due: at } = attentionReason;
    if (from <= now) due.push({ key: `${reason}.${state.id}`, reason, at, visitId: state.id });
    else later.set(from.getTime(), [...(later.get(from.getTime()) ?? []), state.id]);
  }
  const day = today(now);
  for (const rows of byVisit(events)) {
    const { visitId, finished, day: ofDay, next, nextId, slotName } = rows[0]!;
    for (const { reason, event, audience } of openEvents(rows, { finished, day: ofDay, next }, day))
      due.push({
        key: `${reason}.${visitId}.${event.version}`,
        reason,
        at: event.at,
        visitId,
        asks: {
          event: event.version,
          shownId: reason === 'moved' ? nextId! : visitId,
          movedFrom: reason === 'moved' ? { day: ofDay, slotName } : null,
          message: audience && {
            template: String(event.data.to?.template ?? ''),
            audience,
            channel: typeof event.data.to?.channel === 'string' ? event.data.to.channel : null,
          },
        },
      });
  }
  const failed = due.flatMap(({ visitId, asks }) => (asks?.message ? visitId : []));
  const [shown, noticeOf] = await Promise.all([
    listVisits(db, operations, [...new Set(due.map(({ visitId, asks }) => asks?.shownId ?? visitId))]),
    findFailedNotices(db, failed),
  ]);
  return {
    now,
    versions: versions ?? {},
    items: due
      .flatMap(({ visitId, asks, ...item }): AttentionItem[] => {
        const visit = shown.get(asks?.shownId ?? visitId);
        const { event = null, movedFrom = null } = asks ?? {};
        const message = asks?.message ? { ...asks.message, noticeId: noticeOf(visitId, asks.message) } : null;
        return visit ? [{ ...item, event, sourceId: visitId, movedFrom, message, visit }] : [];
      })
      .sort(byUrgency),
    later: [...later].sort(([a], [b]) => a - b).map(([at, ids]) => ({ at: new Date(at), visits: ids })),
  };
}

type Due = Pick<AttentionItem, 'key' | 'reason' | 'at'> & {
  visitId: number;
  /** Of an event. */
  asks?: Pick<AttentionItem, 'movedFrom'> & {
    event: number;
    shownId: number;
    message: Message | null;
  };
};

type Message = Omit<NonNullable<AttentionItem['message']>, 'noticeId'>;

/** The last message of each template that failed, by its visit and recipient. */
async function findFailedNotices({ sql }: Db, visitIds: number[]) {
  const rows =
    visitIds.length === 0
      ? []
      : await sql<(Columns<typeof notices, 'visitId' | 'template' | 'audience'> & { id: number })[]>`
          select visit_id, template, audience, max(id) as id from notices
          where visit_id = any(${visitIds}::int[]) and state = 'failed' group by visit_id, template, audience`;
  const ids = new Map(
    rows.map(({ id, visitId, template, audience }) => [`${visitId}.${template}.${audience}`, id]),
  );
  return (visitId: number, { template, audience }: Message): number | null =>
    ids.get(`${visitId}.${template}.${audience}`) ?? null;
}

/** Open visits by their state, and the events of those that a customer or a message asks about: one snapshot. */
async function find(
  db: Db,
  operations: readonly string[],
  { now, only }: { now?: Date; only?: readonly number[] },
): Promise<Found> {
  const { sql } = db;
  const at = sql`coalesce(${now ?? null}::timestamptz, now())`;
  const codes = [...operations];
  const visitsAmong = only ? sql`v.id = any(${[...only]}::int[])` : amongOpen(db);
  const [row] = await sql<Found[]>`
    with asking as materialized (
      ${
        only
          ? sql`select unnest(${[...only]}::int[]) as visit_id
              union select rescheduled_previous from visits where id = any(${[...only]}::int[]) and rescheduled_previous is not null`
          : sql`select distinct visit_id from events
              where ${sql.unsafe(askingAttention)} and operation = any(${codes}::text[]) and at > ${at} - ${attentionSpan(sql)}`
      }
    )
    select ${at} as now,
      (select json_object_agg(code, version) from operations where code = any(${codes}::text[])) as versions,
      (select coalesce(json_agg(json_build_object('id', v.id, 'day', v.day, 'fromHour', s.from_hour, 'toHour', s.to_hour,
          'technicianId', v.technician_id, 'delayed', v.delayed, 'detached', v.detached,
          'finished', v.finished, 'cancelled', v.cancelled, 'rescheduled', v.rescheduled) order by v.day, s.from_hour, v.id), '[]')
        from visits v join slots s on s.id = v.slot_id
        where ${visitsAmong} and v.operation = any(${codes}::text[]) and ${isOpenVisit(sql)}
          and (v.technician_id is null or v.status_id = ${sql.unsafe(String(statusIds.delayed))})
          and v.day <= (${at} at time zone ${businessZone()})::date) as states,
      (select coalesce(json_agg(json_build_object('version', e.version, 'name', e.name, 'at', e.at, 'data', e.data,
          'visitId', v.id, 'finished', v.finished, 'day', v.day, 'slotName', s.name, 'nextId', v.rescheduled_next,
          'next', (select json_build_object('technicianId', n.technician_id, 'finished', n.finished, 'cancelled', n.cancelled,
            'rescheduled', n.rescheduled) from visits n where n.id = v.rescheduled_next)) order by e.version), '[]')
        from asking a join visits v on v.id = a.visit_id join slots s on s.id = v.slot_id
        join events e on e.visit_id = v.id
        where v.operation = any(${codes}::text[]) and e.at > ${at} - ${attentionSpan(sql)}
          and e.name = any(${eventNames}::text[])) as events`;
  return { ...row!, events: row!.events.map((event) => ({ ...event, at: new Date(event.at) })) };
}

/** The events that `openEvents` decides upon. */
const eventNames = [
  'visit.cancelled',
  'visit.rescheduled',
  'visit.answered',
  'notice.recorded',
  resending,
  acknowledgement,
];

const attentionSpan = (sql: Query) => sql.unsafe(`interval '${attentionDays} days'`);

function byVisit(events: readonly EventRow[]): EventRow[][] {
  const rowsByVisit = new Map<number, EventRow[]>();
  for (const event of events)
    rowsByVisit.set(event.visitId, [...(rowsByVisit.get(event.visitId) ?? []), event]);
  return [...rowsByVisit.values()];
}

async function listVisits(
  db: Db,
  operations: readonly string[],
  ids: number[],
): Promise<Map<number, AttentionVisit>> {
  if (ids.length === 0) return new Map();
  const { sql } = db;
  const rows = await sql<Unread<AttentionVisit>[]>`
    select v.id, v.version, v.operation, v.day, v.slot_id, s.name as slot_name, s.from_hour, s.to_hour, v.order_number, v.order_type,
      t.text as order_type_name, v.symptom_id, y.text as symptom, v.client_id, v.client_name,
      coalesce(nullif(v.client_address, ''), nullif(w.address, ''), (select address from clients where id = w.client_id), '') as address,
      coalesce(nullif(w.telephone, ''), (select telephone from clients where id = w.client_id), '') as telephone,
      ${reachColumns(sql)}, v.technician_id, e.name as technician_name, v.arrived,
      coalesce((select x.arrival from conversations x where x.operation = v.operation), ${defaultArrivalMode}) as arrival
    from ${fieldVisitTables(sql)}
    where v.id = any(${ids}::int[]) and v.operation = any(${[...operations]}::text[])`;
  return new Map(rows.map((row) => [row.id, withReach(db, row)]));
}

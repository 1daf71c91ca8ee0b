import { type Day, instantOf } from '../calendar/slots.ts';
import { consequencesOf, type EventData, type EventName } from '../events.ts';
import { isOpen, type VisitFacts } from '../visit/facts.ts';

/** Why a visit needs attention (contract §12), the most urgent first. */
export const attentionReasons = [
  'delayed',
  'released',
  'unassigned',
  'cancelled',
  'moved',
  'unsolved',
  'message',
] as const;
export type AttentionReason = (typeof attentionReasons)[number];

/** Those of the visit's own state: the action that changes it ends them. */
export type StateReason = Extract<AttentionReason, 'delayed' | 'released' | 'unassigned'>;
/** Those of one event: the user who attends to it says so ('Enterado'). */
export type EventReason = Exclude<AttentionReason, StateReason>;

/** A visit without a technician needs one this long before its slot begins. */
export const unassignedNoticeMs = 2 * 3_600_000;

/** For how many days an answer of a customer or a failed message waits for 'Enterado'. */
export const attentionDays = 7;

type StateVisit = Pick<
  VisitFacts,
  'technicianId' | 'delayed' | 'detached' | 'finished' | 'cancelled' | 'rescheduled'
> & { day: Day; fromHour: number; toHour: number };

/**
 * Why an open visit needs attention by its state, and from which moment on; null: it does not, whatever the time.
 * `due`: the moment from which it is late, for 'hace 20 min' or 'en 40 min'.
 */
export function stateReason(visit: StateVisit): { reason: StateReason; from: Date; due: Date } | null {
  if (!isOpen(visit)) return null;
  const begin = instantOf(visit.day, visit.fromHour);
  if (visit.delayed) {
    const end = instantOf(visit.day, visit.toHour);
    return { reason: 'delayed', from: end, due: end };
  }
  if (visit.technicianId !== null) return null;
  const from = new Date(begin.getTime() - unassignedNoticeMs);
  return { reason: visit.detached ? 'released' : 'unassigned', from, due: begin };
}

/** An event as the record keeps it, of one visit. */
export type VisitEvent = { version: number; name: EventName; at: Date; data: EventData };

type Ranked = {
  reason: AttentionReason;
  at: Date | string;
  event: number | null;
  visit: { id: number; day: Day };
};

/**
 * The order of a list: by reason; of visits by their state the latest day first, and of a day what waits longest; of
 * events the newest first.
 */
export function byUrgency(a: Ranked, b: Ranked): number {
  if (a.reason !== b.reason) return rank.get(a.reason)! - rank.get(b.reason)!;
  const earlier = new Date(a.at).getTime() - new Date(b.at).getTime() || a.visit.id - b.visit.id;
  if (a.event !== null) return -earlier;
  return a.visit.day === b.visit.day ? earlier : a.visit.day < b.visit.day ? 1 : -1;
}

const rank = new Map(attentionReasons.map((reason, index) => [reason, index]));

/** Who is not reached by a message. */
export type AttentionAudience = 'customer' | 'technician';

export type OpenEvent = { reason: EventReason; event: VisitEvent; audience: AttentionAudience | null };

/** What an event asks for attention by itself; null: nothing. */
export function eventReason({ name, data }: Pick<VisitEvent, 'name' | 'data'>): EventReason | null {
  if (name === 'notice.recorded')
    return data.to?.state === 'failed' && audienceOf(data) !== null ? 'message' : null;
  if (data.by !== 'customer') return null;
  if (name === 'visit.cancelled') return 'cancelled';
  if (name === 'visit.rescheduled') return 'moved';
  return name === 'visit.answered' && data.to?.answer === 'no' ? 'unsolved' : null;
}

/** Events by which a user says 'Enterado'. */
export const acknowledgement = 'visit.acknowledged' satisfies EventName;

/** Events by which a user sends a failed message once more: it waits again, and only another failure asks anew. */
export const resending = 'visit.notice_resent' satisfies EventName;

/** What the visit of an event is by now. */
type EventVisit = Pick<VisitFacts, 'finished'> & {
  day: Day;
  /** The visit that follows a moved one; null: none does. */
  next: Pick<VisitFacts, 'technicianId' | 'finished' | 'cancelled' | 'rescheduled'> | null;
};

/**
 * The events of a visit that still need attention.
 * @param events of this visit, in the order of their versions: answers, outcomes of messages, messages sent once more, and acknowledgements
 * @param today the local date: a message about a day that is over is of no use any more
 */
export function openEvents(events: readonly VisitEvent[], visit: EventVisit, today: Day): OpenEvent[] {
  const seen = new Set(
    events.filter(({ name }) => name === acknowledgement).map(({ data }) => Number(data.to?.event)),
  );
  const lastOutcome = new Map<AttentionAudience, number>();
  for (const { name, data, version } of events) {
    const audience = name === 'notice.recorded' || name === resending ? audienceOf(data) : null;
    if (audience && (name === resending || settled.has(String(data.to?.state))))
      lastOutcome.set(audience, version);
  }
  return events.flatMap((event): OpenEvent[] => {
    const reason = eventReason(event);
    if (reason === null || seen.has(event.version)) return [];
    if (reason === 'moved' && !waitsForTechnician(visit.next)) return [];
    if (reason !== 'message') return [{ reason, event, audience: null }];
    const audience = audienceOf(event.data)!;
    const stands = lastOutcome.get(audience) === event.version && !visit.finished && visit.day >= today;
    return stands ? [{ reason, event, audience }] : [];
  });
}

/** Outcomes that stand in place of an earlier failure, as another try does: it arrived, or the last try failed too. */
const settled = new Set(['sent', 'failed']);

/** A dispatcher who gives the customer's new visit to a technician has seen it. */
const waitsForTechnician = (next: EventVisit['next']): boolean =>
  next !== null && isOpen(next) && next.technicianId === null;

function audienceOf({ to }: EventData): AttentionAudience | null {
  return to?.audience === 'customer' || to?.audience === 'technician' ? to.audience : null;
}

const byWord = new Set<EventName>(['notice.recorded', 'visit.answered', acknowledgement, resending]);

/** Whether an event may change what needs attention, or the version of a visit that is acted upon from its list. */
export function touchesAttention(name: EventName): boolean {
  if (byWord.has(name) || name === 'slots.changed') return true;
  const consequences = consequencesOf(name);
  return consequences?.conflicts === true && consequences.board.includes('visit');
}

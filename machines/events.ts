/**
 * The catalogue of what can have happened. Each event is one row, written in
 * the transaction of the change, with the operation's next version. The
 * timeline, the boards, the messages and the reports read these rows only.
 */
export const eventNames = [
  'visit.created',
  'visit.taken',
  'visit.assigned',
  'visit.unassigned',
  'visit.released',
  'visit.auto_released',
  'visit.on_the_way',
  'visit.off_the_way',
  'visit.delayed',
  'visit.postponed',
  'visit.finished',
  'visit.cancelled',
  'visit.rescheduled',
  'visit.edited',
  'visit.noted',
  'visit.undone',
  'visit.reminded',
  'visit.confirmed',
  'visit.answered',
  'notice.recorded',
  'order.received',
  'order.changed',
  'order.fulfilled',
  'slots.changed',
  'zones.changed',
  'priorities.changed',
  'conversation.changed',
  'webhooks.changed',
] as const;

export type EventName = (typeof eventNames)[number];

/** What an event remembers beside who and when: from where to where, and a note. */
export type EventData = {
  from?: Record<string, unknown>;
  to?: Record<string, unknown>;
  note?: string;
  [more: string]: unknown;
};

import type { EventName } from './events.ts';

/**
 * Whether an event can change what a month's reports count, of the month in
 * which it happened or of the month of its visit. A closed table: a new event of
 * which nobody decided it does not compile. In doubt it can.
 */
export const touchesReports: Record<EventName, boolean> = {
  'visit.created': true,
  'visit.taken': true,
  'visit.assigned': true,
  'visit.unassigned': true,
  'visit.released': true,
  'visit.auto_released': true,
  'visit.on_the_way': true,
  'visit.off_the_way': true,
  'visit.delayed': true,
  'visit.postponed': true,
  'visit.finished': true,
  'visit.cancelled': true,
  'visit.rescheduled': true,
  'visit.edited': true,
  'visit.noted': false,
  'visit.undone': true,
  'visit.reminded': false,
  'visit.confirmed': false,
  'visit.answered': false,
  'notice.recorded': false,
  // Its visits come after it, each with an event of its own.
  'order.received': false,
  // Its date, which the segments count from.
  'order.changed': true,
  // Comes with the closing of the visit that fulfilled it.
  'order.fulfilled': false,
  // The hours of a slot decide which closings are late.
  'slots.changed': true,
  'zones.changed': false,
  'priorities.changed': false,
  'conversation.changed': false,
  'webhooks.changed': false,
};

/** What puts a visit into the month in which it happened, or makes it count there. */
export const placesInMonth: readonly EventName[] = [
  'visit.released',
  'visit.auto_released',
  'visit.finished',
  'visit.cancelled',
  'visit.rescheduled',
];

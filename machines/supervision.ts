import type { EventName } from './events.ts';

/**
 * What supervisors who are subscribed to technicians' notifications hear of
 * (contract §6), as the template of the message; null: they are not told. A
 * closed table: a new event about which nobody decided does not compile.
 */
export const toldToSupervisors: Record<EventName, string | null> = {
  'visit.created': null,
  'visit.taken': 'supervisor-taken',
  'visit.assigned': null,
  'visit.unassigned': null,
  'visit.released': 'supervisor-released',
  'visit.auto_released': 'supervisor-auto-released',
  'visit.on_the_way': 'supervisor-on-the-way',
  'visit.off_the_way': null,
  'visit.delayed': 'supervisor-delayed',
  // Left pending with a reason: the visit is not closed.
  'visit.postponed': null,
  'visit.finished': 'supervisor-closed',
  'visit.cancelled': 'supervisor-cancelled',
  'visit.rescheduled': null,
  'visit.edited': null,
  'visit.noted': null,
  'visit.undone': null,
  'visit.reminded': null,
  'visit.confirmed': null,
  'visit.answered': null,
  'notice.recorded': null,
  'order.received': null,
  'order.changed': null,
  'order.fulfilled': null,
  'slots.changed': null,
  'zones.changed': null,
  'priorities.changed': null,
  'conversation.changed': null,
  'webhooks.changed': null,
};

import type { EventName } from '../machines/events.ts';

/** What a worker can be asked to do because of an event. */
export type JobName = 'send-notices';

/**
 * When this happens, do these jobs. A closed table: a new event whose consequences nobody decided does not
 * compile. The messages themselves stand in the record by then; an event that may have decided one sends.
 */
export const reactions: Record<EventName, readonly JobName[]> = {
  'visit.created': ['send-notices'],
  'visit.taken': ['send-notices'],
  'visit.assigned': ['send-notices'],
  'visit.unassigned': ['send-notices'],
  'visit.released': ['send-notices'],
  'visit.auto_released': ['send-notices'],
  'visit.on_the_way': ['send-notices'],
  'visit.off_the_way': ['send-notices'],
  'visit.delayed': ['send-notices'],
  'visit.postponed': ['send-notices'],
  'visit.finished': ['send-notices'],
  'visit.cancelled': ['send-notices'],
  'visit.rescheduled': ['send-notices'],
  'visit.edited': ['send-notices'],
  'visit.noted': [],
  // Those that the change had decided and that wait: they look again, and find that they lost their sense.
  'visit.undone': ['send-notices'],
  'visit.reminded': ['send-notices'],
  'visit.confirmed': [],
  'visit.answered': [],
  'notice.recorded': [],
  'order.received': [],
  'order.changed': [],
  'order.fulfilled': [],
  'slots.changed': [],
  'zones.changed': [],
  'priorities.changed': [],
  'conversation.changed': [],
  'webhooks.changed': [],
};

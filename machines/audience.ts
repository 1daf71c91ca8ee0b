import type { EventName } from './events.ts';

/**
 * Who hears of an event live, and what of: every board of the event's operation
 * gets these kinds of change (contract §5). A closed table: a new event whose
 * audience nobody decided does not compile.
 */
export type ChangeKind = 'visit' | 'orders' | 'timestripes' | 'zones' | 'priorities';

export const audience: Record<EventName, readonly ChangeKind[]> = {
  'visit.created': ['visit', 'orders'],
  'visit.taken': ['visit'],
  'visit.assigned': ['visit'],
  'visit.unassigned': ['visit'],
  'visit.released': ['visit'],
  'visit.auto_released': ['visit'],
  'visit.on_the_way': ['visit'],
  'visit.off_the_way': ['visit'],
  'visit.delayed': ['visit'],
  'visit.postponed': ['visit'],
  'visit.finished': ['visit', 'orders'],
  'visit.cancelled': ['visit', 'orders'],
  'visit.rescheduled': ['visit', 'orders'],
  'visit.edited': ['visit'],
  'visit.noted': ['visit'],
  'visit.undone': ['visit'],
  'visit.reminded': ['visit'],
  'visit.confirmed': ['visit'],
  'visit.answered': ['visit'],
  'notice.recorded': ['visit'],
  'order.received': ['orders'],
  'order.changed': ['orders'],
  'order.fulfilled': ['orders'],
  'slots.changed': ['timestripes'],
  'zones.changed': ['zones'],
  'priorities.changed': ['priorities', 'orders'],
  // No board shows it; its editor hears of every event.
  'conversation.changed': [],
  'webhooks.changed': [],
};

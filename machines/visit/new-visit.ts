import { rescheduledComments } from './detached-comments.ts';
import { statusIds, type VisitChange } from './facts.ts';
import type { Moment } from './machine.ts';

/**
 * The columns of a new visit's life (S2 §4). One that follows a rescheduled visit and loses the technician
 * records who removed them and why (S2 §2).
 */
export function newVisit(
  facts: {
    technicianId: number | null;
    lateSchedule: boolean;
    notifiesCustomer: boolean;
    previous?: { id: number; technicianId: number | null };
  },
  { at, by }: Moment,
) {
  const { technicianId, lateSchedule, notifiesCustomer, previous } = facts;
  const loses = previous !== undefined && previous.technicianId !== null && technicianId === null;
  return {
    statusId: statusIds.pending,
    technicianId,
    assignedAt: technicianId === null ? null : at,
    lateSchedule,
    customerNotice: notifiesCustomer ? 'pending' : null,
    detachedBy: loses ? by : null,
    detachedComments: loses ? rescheduledComments(previous.id) : null,
  } satisfies VisitChange;
}

import { instantOf } from '../calendar/slots.ts';
import { isOpen, stateOf, type VisitFacts } from './facts.ts';

/** What a dispatcher asks of a day: of the first four each visit is in one at most. */
export const dayFilters = ['todo', 'onTheWay', 'done', 'late', 'unassigned', 'places', 'outOfSlot'] as const;
export type DayFilter = (typeof dayFilters)[number];

type Visit = VisitFacts & {
  day: string;
  /** In seconds since 1970. */
  closedAt: number | null | undefined;
};

/** Whether a closing kept the promise, as the report of closings outside their slot counts; null: it says nothing of it. */
export function wasKept(visit: Visit, slot: { toHour: number } | undefined): boolean | null {
  if (isOpen(visit) || visit.rescheduled || visit.closedAt == null || !slot) return null;
  return visit.closedAt * 1_000 <= instantOf(visit.day, slot.toHour).getTime();
}

export function isAmong(visit: Visit, filter: DayFilter, slot: { toHour: number } | undefined): boolean {
  const state = stateOf(visit);
  switch (filter) {
    case 'todo':
      return state === 'unassigned' || state === 'assigned';
    case 'onTheWay':
      return state === 'onTheWay' || state === 'arrived';
    case 'done':
      return state === 'finished';
    case 'late':
      return state === 'delayed';
    case 'unassigned':
      return isOpen(visit) && visit.technicianId === null;
    // It is asked of slots, not of visits: those without places step back.
    case 'places':
      return true;
    case 'outOfSlot':
      return wasKept(visit, slot) === false;
  }
}

import type { Slot } from '../../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { type DayFilter, isAmong } from '../../../machines/visit/day-filters.ts';

/** Which visits of a cell a board shows: those of its zone, and of its filter. */
export function shownIn(
  slot: Slot,
  zone: number | null,
  only: DayFilter | null,
): (visits: readonly CalendarVisit[]) => readonly CalendarVisit[] {
  if (zone === null && only === null) return (visits) => visits;
  return (visits) =>
    visits.filter(
      (visit) => (zone === null || visit.zoneId === zone) && (only === null || isAmong(visit, only, slot)),
    );
}

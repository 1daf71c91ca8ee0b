import type { Slot } from '../../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import type { Filtering } from '../filters/use-filter.ts';
import { narrowsBeyondZone } from '../filters/visit-filter.ts';

/** Which visits of a cell a board shows; the same list where it shows all. */
export function shownIn(
  slot: Slot,
  { filter, shows }: Filtering,
): (visits: readonly CalendarVisit[]) => readonly CalendarVisit[] {
  if (filter.zone === null && filter.only === null && !narrowsBeyondZone(filter)) return (visits) => visits;
  return (visits) => visits.filter((visit) => shows(visit, slot));
}

import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import type { WeekState } from '../../data/week-view.ts';

/** A visit of the week that is shown, as it is now. */
export function findVisit(week: Pick<WeekState, 'cells'>, visitId: number): CalendarVisit | null {
  for (const visits of week.cells.values()) {
    const visit = visits.find(({ id }) => id === visitId);
    if (visit) return visit;
  }
  return null;
}

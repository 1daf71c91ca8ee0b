import { useCallback, useSyncExternalStore } from 'react';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import type { WeekView } from '../../data/week-view.ts';
import { findVisit } from '../card/find-visit.ts';

/** A visit as the weeks that are shown have it now; null: none of them has it. */
export function useHeldVisit(views: readonly WeekView[], visitId: number | null): CalendarVisit | null {
  const subscribe = useCallback(
    (listen: () => void) => {
      const stops = views.map((view) => view.subscribe(listen));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [views],
  );
  const find = (): CalendarVisit | null => {
    if (visitId === null) return null;
    for (const view of views) {
      const visit = findVisit(view.snapshot(), visitId);
      if (visit) return visit;
    }
    return null;
  };
  return useSyncExternalStore(subscribe, find, find);
}

import { useCallback, useMemo, useRef } from 'react';
import type { Changes } from '../../../db/feed/changes.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import type { DayFilter } from '../../../machines/visit/day-filters.ts';
import { useLivePart } from '../../data/use-live-part.ts';
import { useWeekOf } from '../../data/use-week.ts';
import type { WeekState, WeekView } from '../../data/week-view.ts';
import type { OperationBoard } from '../board-data.server.ts';
import { filterNames } from '../board-params.ts';
import { type Filtering, useFilter } from '../filters/use-filter.ts';
import type { VisitFilter } from '../filters/visit-filter.ts';
import { placesOfDay } from '../strip/places-of-day.ts';
import { useAddress } from '../use-address.ts';
import { namesOf } from './chip-text.ts';

const slotsIn = ({ timestripes }: Changes) => timestripes;

/** What the calendar of an operation shows, live. @param filter the strip counts what it asks for, in any state */
export function useCalendar(board: OperationBoard, view: WeekView, today: string, filter: VisitFilter) {
  const { week, reload } = useWeekOf(view);
  const slots = useLivePart(board, board.slots, slotsIn);
  const names = useMemo(() => namesOf(board.names), [board.names]);
  const { set } = useAddress();
  const choose = useCallback(
    (filter: DayFilter | null) => set({ solo: filter && filterNames[filter] }),
    [set],
  );
  const filtering = useFilter(filter, names.technicians);
  const visits = useTodays(week, today, filtering.narrowed);
  const places = placesOfDay(week.cells, slots, today, new Date());
  const withoutSlots = week.cells.size === 0 && !slots.some((slot) => slot.enabled);
  return {
    week,
    reload,
    slots,
    names,
    filtering,
    strip: { visits, slots, places, choose, loading: week.status === 'loading' },
    withoutSlots,
  };
}

/** Today's visits, whatever days are shown; the same list until one of them changes. */
function useTodays(
  week: WeekState,
  today: string,
  narrowed: Filtering['narrowed'],
): readonly CalendarVisit[] {
  const before = useRef<readonly CalendarVisit[]>([]);
  const now = [...week.cells.values()].flat().filter((visit) => visit.day === today && narrowed(visit));
  const same = now.length === before.current.length && now.every((visit, at) => visit === before.current[at]);
  if (!same) before.current = now;
  return before.current;
}

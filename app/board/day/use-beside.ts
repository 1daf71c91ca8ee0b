import { useCallback, useRef } from 'react';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { roundOf } from '../../../machines/visit/round.ts';
import type { DayRow } from './day-rows.ts';
import type { Drop } from './use-drops.ts';

type Options = { rows: readonly DayRow[]; slots: readonly Slot[]; visits: readonly CalendarVisit[] };

/** Where an arrow takes a visit: the slot beside, the technician above or below, or its neighbour's place in the round. */
export function useBeside(options: Options): (visitId: number, key: string) => Drop | null {
  const now = useRef(options);
  now.current = options;
  return useCallback((visitId, key) => {
    const { rows, slots, visits } = now.current;
    const visit = visits.find(({ id }) => id === visitId);
    if (!visit) return null;
    const { technicianId, slotId } = visit;
    const last = (technician: number | null, slot: number): Drop => ({
      technicianId: technician,
      slotId: slot,
      position: roundOf(visits, { technicianId: technician, slotId: slot }).length + 1,
    });
    const step = key.endsWith('Down') || key.endsWith('Right') ? 1 : -1;
    if (key.startsWith('Alt+')) {
      if (!(key.endsWith('Up') || key.endsWith('Down'))) return null;
      const round = roundOf(visits, { technicianId, slotId });
      const position = round.indexOf(visit) + 1 + step;
      return position < 1 || position > round.length ? null : { technicianId, slotId, position };
    }
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const open = slots.filter(({ enabled, id }) => enabled || id === slotId);
      const next = open[open.findIndex(({ id }) => id === slotId) + step];
      return next ? last(technicianId, next.id) : null;
    }
    const people = [...new Set(rows.map(({ technician }) => technician?.id ?? null))];
    const at = people.indexOf(technicianId) + step;
    return at < 0 || at >= people.length ? null : last(people[at]!, slotId);
  }, []);
}

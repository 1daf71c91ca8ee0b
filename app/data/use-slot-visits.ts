import { useEffect, useMemo } from 'react';
import type { BoardNames } from '../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../db/reads/visits/calendar-row.ts';
import type { FieldVisit } from '../../db/reads/visits/technician-day.ts';
import { byId, type FieldVisits, FieldVisitsView } from './field-visits.ts';
import { useLiveView } from './live-view.ts';

type Place = { operation: string; day: string; slotId: number };

class SlotView extends FieldVisitsView<FieldVisits> {
  constructor(
    private readonly place: Place,
    state: FieldVisits,
  ) {
    super(state);
  }

  protected belongs({ day, slotId }: CalendarVisit | FieldVisit) {
    return day === this.place.day && slotId === this.place.slotId;
  }
  protected override keeps(visit: FieldVisit) {
    return this.belongs(visit);
  }
  protected count() {
    return {};
  }
}

/**
 * The visits of one slot of one day, live. One place for as long as the component stands.
 * @returns the visits by id, and the operation's version that they show
 */
export function useSlotVisits(
  place: Place,
  loaded: { visits: FieldVisit[]; version: number },
  names: BoardNames,
  reload: () => void,
): { visits: FieldVisit[]; version: number } {
  const { operation } = place;
  const { visits, version } = loaded;
  const state = useMemo(
    (): FieldVisits => ({ visits: byId(visits), versions: { [operation]: version } }),
    [visits, version, operation],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was loaded again goes into the view that stands
  const view = useMemo(() => new SlotView(place, state), [operation, place.day, place.slotId]);
  const operations = useMemo(() => [operation], [operation]);
  useEffect(() => {
    view.names = names;
    view.onMissed = reload;
  }, [view, names, reload]);
  useEffect(() => view.load(state), [view, state]);
  const shown = useLiveView(view, operations);
  return useMemo(
    () => ({
      visits: [...shown.visits.values()].sort((a, b) => a.id - b.id),
      version: shown.versions[operation] ?? version,
    }),
    [shown, operation, version],
  );
}

import { useEffect, useMemo, useState } from 'react';
import type { Changes } from '../../db/feed/changes.ts';
import type { BoardNames } from '../../db/reads/settings/operation.ts';
import type { FieldVisit } from '../../db/reads/visits/technician-day.ts';
import { type CalendarVisit, calendarVisit } from '../../db/reads/visits/week.ts';
import { useLive } from './live.ts';

type Place = { operation: string; day: string; slotId: number };
type Held = { loaded: FieldVisit[]; version: number; visits: ReadonlyMap<number, FieldVisit> };

/**
 * The visits of one slot of one day, live: news of a held visit is merged, one
 * that moved away goes, and only a visit that is new here is asked for.
 * @returns the visits by id, and the operation's version that they show
 */
export function useSlotVisits(
  place: Place,
  loaded: { visits: FieldVisit[]; version: number },
  names: BoardNames,
  reload: () => void,
): { visits: FieldVisit[]; version: number } {
  const live = useLive();
  const [held, setHeld] = useState(() => fromLoaded(loaded));
  if (held.loaded !== loaded.visits) setHeld(fromLoaded(loaded));
  const { operation, day, slotId } = place;

  // What is shown was read at this version; a reload shows more, which the news then repeats harmlessly.
  const [from] = useState(loaded.version);
  useEffect(() => {
    const put = (visit: FieldVisit) =>
      setHeld((state) => {
        const before = state.visits.get(visit.id);
        if (before && before.version >= visit.version) return state;
        return { ...state, visits: new Map(state.visits).set(visit.id, visit) };
      });
    const ask = async (id: number) => {
      const response = await fetch(`/board/visit/${id}`).catch(() => null);
      const visit = response?.ok ? ((await response.json()) as FieldVisit | null) : null;
      if (visit?.day === day && visit.slotId === slotId) put(visit);
    };
    const apply = (changes: Changes) =>
      setHeld((state) => {
        const visits = new Map(state.visits);
        for (const row of changes.visits) {
          const news = calendarVisit(row);
          const mine = visits.get(news.id);
          const here = news.day === day && news.slotId === slotId;
          if (mine && mine.version >= news.version) continue;
          if (!here) visits.delete(news.id);
          else if (mine) visits.set(news.id, merge(mine, news, names));
          else void ask(news.id);
        }
        return { ...state, visits, version: Math.max(state.version, changes.to) };
      });
    const stop = live.watch(operation, { version: () => from, apply, reload });
    live.loaded(operation);
    return stop;
  }, [live, operation, day, slotId, from, names, reload]);

  return useMemo(
    () => ({ visits: [...held.visits.values()].sort((a, b) => a.id - b.id), version: held.version }),
    [held],
  );
}

const fromLoaded = ({ visits, version }: { visits: FieldVisit[]; version: number }): Held => ({
  loaded: visits,
  version,
  visits: new Map(visits.map((visit) => [visit.id, visit])),
});

/** What a change says of a visit, by the names that the screen has. */
function merge(held: FieldVisit, news: CalendarVisit, names: BoardNames): FieldVisit {
  return {
    ...held,
    version: news.version,
    technicianId: news.technicianId,
    technicianName: names.technicians.find(({ id }) => id === news.technicianId)?.name ?? null,
    statusId: news.statusId,
    reasonId: news.reasonId,
    reasonText: names.reasons.find(({ value }) => value === news.reasonId)?.text ?? null,
    onTheWay: news.onTheWay,
    delayed: news.delayed,
    delayedWhileOnTheWay: news.delayedWhileOnTheWay,
    detached: news.detached,
    finished: news.finished,
    cancelled: news.cancelled,
    rescheduled: news.rescheduled,
    rescheduledNext: news.rescheduledNext,
    derivationType: news.derivationType,
    customerNotice: news.customerNotice,
  };
}

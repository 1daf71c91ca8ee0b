import { useEffect, useMemo, useState } from 'react';
import type { Changes } from '../../../db/feed/changes.ts';
import type { FieldVisit, TechnicianDay } from '../../../db/reads/visits/technician-day.ts';
import { type CalendarVisit, calendarVisit } from '../../../db/reads/visits/week.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { useLive } from '../../data/live.ts';

/** S1 §9. */
export const groupLimit = 15;

type Held = {
  day: TechnicianDay;
  visits: ReadonlyMap<number, FieldVisit>;
  assignedTotal: number;
  freeTotal: number;
  /** Of today's visits of this technician. */
  today: { done: number; open: number };
};

export type DayView = Held & { hour: number; assigned: FieldVisit[]; free: FieldVisit[] };

/** What of the free visits is shown: the hour parts those that are over, the zone and the limit are the user's. */
export type FreeView = { hour: number; zone: string | null; limit: number };

/** In which group of this technician's day a visit stands, if any. */
const groupOf = (
  visit: Pick<CalendarVisit, 'technicianId' | 'day' | 'onTheWay' | 'finished' | 'cancelled' | 'rescheduled'>,
  technicianId: number,
  day: string,
): 'assigned' | 'free' | null => {
  if (!isOpen(visit) || (visit.day > day && !visit.onTheWay)) return null;
  if (visit.technicianId === technicianId) return 'assigned';
  return visit.technicianId === null && visit.day === day ? 'free' : null;
};

/**
 * The technician's day, live: a visit that somebody else took goes away, one
 * that was given comes in. News of a held visit is merged; only a visit that is
 * new here is asked for, one by one.
 */
export function useTechnicianDay(
  loaded: TechnicianDay,
  technicianId: number,
  versions: Record<string, number>,
  reload: () => void,
  counted: { done: number; open: number },
  view: FreeView,
): DayView {
  const live = useLive();
  const { hour, zone, limit } = view;
  const [held, setHeld] = useState<Held>(() => fromLoaded(loaded, counted));
  if (held.day !== loaded) setHeld(fromLoaded(loaded, counted));

  // What is shown was read at these versions; a reload shows more, which the news then repeats harmlessly.
  const [from] = useState(versions);
  useEffect(() => {
    const asked = new Map<number, number>();
    const put = (visit: FieldVisit) => setHeld((state) => place(state, visit, technicianId));
    const ask = async (id: number, version: number) => {
      if ((asked.get(id) ?? 0) >= version) return;
      asked.set(id, version);
      const response = await fetch(`/board/visit/${id}`).catch(() => null);
      const visit = response?.ok ? ((await response.json()) as FieldVisit | null) : null;
      if (visit) put(visit);
    };
    const apply = (changes: Changes) => {
      for (const row of changes.visits) {
        const news = calendarVisit(row);
        const group = groupOf(news, technicianId, loaded.day);
        setHeld((state) => {
          const mine = state.visits.get(news.id);
          if (mine && mine.version >= news.version) return state;
          if (mine && mine.day === news.day && mine.slotId === news.slotId)
            return place(state, merge(mine, news), technicianId);
          if (group) void ask(news.id, news.version);
          return state;
        });
      }
    };
    const stops = Object.entries(from).map(([operation, version]) => {
      const stop = live.watch(operation, { version: () => version, apply, reload });
      live.loaded(operation);
      return stop;
    });
    return () => {
      for (const stop of stops) stop();
    };
  }, [live, from, technicianId, loaded.day, reload]);

  return useMemo(() => {
    const all = [...held.visits.values()].sort(bySlot);
    const inGroup = (group: 'assigned' | 'free') =>
      all.filter((visit) => groupOf(visit, technicianId, held.day.day) === group);
    const free = inGroup('free')
      .filter((visit) => zone === null || visit.zoneName === zone)
      .sort(byTurn(hour));
    return { ...held, hour, assigned: inGroup('assigned').slice(0, groupLimit), free: free.slice(0, limit) };
  }, [held, technicianId, hour, zone, limit]);
}

const fromLoaded = (day: TechnicianDay, today: Held['today']): Held => ({
  day,
  visits: new Map([...day.assigned, ...day.timestripe].map((visit) => [visit.id, visit])),
  assignedTotal: day.assignedTotal,
  freeTotal: day.timestripeTotal,
  today,
});

/** Put a visit in, and count it where it came from and where it went. */
function place(state: Held, visit: FieldVisit, technicianId: number): Held {
  const before = state.visits.get(visit.id);
  if (before && before.version >= visit.version) return state;
  const from = before ? groupOf(before, technicianId, state.day.day) : null;
  const to = groupOf(visit, technicianId, state.day.day);
  const visits = new Map(state.visits).set(visit.id, visit);
  const count = (group: 'assigned' | 'free') => Number(to === group) - Number(from === group);
  return {
    ...state,
    visits,
    assignedTotal: state.assignedTotal + count('assigned'),
    freeTotal: state.freeTotal + count('free'),
    today: recount(state, before, visit, technicianId),
  };
}

function recount(state: Held, before: FieldVisit | undefined, after: FieldVisit, technicianId: number) {
  const mine = (visit: FieldVisit | undefined) =>
    visit?.technicianId === technicianId && visit.day === state.day.day ? visit : undefined;
  const done = (visit: FieldVisit | undefined) => Number(visit ? visit.finished || visit.cancelled : false);
  const open = (visit: FieldVisit | undefined) => Number(visit ? isOpen(visit) : false);
  return {
    done: state.today.done + done(mine(after)) - done(mine(before)),
    open: state.today.open + open(mine(after)) - open(mine(before)),
  };
}

const merge = (held: FieldVisit, news: CalendarVisit): FieldVisit => ({
  ...held,
  version: news.version,
  technicianId: news.technicianId,
  statusId: news.statusId,
  reasonId: news.reasonId,
  onTheWay: news.onTheWay,
  delayed: news.delayed,
  delayedWhileOnTheWay: news.delayedWhileOnTheWay,
  detached: news.detached,
  finished: news.finished,
  cancelled: news.cancelled,
  rescheduled: news.rescheduled,
  customerNotice: news.customerNotice,
});

/** The visit on the way first: it is never among those that are cut. Then oldest day first, then earliest slot. */
export const bySlot = (a: FieldVisit, b: FieldVisit): number =>
  Number(b.onTheWay) - Number(a.onTheWay) ||
  a.day.localeCompare(b.day) ||
  a.fromHour - b.fromHour ||
  a.toHour - b.toHour ||
  a.id - b.id;

/** Free visits: those whose slot is not over at this hour before those that were missed. */
export const byTurn = (hour: number) => (a: FieldVisit, b: FieldVisit) =>
  Number(a.toHour <= hour) - Number(b.toHour <= hour) || bySlot(a, b);

import { useEffect, useMemo } from 'react';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import type { FieldVisit, TechnicianDay } from '../../../db/reads/visits/technician-day.ts';
import { compareDays } from '../../../machines/calendar/slots.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { byRank } from '../../../machines/visit/round.ts';
import { byId, type FieldVisits, FieldVisitsView } from '../../data/field-visits.ts';
import { useLiveView } from '../../data/live-view.ts';
import type { Touched } from '../../data/records.ts';

/** S1 §9. */
export const groupLimit = 15;

type State = FieldVisits & {
  assignedTotal: number;
  freeTotal: number;
  /** Of today's visits of this technician. */
  today: { done: number; open: number };
};

export type DayView = State & { hour: number; assigned: FieldVisit[]; free: FieldVisit[] };

/** What of the free visits is shown: the hour parts those that are over, the zone and the limit are the user's. */
export type FreeView = { hour: number; zone: { name: string; operation: string } | null; limit: number };

type Group = 'assigned' | 'free' | null;

/** A technician's day: open visits of today or before, or on the way; and those of today that none has. */
class TechnicianDayView extends FieldVisitsView<State> {
  constructor(
    private readonly technicianId: number,
    private readonly day: string,
    state: State,
  ) {
    super(state);
  }

  groupOf(visit: CalendarVisit | FieldVisit | undefined): Group {
    if (!visit || !isOpen(visit) || (visit.day > this.day && !visit.onTheWay)) return null;
    if (visit.technicianId === this.technicianId) return 'assigned';
    return visit.technicianId === null && visit.day === this.day ? 'free' : null;
  }

  protected belongs(visit: CalendarVisit | FieldVisit) {
    return this.groupOf(visit) !== null;
  }

  protected count({ assignedTotal, freeTotal, today }: State, { before, after }: Touched<FieldVisit>) {
    const moved = (is: (visit: FieldVisit | undefined) => boolean) => Number(is(after)) - Number(is(before));
    const mine = (visit: FieldVisit | undefined) =>
      visit?.technicianId === this.technicianId && visit.day === this.day ? visit : undefined;
    return {
      assignedTotal: assignedTotal + moved((visit) => this.groupOf(visit) === 'assigned'),
      freeTotal: freeTotal + moved((visit) => this.groupOf(visit) === 'free'),
      today: {
        done: today.done + moved((visit) => !!mine(visit)?.finished || !!mine(visit)?.cancelled),
        open: today.open + moved((visit) => !!visit && mine(visit) !== undefined && isOpen(visit)),
      },
    };
  }
}

/** The technician's day, live: a visit that another technician took disappears, one that was given appears. */
export function useTechnicianDay(
  loaded: TechnicianDay,
  technicianId: number,
  versions: Record<string, number>,
  reload: () => void,
  counted: { done: number; open: number },
  { hour, zone, limit }: FreeView,
): DayView {
  const state = useMemo(
    (): State => ({
      visits: byId([...loaded.assigned, ...loaded.timestripe]),
      versions,
      assignedTotal: loaded.assignedTotal,
      freeTotal: loaded.timestripeTotal,
      today: counted,
    }),
    [loaded, versions, counted],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was loaded again goes into the view that stands
  const view = useMemo(
    () => new TechnicianDayView(technicianId, loaded.day, state),
    [technicianId, loaded.day],
  );
  const codes = Object.keys(versions).sort().join(' ');
  const operations = useMemo(() => codes.split(' ').filter(Boolean), [codes]);
  useEffect(() => {
    view.onMissed = reload;
  }, [view, reload]);
  useEffect(() => view.load(state), [view, state]);
  const shown = useLiveView(view, operations);

  return useMemo(() => {
    const all = [...shown.visits.values()].sort(bySlot);
    const inGroup = (group: Group) => all.filter((visit) => view.groupOf(visit) === group);
    const free = inGroup('free')
      .filter(
        (visit) => zone === null || (visit.zoneName === zone.name && visit.operation === zone.operation),
      )
      .sort(byTurn(hour));
    return { ...shown, hour, assigned: inGroup('assigned').slice(0, groupLimit), free: free.slice(0, limit) };
  }, [shown, view, hour, zone, limit]);
}

/** The visit on the way first: it is never among those that are cut. Then oldest day, earliest slot, and its round. */
export const bySlot = (a: FieldVisit, b: FieldVisit): number =>
  Number(b.onTheWay) - Number(a.onTheWay) ||
  compareDays(a.day, b.day) ||
  a.fromHour - b.fromHour ||
  a.toHour - b.toHour ||
  byRank(a, b);

/** Free visits: those whose slot is not over at this hour before those that were missed. */
export const byTurn = (hour: number) => (a: FieldVisit, b: FieldVisit) =>
  Number(a.toHour <= hour) - Number(b.toHour <= hour) || bySlot(a, b);

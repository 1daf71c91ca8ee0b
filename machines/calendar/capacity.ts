import type { Day } from './slots.ts';
import { daysBetween, mondayOf } from './slots.ts';

/** How many visits a slot takes a day ('cupo'); null: any number. */
export type Capacity = {
  capacity: number | null;
  /** Monday first; an element that is null: as `capacity` says. Null: every day alike. */
  capacityByWeekday: (number | null)[] | null;
  /** Of single days, in place of the others. */
  capacityOfDays: Record<Day, number>;
};

export const capacityLimits = { first: 1, last: 999 };
/** Single days are set so far ahead: every board receives those of its slots. */
export const daysAhead = 731;
export const noCapacity: Capacity = { capacity: null, capacityByWeekday: null, capacityOfDays: {} };

/** The capacity of a slot on a day, as `slot_capacity` in the database answers it; null: any number. */
export const capacityOn = (slot: Capacity, day: Day): number | null =>
  // During an upgrade a process of the version before sends slots without these.
  slot.capacityOfDays?.[day] ??
  slot.capacityByWeekday?.[daysBetween(mondayOf(day), day)] ??
  slot.capacity ??
  null;

/** Whether a visit holds a place: from its creation until it is cancelled or rescheduled. */
export const holdsPlace = (visit: { cancelled: boolean; rescheduled: boolean }): boolean =>
  !(visit.cancelled || visit.rescheduled);

/** The places left of a capacity; null: any number. More visits than places leave none. */
export const placesLeft = (capacity: number | null, taken: number): number | null =>
  capacity === null ? null : Math.max(0, capacity - taken);

/** The places left of a slot on a day, by its visits; null: any number. */
export const leftIn = (
  slot: Capacity,
  day: Day,
  visits: readonly { cancelled: boolean; rescheduled: boolean }[],
): number | null => placesLeft(capacityOn(slot, day), visits.filter(holdsPlace).length);

/** What is said of many visits that do not all fit. */
export const fitText = (left: number, count: number): string =>
  left === 1 ? `Entra 1 de las ${count} visitas.` : `Entran ${left} de las ${count} visitas.`;

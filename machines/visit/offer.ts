import { compareDays, type Day, daysBetween, instantOf, today } from '../calendar/slots.ts';

/** A slot of a day as it may be offered to a client on the telephone, with what is planned in it. */
export type PlaceOfDay = {
  day: Day;
  id: number;
  name: string;
  fromHour: number;
  toHour: number;
  /** Places left; null: any number. */
  left: number | null;
  /** Visits that hold a place in it. */
  planned: number;
  /** Of them, those in the order's zone; 0 for an order without one. */
  inZone: number;
  /** Of them, those of the order's type. */
  ofType: number;
  /** Technicians who work then and have the skills that the order needs. */
  technicians: number;
};

/** `best`: its place among the few to offer first, from 1; null: it is not one of them. */
export type OfferedPlace = PlaceOfDay & { best: number | null };

/** For how many days places are offered, today included, unless asked otherwise. */
export const daysToOffer = 14;
export const mostDaysToOffer = 31;

/** So many are offered first. */
const offeredFirst = 3;

/** Where a technician goes to the zone anyway, so many days of waiting are worth it. */
const zoneIsWorthDays = 3;

/** A place that cannot be had: it is shown, and not offered. */
export const isFull = ({ left }: Pick<PlaceOfDay, 'left'>): boolean => left === 0;

/**
 * What a place costs, in days: the wait, and one for each visit that a technician of that slot has already; less where
 * the zone is on the way anyway. The cheapest are offered first.
 */
export const costOf = (place: PlaceOfDay, today: Day): number =>
  daysBetween(today, place.day) +
  place.planned / Math.max(1, place.technicians) -
  (place.inZone > 0 ? zoneIsWorthDays : 0);

/**
 * The places in the order of the calendar, the best of three days marked: neither full nor begun, and with a
 * technician who can.
 */
export function rankPlaces(places: readonly PlaceOfDay[], now: Date): OfferedPlace[] {
  const from = today(now);
  const byCost = places
    .filter((place) => !isFull(place) && place.technicians > 0 && instantOf(place.day, place.fromHour) > now)
    .sort((a, b) => costOf(a, from) - costOf(b, from) || byCalendar(a, b));
  // One of a day: who cannot that day is offered another.
  const first = byCost
    .filter(({ day }, index) => byCost.findIndex((place) => place.day === day) === index)
    .slice(0, offeredFirst);
  return [...places].sort(byCalendar).map((place) => {
    const index = first.indexOf(place);
    return { ...place, best: index < 0 ? null : index + 1 };
  });
}

const byCalendar = (a: PlaceOfDay, b: PlaceOfDay): number =>
  compareDays(a.day, b.day) || a.fromHour - b.fromHour || a.toHour - b.toHour || a.id - b.id;

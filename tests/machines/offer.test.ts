import { expect, it } from 'vitest';
import { addDays, instantOf } from '../../machines/calendar/slots.ts';
import { type PlaceOfDay, rankPlaces } from '../../machines/visit/offer.ts';

// Which places are offered first on the telephone (contract §14).

const day = '2026-03-02';
const place = (inDays: number, change: Partial<PlaceOfDay> = {}): PlaceOfDay => ({
  day: addDays(day, inDays),
  id: 1,
  name: 'Mañana',
  fromHour: 9,
  toHour: 13,
  left: 5,
  planned: 0,
  inZone: 0,
  ofType: 0,
  technicians: 2,
  ...change,
});
const best = (places: PlaceOfDay[], now = instantOf(day, 8)) =>
  rankPlaces(places, now)
    .filter(({ best }) => best !== null)
    .sort((a, b) => a.best! - b.best!)
    .map((one) => [one.day, one.fromHour]);

it('a day on which a technician goes to the zone is offered before an earlier one, but not whatever the wait', () => {
  expect(best([place(1), place(3, { inZone: 1 })])[0]).toEqual([addDays(day, 3), 9]);
  expect(best([place(1), place(5, { inZone: 1 })])[0]).toEqual([addDays(day, 1), 9]);
});

it('of alike places the one with fewer visits for each technician comes first', () => {
  const afternoon = { id: 2, fromHour: 14, toHour: 18 };
  expect(best([place(1, { planned: 6 }), place(1, { ...afternoon, planned: 2 })])[0]).toEqual([
    addDays(day, 1),
    14,
  ]);
  expect(
    best([
      place(1, { planned: 6, technicians: 6 }),
      place(1, { ...afternoon, planned: 6, technicians: 2 }),
    ])[0],
  ).toEqual([addDays(day, 1), 9]);
});

it('three days are offered first, never a full slot, one that has begun, or one without a technician who can', () => {
  const places = [
    place(0),
    place(1, { left: 0 }),
    place(2, { technicians: 0 }),
    ...[3, 4, 5, 6].map((days) => place(days)),
  ];
  const offered = [3, 4, 5].map((days) => [addDays(day, days), 9]);
  expect(best(places, instantOf(day, 9))).toEqual(offered);
  expect(best(places)).toEqual([[day, 9], ...offered.slice(0, 2)]);
  // All are shown, in the order of the calendar.
  expect(rankPlaces(places.toReversed(), instantOf(day, 9)).map((one) => one.day)).toEqual(
    places.map((one) => one.day),
  );
});

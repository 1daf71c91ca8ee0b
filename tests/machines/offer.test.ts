import { describe, expect, it } from 'vitest';
import { addDays, instantOf } from '../../machines/calendar/slots.ts';
import { customerHours, isWithinHours } from '../../machines/order/customer-hours.ts';
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

describe('when a customer is at home, as the text of an order says it,', () => {
  it('is read from its line, and is nothing where any hour does', () => {
    const detail = (hours: string) =>
      `SOLICITUD: SIN SEÑAL\n--------\nContacto: Ana / 2477 1\nHorario: ${hours}`;
    expect(customerHours(detail('por la mañana'))).toBe('por la mañana');
    expect(customerHours(detail('después de las 14.\nTocar timbre'))).toBe('después de las 14');
    for (const hours of ['a coordinar', 'todo el día', '-']) expect(customerHours(detail(hours))).toBeNull();
    expect(customerHours('El horario no importa')).toBeNull();
  });

  it('says of a slot whether it lies within them, and nothing where the words are not known', () => {
    const within = (hours: string) =>
      [
        { fromHour: 8, toHour: 10 },
        { fromHour: 12, toHour: 14 },
        { fromHour: 17, toHour: 20 },
      ].map((slot) => isWithinHours(hours, slot));
    expect(within('por la mañana')).toEqual([true, false, false]);
    expect(within('por la tarde')).toEqual([false, true, true]);
    expect(within('después de las 14')).toEqual([false, false, true]);
    expect(within('hasta las 17')).toEqual([true, true, false]);
    expect(within('desde las 10 hasta las 14')).toEqual([false, true, false]);
    expect(within('los lunes')).toEqual([null, null, null]);
  });
});

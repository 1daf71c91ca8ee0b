import { expect, it } from 'vitest';
import { instantOf } from '../../machines/calendar/slots.ts';
import { dayFilters, isAmong, wasKept } from '../../machines/visit/day-filters.ts';

const day = '2026-03-02';
const slot = { toHour: 13 };
const noon = instantOf(day, 12).getTime() / 1_000;
const open = {
  ...{
    day,
    closedAt: null as number | null,
    technicianId: null as number | null,
    statusId: 1,
    reasonId: null,
  },
  ...{ finished: false, cancelled: false, rescheduled: false, delayed: false, onTheWay: false },
  ...{ delayedWhileOnTheWay: false, arrived: false, detached: false, runningLate: null },
};
const closed = (more: Partial<typeof open>) => ({ ...open, technicianId: 7, closedAt: noon, ...more });
/** Of those that are asked of visits. */
const filtersOf = (visit: typeof open) =>
  dayFilters.filter((filter) => filter !== 'places' && isAmong(visit, filter, slot));

it.each([
  ['unassigned', open, ['todo', 'unassigned']],
  ['assigned', { ...open, technicianId: 7 }, ['todo']],
  ['on the way', { ...open, technicianId: 7, onTheWay: true }, ['onTheWay']],
  ['at the address', { ...open, technicianId: 7, onTheWay: true, arrived: true }, ['onTheWay']],
  ['delayed', { ...open, technicianId: 7, delayed: true }, ['late']],
  ['finished in its slot', closed({ finished: true }), ['done']],
  ['finished after it', closed({ finished: true, closedAt: noon + 7_200 }), ['done', 'outOfSlot']],
  ['cancelled', closed({ cancelled: true }), []],
  ['rescheduled', closed({ rescheduled: true, closedAt: noon + 7_200 }), []],
])('puts a visit that is %s where a dispatcher looks for it', (_, visit, filters) => {
  expect(filtersOf(visit)).toEqual(filters);
});

it('judges a promise by closings only, to the end of the slot', () => {
  const end = instantOf(day, 13).getTime() / 1_000;
  expect(wasKept(open, slot)).toBeNull();
  expect(wasKept(closed({ cancelled: true, closedAt: end }), slot)).toBe(true);
  expect(wasKept(closed({ cancelled: true, closedAt: end + 1 }), slot)).toBe(false);
  expect(wasKept(closed({ finished: true, closedAt: null }), slot)).toBeNull();
  expect(wasKept(closed({ finished: true }), undefined)).toBeNull();
});

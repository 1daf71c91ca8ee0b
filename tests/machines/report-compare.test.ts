import { expect, it } from 'vitest';
import {
  countsAsNone,
  keyOf,
  monthBefore,
  summaryOf,
  totalsOf,
  trendBeside,
} from '../../machines/report/compare.ts';
import { shownText, valueText } from '../../machines/report/report-cells.ts';

it('sums the counts of a report, and works its percentage out of the sums', () => {
  const row = { rescheduledByClient: 1, cancelledByClient: 0 };
  const rows = [
    { technicianId: 1, technicianName: 'A', finished: 3, onTheWay: 3, percentage: 100, ...row },
    { technicianId: 2, technicianName: 'B', finished: 5, onTheWay: 0, percentage: 0, ...row },
  ];
  expect(totalsOf('on_the_way', rows)).toEqual(
    new Map([
      ['finished', 8],
      ['onTheWay', 3],
      ['rescheduledByClient', 2],
      ['cancelledByClient', 0],
      ['percentage', 37.5],
    ]),
  );
});

it('weighs means by their visits, but for the one that not every visit has, and has no sum of visits that are listed', () => {
  const means = { ticketToOrder: 1, orderToVisit: 20, visit: 30, total: 60 };
  const none = { ticketToOrder: null, orderToVisit: null, visit: null, total: null };
  const rows = [
    { operation: '101', operationName: 'A', ...means, count: 3 },
    { operation: '102', operationName: 'B', ...means, visit: 70, count: 1 },
    { operation: '103', operationName: 'C', ...none, count: 0 },
  ];
  expect([...totalsOf('segments', rows)!]).toEqual([
    ['count', 4],
    ['orderToVisit', 20],
    ['visit', 40],
    ['total', 60],
  ]);
  const visit = { visitId: 7, createdAt: new Date(), rescheduledAt: new Date(), rescheduleCount: 2 };
  expect(totalsOf('reschedule', [visit])).toBeNull();
});

it('puts a day beside the same weekday of the month before, counted from its first', () => {
  const day = (text: string) => keyOf('monthly', { day: text } as never);
  // 1 November 2026 is a Sunday, and the first Sunday of October its 4th.
  expect(day('2026-11-01')).toBe(day('2026-10-04'));
  expect(day('2026-11-08')).toBe(day('2026-10-11'));
  expect(day('2026-11-01')).not.toBe(day('2026-10-01'));
  // A fifth one that the other month does not have stands beside nothing.
  const october = Array.from({ length: 31 }, (_, at) => day(`2026-10-${String(at + 1).padStart(2, '0')}`));
  expect(october).not.toContain(day('2026-11-29'));
  expect(new Set(october).size).toBe(31);
  expect([countsAsNone('monthly'), countsAsNone('technicians')]).toEqual([false, true]);
  expect(monthBefore('monthly', '2026-01-01')).toBe('2025-12-01');
  expect(monthBefore('unclosed', '2026-01-01')).toBeNull();
});

const dayOf = (day: string, total: number, late: number) => ({ day, total, late });

it('says a sum as a rate of the days that are over, beside the same weekdays of the month before', () => {
  const rows = [
    dayOf('2026-11-01', 10, 1),
    dayOf('2026-11-02', 20, 5),
    // Today and later: what is still to come changes no rate.
    dayOf('2026-11-03', 40, 0),
  ];
  const before = [dayOf('2026-10-01', 900, 900), dayOf('2026-10-04', 10, 2), dayOf('2026-10-05', 14, 2)];
  expect(summaryOf('late_schedule', rows, before, '2026-11-03')).toEqual([
    {
      key: 'total',
      header: 'Visitas',
      value: 70,
      rate: { kind: 'perDay', now: 15, before: 12, trend: 'up' },
    },
    {
      key: 'late',
      header: 'Programadas fuera de franja',
      value: 6,
      rate: { kind: 'share', now: 20, before: 16.67, trend: 'up' },
    },
  ]);
  expect(summaryOf('late_schedule', rows, null, '2026-11-03')[1]!.rate).toEqual({
    kind: 'share',
    now: 20,
    before: null,
    trend: null,
  });
  expect(summaryOf('technicians', [], null, '2026-11-03')).toEqual([]);
});

it('compares months that are not equally long by day, and no day or month that is not over', () => {
  const count = { kind: 'integer' } as const;
  const at = (month: string, subject: string | null = null) => ({ month, subject, today: '2026-03-10' });
  // 28 in February's 28 days are more a day than 30 in January's 31.
  expect(trendBeside('technicians', count, { now: 28, before: 30 }, at('2026-02-01'))).toBe('up');
  expect(trendBeside('technicians', count, { now: 28, before: 30 }, at('2026-03-01'))).toBeNull();
  expect(trendBeside('monthly', count, { now: 5, before: 6 }, at('2026-03-01', '2026-03-09'))).toBe('down');
  expect(trendBeside('monthly', count, { now: 5, before: 6 }, at('2026-03-01', '2026-03-10'))).toBeNull();
  expect(trendBeside('segments', { kind: 'minutes' }, { now: 5, before: 5 }, at('2026-03-01'))).toBe('same');
});

it('writes a point at the thousands of a count, and none in the number of a visit', () => {
  expect(shownText({ kind: 'integer' }, 2786)).toBe('2.786');
  expect(shownText({ kind: 'integer', isName: true }, 16579)).toBe('16579');
});

it('writes percentages with one decimal, always, so that they can be compared', () => {
  expect([87.6, 84.97, 0].map((share) => valueText('percent', share))).toEqual(['87,6 %', '85,0 %', '0,0 %']);
});

import { expect, it } from 'vitest';
import { countsAsNone, keyOf, monthBefore, totalsOf } from '../../machines/report/compare.ts';
import { valueText } from '../../machines/report/report-cells.ts';

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

it('has no sum of means, and none of visits that are listed', () => {
  const means = { ticketToOrder: 1, orderToVisit: 2, visit: 3, total: 6 };
  expect([...totalsOf('segments', [{ operation: '101', operationName: 'A', ...means, count: 4 }])!]).toEqual([
    ['count', 4],
  ]);
  const visit = { visitId: 7, createdAt: new Date(), rescheduledAt: new Date(), rescheduleCount: 2 };
  expect(totalsOf('reschedule', [visit])).toBeNull();
});

it('puts a day beside the same day of the month before, across a year and a shorter month', () => {
  const day = (text: string) => keyOf('monthly', { day: text } as never);
  expect(day('2026-03-03')).toBe(day('2026-02-03'));
  expect(day('2026-03-31')).not.toBe(day('2026-02-28'));
  expect([countsAsNone('monthly'), countsAsNone('technicians')]).toEqual([false, true]);
  expect(monthBefore('monthly', '2026-01-01')).toBe('2025-12-01');
  expect(monthBefore('unclosed', '2026-01-01')).toBeNull();
});

it('writes percentages with one decimal, always, so that they can be compared', () => {
  expect([87.6, 84.97, 0].map((share) => valueText('percent', share))).toEqual(['87,6 %', '85,0 %', '0,0 %']);
});

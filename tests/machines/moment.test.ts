import { describe, expect, it } from 'vitest';
import { isNews, momentOf, wasReportedLate } from '../../machines/visit/moment.ts';

const at = (time: string) => new Date(`2026-03-05T${time}-03:00`);
const now = at('15:00:00');

describe('the moment of a step that is reported later (contract §8)', () => {
  it.each([
    ['as it was reported', '10:05:00', null, at('10:05:00')],
    ['slightly ahead, as now', '15:02:00', null, now],
    ['beyond two minutes ahead, refused', '15:02:01', null, 'happened-ahead'],
    ['before the last event, as that event', '10:05:00', at('13:00:10'), at('13:00:10')],
    ['before an event that is ahead of this clock, as now', '14:59:00', at('15:00:01'), now],
  ])('is taken %s', (_, happened, last, moment) => {
    expect(momentOf(at(happened), now, last)).toEqual(moment);
  });

  it('goes back 24 hours', () => {
    const dayAgo = new Date(now.getTime() - 86_400_000);
    expect(momentOf(dayAgo, now, null)).toEqual(dayAgo);
    expect(momentOf(new Date(dayAgo.getTime() - 1), now, null)).toBe('happened-too-long-ago');
  });

  it('is shown with its report after five minutes, and is no news to a customer after ten', () => {
    const reported = (minutes: number) =>
      [at('10:00:00'), new Date(at('10:00:00').getTime() + minutes * 60_000)] as const;
    expect([5, 5.1].map((minutes) => wasReportedLate(...reported(minutes)))).toEqual([false, true]);
    expect([10, 10.1].map((minutes) => isNews(...reported(minutes)))).toEqual([true, false]);
    expect([wasReportedLate(now, null), isNews(now, null)]).toEqual([false, true]);
  });
});

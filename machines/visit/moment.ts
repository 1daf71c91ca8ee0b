// When a step really took place: a technician without a signal reports it later (contract §8 'real time').

/** How far ahead the device's clock may be. */
export const aheadMs = 2 * 60_000;
/** How long ago a step may have taken place. */
export const oldestMs = 24 * 3_600_000;
/** A step that is reported later than this shows when it was reported, beside when it took place. */
const lateMs = 5 * 60_000;
/** A customer is not notified of something that took place longer ago than this. */
const newsMs = 10 * 60_000;

/**
 * The moment that a step is recorded with. One slightly ahead is now; one before the visit's last event is that
 * event's moment, so that a visit's history never runs backwards.
 * @param last the visit's last event at or after `happenedAt`, if any
 */
export function momentOf(happenedAt: Date, now: Date, last: Date | null) {
  const ahead = happenedAt.getTime() - now.getTime();
  if (ahead > aheadMs) return 'happened-ahead';
  if (ahead < -oldestMs) return 'happened-too-long-ago';
  const moment = Math.max(happenedAt.getTime(), last?.getTime() ?? 0);
  return new Date(Math.min(moment, now.getTime()));
}

/** Whether 'informado a las …' stands beside it. */
export const wasReportedLate = (at: Date, reportedAt: Date | null): boolean =>
  reportedAt !== null && reportedAt.getTime() - at.getTime() > lateMs;

/** Whether it is still true enough to notify a customer of it. */
export const isNews = (at: Date, reportedAt: Date | null): boolean =>
  reportedAt === null || reportedAt.getTime() - at.getTime() <= newsMs;

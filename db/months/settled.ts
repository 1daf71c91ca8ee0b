import type { Day } from '../../machines/calendar/slots.ts';
import type { Query, Sql } from '../connection/sql.ts';

/** A month without new visits, and the bounds of its content. */
export type SettledMonth = {
  firstId: number;
  endId: number;
  firstDay: Day;
  lastDay: Day;
  /** Null: some are open, or were until a few days ago. */
  firstClosedAt: Date | null;
  lastClosedAt: Date | null;
};

/**
 * The settled months known to this process. Settled is final, and the partition checks its bounds: a stale
 * list costs time, never correctness.
 */
export type Settled = { months: SettledMonth[]; readAt: number; reading: boolean };

export const newSettled = (): Settled => ({ months: [], readAt: Number.NEGATIVE_INFINITY, reading: false });

type WithSettled = { settled: Settled; sql: Sql };

const freshMs = 600_000;

/** A condition on `v.id` that excludes months without open visits. */
export const amongOpen = (db: WithSettled, sql: Query = db.sql) =>
  among(db, sql, ({ lastClosedAt }) => lastClosedAt === null);

/** A condition on `v.id` that excludes months without visits of these days, both included. */
export const amongDays = (db: WithSettled, from: Day, to: Day, sql: Query = db.sql) =>
  among(db, sql, (month) => month.lastDay >= from && month.firstDay <= to);

/** A condition on `v.id` that excludes months without closings between two instants. */
export const amongClosed = (db: WithSettled, begins: Date, ends: Date, sql: Query = db.sql) =>
  among(
    db,
    sql,
    ({ firstClosedAt, lastClosedAt }) =>
      !firstClosedAt || !lastClosedAt || (lastClosedAt >= begins && firstClosedAt < ends),
  );

/** PostgreSQL prunes partitions by ids before it opens them, whatever the other conditions. */
function among(db: WithSettled, sql: Query, isRelevant: (month: SettledMonth) => boolean) {
  const out = known(db).filter((month) => !isRelevant(month));
  const ranges = rangesBetween(out);
  const condition = ranges.map(([from, end]) => {
    if (from === null) return end === null ? sql`true` : sql`v.id < ${end}`;
    return end === null ? sql`v.id >= ${from}` : sql`v.id >= ${from} and v.id < ${end}`;
  });
  return sql`(${condition.reduce((all, part) => sql`${all} or ${part}`)})`;
}

/** The complement of these months as id ranges; the months are ordered. */
function rangesBetween(months: SettledMonth[]): [number | null, number | null][] {
  const ranges: [number | null, number | null][] = [];
  let from: number | null = null;
  for (const { firstId, endId } of months) {
    if (from === null || firstId > from) ranges.push([from, firstId]);
    from = endId;
  }
  return [...ranges, [from, null]];
}

/** The known list; refreshed in the background once it is stale. */
function known(db: WithSettled): SettledMonth[] {
  const { settled } = db;
  if (!settled.reading && performance.now() - settled.readAt > freshMs) {
    settled.reading = true;
    db.sql<SettledMonth[]>`
      select first_id, end_id, first_day, last_day, first_closed_at, last_closed_at from settled_months order by first_id`
      .then((rows) => {
        settled.months = [...rows];
        settled.readAt = performance.now();
      })
      .catch(() => {})
      .finally(() => {
        settled.reading = false;
      });
  }
  return settled.months;
}

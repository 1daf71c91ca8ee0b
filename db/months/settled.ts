import type { Day } from '../../machines/calendar/slots.ts';
import type { Query, Sql } from '../connection/sql.ts';

/** A month of visits that no new visit comes into, and the bounds of what is in it. */
export type SettledMonth = {
  firstId: number;
  endId: number;
  firstDay: Day;
  lastDay: Day;
  /** Null: something is open still, or was until a few days ago. */
  firstClosedAt: Date | null;
  lastClosedAt: Date | null;
};

/**
 * What a process knows of settled months. A month that is settled stays so, and its partition has a check of its
 * bounds: whoever knows too few looks into too many months, and never misses a visit.
 */
export type Settled = { months: SettledMonth[]; readAt: number; reading: boolean };

export const newSettled = (): Settled => ({ months: [], readAt: Number.NEGATIVE_INFINITY, reading: false });

/** The part of the open record that knows settled months. */
type Knows = { settled: Settled; sql: Sql };

const freshMs = 600_000;

/** A condition on `v.id` that leaves out the months in which no visit is open. */
export const amongOpen = (db: Knows, sql: Query = db.sql) =>
  among(db, sql, ({ lastClosedAt }) => lastClosedAt === null);

/** A condition on `v.id` that leaves out the months without visits of these days, both included. */
export const amongDays = (db: Knows, from: Day, to: Day, sql: Query = db.sql) =>
  among(db, sql, (month) => month.lastDay >= from && month.firstDay <= to);

/** A condition on `v.id` that leaves out the months of which no visit was closed between two instants. */
export const amongClosed = (db: Knows, begins: Date, ends: Date, sql: Query = db.sql) =>
  among(
    db,
    sql,
    ({ firstClosedAt, lastClosedAt }) =>
      !firstClosedAt || !lastClosedAt || (lastClosedAt >= begins && firstClosedAt < ends),
  );

/** PostgreSQL leaves out a partition by its ids before it opens it, whatever else the condition asks of it. */
function among(db: Knows, sql: Query, wanted: (month: SettledMonth) => boolean) {
  const out = known(db).filter((month) => !wanted(month));
  const ranges = rangesBetween(out);
  const condition = ranges.map(([from, end]) => {
    if (from === null) return end === null ? sql`true` : sql`v.id < ${end}`;
    return end === null ? sql`v.id >= ${from}` : sql`v.id >= ${from} and v.id < ${end}`;
  });
  return sql`(${condition.reduce((all, one) => sql`${all} or ${one}`)})`;
}

/** The ids outside of these months, which are in the order of their ids. */
function rangesBetween(months: SettledMonth[]): [number | null, number | null][] {
  const ranges: [number | null, number | null][] = [];
  let from: number | null = null;
  for (const { firstId, endId } of months) {
    if (from === null || firstId > from) ranges.push([from, firstId]);
    from = endId;
  }
  return [...ranges, [from, null]];
}

/** As known; asked again behind the caller's back once it is old. */
function known(db: Knows): SettledMonth[] {
  const { settled } = db;
  if (!settled.reading && performance.now() - settled.readAt > freshMs) {
    settled.reading = true;
    db.sql<SettledMonth[]>`
      select first_id, end_id, first_day, last_day, first_closed_at, last_closed_at from settled_months order by first_id`
      .then((rows) => {
        settled.months = [...rows];
        settled.readAt = performance.now();
      })
      // Whoever asks next asks again; until then more months are looked into than need be.
      .catch(() => {})
      .finally(() => {
        settled.reading = false;
      });
  }
  return settled.months;
}

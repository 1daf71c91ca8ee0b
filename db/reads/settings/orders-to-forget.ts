import type { Query } from '../../connection/sql.ts';

/**
 * Which orders `w` have personal data that an operation does not keep any more: closed before that instant, and without
 * an open visit, which is somebody's work still, whatever the order's system says of it. One condition for who deletes
 * and for who says beforehand how many it will be.
 */
export const isToForget = (sql: Query, operation: string, before: Date) => sql`
  w.operation = ${operation} and not w.forgotten and w.closed_at < ${before}
  and not exists (select 1 from order_visits a join visits v on v.id = a.visit_id
    where a.order_number = w.number and v.closed_at is null)`;

/**
 * The instant before which orders were closed whose data are not kept, that many months back.
 * @param months a column, or a parameter cast to int
 * @param now given by tests; otherwise the database's clock
 */
export const forgottenBefore = (sql: Query, months: ReturnType<Query>, now?: Date) =>
  sql`coalesce(${now?.toISOString() ?? null}::timestamptz, now()) - make_interval(months => ${months})`;

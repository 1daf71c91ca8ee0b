import type { Query } from '../../connection/sql.ts';

/**
 * SQL: whether order `w` has personal data beyond an operation's retention: closed before that instant, and
 * without an open visit, whatever the order's system says. One condition for deleting and for the preview.
 */
export const isToForget = (sql: Query, operation: string, before: Date) => sql`
  w.operation = ${operation} and not w.forgotten and w.closed_at < ${before}
  and not exists (select 1 from order_visits a join visits v on v.id = a.visit_id
    where a.order_number = w.number and v.closed_at is null)`;

/**
 * The instant before which closed orders' data are deleted, that many months back.
 * @param months a column, or a parameter cast to int
 * @param now set by tests; default the database's clock
 */
export const forgottenBefore = (sql: Query, months: ReturnType<Query>, now?: Date) =>
  sql`coalesce(${now?.toISOString() ?? null}::timestamptz, now()) - make_interval(months => ${months})`;

import type { Fragment, Query } from '../connection/sql.ts';

/** SQL: an order type's value; of one that was merged, that of its target. An address or a caller may still have the former. */
export const typeNow = (sql: Query, value: number): Fragment =>
  sql`coalesce((select merged_into from order_types where value = ${value}), ${value}::int)`;

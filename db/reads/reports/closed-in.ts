import { boundsOf, type Month } from '../../../machines/month.ts';
import type { Query } from '../../open.ts';

/** The visits `v` of these operations that were closed, one way or another, within the month: one range of `visits_closed`. */
export function closedIn(sql: Query, operations: string[], month: Month) {
  const { begins, ends } = boundsOf(month);
  return sql`v.operation = any(${operations}::text[]) and v.closed_at >= ${begins} and v.closed_at < ${ends}`;
}

import { boundsOf, type Month } from '../../../machines/calendar/month.ts';
import type { Db } from '../../connection/open.ts';
import { amongClosed } from '../../months/settled.ts';

/** The visits `v` of these operations closed within the month, in any way: one range of `visits_closed`. */
export function closedIn(db: Db, operations: string[], month: Month) {
  const { begins, ends } = boundsOf(month);
  return db.sql`v.operation = any(${operations}::text[]) and v.closed_at >= ${begins} and v.closed_at < ${ends}
    and ${amongClosed(db, begins, ends)}`;
}

import { boundsOf, type Month } from '../../../machines/calendar/month.ts';
import type { Db } from '../../connection/open.ts';
import { amongDays } from '../../months/settled.ts';

/** The visits `v` of these operations whose own day lies in the month: one range of `visits_week`. */
export function dueIn(db: Db, operations: string[], month: Month) {
  const { from, until } = boundsOf(month);
  return db.sql`v.operation = any(${operations}::text[]) and v.day >= ${from} and v.day < ${until}
    and ${amongDays(db, from, until)}`;
}

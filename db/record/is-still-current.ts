import { eventsThat } from '../../machines/events.ts';
import type { Query } from '../connection/sql.ts';

const harmless = eventsThat(({ conflicts }) => !conflicts);

/**
 * Whether a visit seen at this version is still current: since then only messages to its customer and the
 * customer's replies (`conflicts` in the table of events).
 */
export async function isStillCurrent(
  sql: Query,
  visit: { id: number; version: number },
  seenVersion: number,
): Promise<boolean> {
  const since = visit.version - seenVersion;
  if (since <= 0) return since === 0;
  const [row] = await sql<{ harmless: boolean }[]>`
    select count(*) = ${since} and bool_and(name = any(${harmless}::text[])) as harmless from (
      select name from events
      where visit_id = ${visit.id} and not (name = 'notice.recorded' and data -> 'to' ->> 'audience' is distinct from 'customer')
      order by version desc limit ${since}) x`;
  return row?.harmless ?? false;
}

import type { Query } from '../open.ts';

/**
 * Whether the last `bumps` versions of a visit are messages to its customer, or
 * the customer's confirmation or answer, and nothing else: whoever saw the visit before them saw it as it is.
 */
export async function wasOnlyTold(sql: Query, visitId: number, bumps: number): Promise<boolean> {
  if (bumps <= 0) return bumps === 0;
  const [row] = await sql<{ told: boolean }[]>`
    select count(*) = ${bumps} and bool_and(name in ('notice.recorded', 'visit.reminded', 'visit.confirmed', 'visit.answered')) as told from (
      select name from events
      where visit_id = ${visitId} and not (name = 'notice.recorded' and data -> 'to' ->> 'audience' is distinct from 'customer')
      order by version desc limit ${bumps}) x`;
  return row?.told ?? false;
}

import { operationsOf } from '../../machines/access/permissions.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import { isStillCurrent } from './is-still-current.ts';
import type { Frame } from './transact.ts';
import { lockVisits, type VisitRow } from './visit-row.ts';

/**
 * The visits that a command is about, locked: every one within the actor's
 * reach and, where a version was sent, still the one that was seen. One that is
 * not stops the whole command and is named by the refusal.
 * @returns in the order asked
 */
export async function lockSeenVisits(
  frame: Frame,
  ids: number[],
  versions?: Record<string, number> | null,
): Promise<VisitRow[] | Refusal> {
  const locked = await lockVisits(frame.tx, ids, operationsOf(frame.actor));
  const found = new Map(locked.map((visit) => [visit.id, visit]));
  const visits: VisitRow[] = [];
  for (const id of ids) {
    const visit = found.get(id);
    if (!visit)
      return refuse('visit-unknown', { fields: { visit_id: `${refuse('visit-unknown').text}: ${id}` } });
    const seen = versions?.[String(id)];
    if (seen !== undefined && !(await isStillCurrent(frame.tx, visit, seen)))
      return refuse('stale-version', { visitId: id });
    visits.push(visit);
  }
  return visits;
}

/** What `decide` answers for each visit, in their order; the first refusal stops all. */
export function forEachVisit<Decided>(
  visits: VisitRow[],
  decide: (visit: VisitRow) => Decided | Refusal,
): Decided[] | Refusal {
  const decided: Decided[] = [];
  for (const visit of visits) {
    const one = decide(visit);
    if (isRefusal(one)) return { ...one, visitId: visit.id };
    decided.push(one);
  }
  return decided;
}

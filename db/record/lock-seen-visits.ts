import { operationsOf } from '../../machines/access/permissions.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import { isStillCurrent } from './is-still-current.ts';
import type { Frame } from './transact.ts';
import { lockVisits, type VisitRow } from './visit-row.ts';

/**
 * Locks a command's visits: each within the actor's reach and, where a version was sent, unchanged since. The
 * first that is not refuses the whole command and is named by the refusal.
 * @returns in the order of `ids`
 */
export async function lockSeenVisits(
  frame: Frame,
  ids: number[],
  versions?: Record<string, number> | null,
): Promise<VisitRow[] | Refusal> {
  const locked = await lockVisits(frame.tx, ids, operationsOf(frame.actor));
  const byId = new Map(locked.map((visit) => [visit.id, visit]));
  const visits: VisitRow[] = [];
  for (const id of ids) {
    const visit = byId.get(id);
    if (!visit)
      return refuse('visit-unknown', { fields: { visit_id: `${refuse('visit-unknown').text}: ${id}` } });
    const seen = versions?.[String(id)];
    if (seen !== undefined && !(await isStillCurrent(frame.tx, visit, seen)))
      return refuse('stale-version', { visitId: id });
    visits.push(visit);
  }
  return visits;
}

/** The decision for each visit, in order; the first refusal stops all. */
export function forEachVisit<Decided>(
  visits: VisitRow[],
  decide: (visit: VisitRow) => Decided | Refusal,
): Decided[] | Refusal {
  const decided: Decided[] = [];
  for (const visit of visits) {
    const decision = decide(visit);
    if (isRefusal(decision)) return { ...decision, visitId: visit.id };
    decided.push(decision);
  }
  return decided;
}

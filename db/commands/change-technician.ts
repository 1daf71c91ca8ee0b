import { z } from 'zod';
import { isRefusal, refuse } from '../../machines/refusals.ts';
import { decideVisit, type VisitFacts } from '../../machines/visit.ts';
import type { VisitRow } from '../reads/visit-row.ts';
import { findTechnicianOf, whyDetached } from './choose.ts';
import { listOf, oneOrMany, optional, seenVersions, technician, text } from './input.ts';
import { decideAll, lockSeenVisits } from './lock-visits.ts';
import { tellTechnicians } from './tell-technicians.ts';
import { command, type Frame } from './transact.ts';

/**
 * S2 §3 'Change technician payload'. `tech_id` null: none; absent, it is refused, so that a misspelt field unassigns no
 * visit. The name is read from the record, whatever is sent.
 */
export const changeTechnicianInput = z.object({
  visit_id: oneOrMany,
  tech_id: technician.nullable(),
  tech_name: optional(text(200)),
  versions: seenVersions,
});

/**
 * Give several visits to a technician, or to none: all or nothing (S2 §2 'Change technician modal', §4).
 * A visit on the way or with a delayed closing stops it, and the refusal says which.
 */
export const changeTechnician = command({
  name: 'changeTechnician',
  input: changeTechnicianInput,
  permission: 'can_assign_visit',
  async run(frame, input) {
    const visits = await lockSeenVisits(frame, listOf(input.visit_id), input.versions);
    if (isRefusal(visits)) return visits;
    const technicianId = input.tech_id;
    let name: string | null = null;
    if (technicianId !== null)
      for (const operation of new Set(visits.map((visit) => visit.operation))) {
        const next = await findTechnicianOf(frame, operation, technicianId);
        name = next?.name ?? null;
        if (!next)
          return refuse('technician-of-other-operation', {
            fields: { tech_id: refuse('technician-of-other-operation').text },
          });
      }
    const changes = decideAll(visits, (visit) => {
      const decision = decideVisit(visit, { type: 'ASSIGN', technicianId });
      return decision.ok ? { visit, next: decision.visit, event: decision.event } : refuse(decision.refusal);
    });
    if (isRefusal(changes)) return changes;
    const real = changes.filter(({ visit }) => visit.technicianId !== technicianId);
    await save(frame, real, whyDetached(name));
    for (const { visit, next, event } of real)
      frame.record({
        operation: visit.operation,
        name: event,
        visitId: visit.id,
        orderNumber: visit.orderNumber,
        technicianId: technicianId ?? visit.technicianId,
        data: {
          from: { technicianId: visit.technicianId, statusId: visit.statusId },
          to: { technicianId, statusId: next.statusId },
        },
      });
    await tellTechnicians(
      frame,
      real.map(({ visit }) => ({
        id: visit.id,
        operation: visit.operation,
        version: visit.version + 1,
        from: visit.technicianId,
        to: technicianId,
      })),
    );
    return { visit_id: visits.map((visit) => visit.id), changed: real.length };
  },
});

async function save(
  { tx, now, actor }: Frame,
  changes: { visit: VisitRow; next: VisitFacts }[],
  why: string,
) {
  if (changes.length === 0) return;
  const { technicianId, detached } = changes[0]!.next;
  const ids = changes.map(({ visit }) => visit.id);
  await tx`
    update visits set version = version + 1, technician_id = ${technicianId}, detached = ${detached},
      assigned_at = ${technicianId === null ? null : now},
      detached_by = case when technician_id is null then detached_by else ${actor.fullName} end,
      detached_comments = case when technician_id is null then detached_comments else ${why} end
    where id = any(${ids}::int[])`;
}

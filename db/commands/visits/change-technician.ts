import { z } from 'zod';
import { reassignedComments } from '../../../machines/visit/detached-comments.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { forEachVisit, lockSeenVisits } from '../../record/lock-seen-visits.ts';
import { decideStep, recordStep } from '../../record/take-step.ts';
import { command } from '../../record/transact.ts';
import { listOf, oneOrMany, optional, seenVersions, technician, text } from '../input.ts';
import { findTechnicianOf } from './choose.ts';
import { handoverNotices } from './handover-notices.ts';
import { rankLost } from './plan-placing.ts';
import { refuseTechnician } from './refuse-technician.ts';

/**
 * S2 §3 'Change technician payload'. `tech_id` null: none; absent, it is refused, so that a misspelt field
 * unassigns no visit. The name is read from the record.
 */
export const changeTechnicianInput = z.object({
  visit_id: oneOrMany,
  tech_id: technician.nullable(),
  tech_name: optional(text(200)),
  versions: seenVersions,
});

/**
 * Hand over several visits to a technician, or unassign them: all or nothing (S2 §2 'Change technician
 * modal', §4). A visit on the way or with a delayed closing refuses all, and is named.
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
    const step = { type: 'ASSIGN', technicianId, comments: reassignedComments(name) } as const;
    const decisions = forEachVisit(visits, (visit) => decideStep(frame, visit, step));
    if (isRefusal(decisions)) return decisions;
    const given = visits.filter((visit) => visit.technicianId !== technicianId);
    const refusal = await refuseTechnician(
      frame,
      given.map((visit) => ({ ...visit, technicianId })),
      { field: 'tech_id' },
    );
    if (refusal) return refusal;
    const noticesOf = await handoverNotices(frame, visits, technicianId);
    let changed = 0;
    for (const [index, visit] of visits.entries()) {
      if (visit.technicianId === technicianId) continue;
      recordStep(frame, visit, decisions[index]!, { data: rankLost(visit), notices: noticesOf(visit) });
      changed++;
    }
    return { visit_id: visits.map((visit) => visit.id), changed };
  },
});

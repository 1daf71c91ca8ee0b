import { isRefusal } from '../../../machines/words/refusals.ts';
import { lockSeenVisits } from '../../record/lock-seen-visits.ts';
import { command } from '../../record/transact.ts';
import { addVisitNote } from './add-visit-note.ts';
import { editVisitInput } from './edit-visit-input.ts';
import { takePlan } from './place-visits.ts';
import { planPlacing } from './plan-placing.ts';

/**
 * Edit an open visit: another slot of its day, another technician or none, another position there, one more note
 * (S2 §2 'Visit detail', §4: statuses 1 and 14; 17 takes notes only). All or nothing; equal values are no change.
 */
export const editVisit = command({
  name: 'editVisit',
  input: editVisitInput,
  permission: 'can_assign_visit',
  async run(frame, input) {
    const versions = input.version == null ? null : { [input.visit_id]: input.version };
    const locked = await lockSeenVisits(frame, [input.visit_id], versions);
    if (isRefusal(locked)) return locked;
    const visit = locked[0]!;
    const plan = await planPlacing(frame, locked, {
      slotId: input.timestripe_id ?? null,
      technicianId: input.tech_id,
      position: input.position ?? null,
      overbook: input.overbook,
    });
    if (isRefusal(plan)) return plan;
    const steps = plan.steps.get(visit)!;
    const note = input.tech_comments?.trim();
    if (note) {
      steps.push({ step: { type: 'ADD_NOTE' }, data: { note } });
      await addVisitNote(frame, visit.id, note);
    }
    return (
      takePlan(frame, plan, input.overbook_reason) ?? {
        visit_id: visit.id,
        version: visit.version + Number(steps.length > 0),
      }
    );
  },
});

import type { z } from 'zod';
import { slotHasEnded } from '../../../machines/calendar/slots.ts';
import type { EventData } from '../../../machines/events.ts';
import { reassignedComments } from '../../../machines/visit/detached-comments.ts';
import type { VisitStep } from '../../../machines/visit/steps.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { lockSeenVisits } from '../../record/lock-seen-visits.ts';
import { takeStep } from '../../record/take-step.ts';
import { command, type Frame } from '../../record/transact.ts';
import type { VisitRow } from '../../record/visit-row.ts';
import type { NewNotice } from '../../record/write-events.ts';
import { addVisitNote } from './add-visit-note.ts';
import { chooseSlot, findTechnicianOf } from './choose.ts';
import { editVisitInput } from './edit-visit-input.ts';
import { handoverNotices } from './handover-notices.ts';
import { refuseTechnician } from './refuse-technician.ts';

/**
 * Edit an open visit: another slot of its day, another technician or none, one more note (S2 §2 'Visit
 * detail', §4: statuses 1 and 14; 17 takes notes only). All or nothing; equal values are no change.
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
    const steps = await stepsOf(frame, visit, input);
    if (isRefusal(steps)) return steps;
    const answer = { visit_id: visit.id, version: visit.version + Number(steps.length > 0) };
    let current = visit;
    for (const { step, ...more } of steps) {
      const decision = takeStep(frame, current, step, more);
      if (isRefusal(decision)) return decision;
      current = { ...current, ...decision.change };
    }
    return answer;
  },
});

type PlannedStep = { step: VisitStep; data?: EventData; notices?: NewNotice[] };

/** Each change is a step of its own; the first that the visit's state does not allow refuses all. */
async function stepsOf(
  frame: Frame,
  visit: VisitRow,
  input: z.output<typeof editVisitInput>,
): Promise<PlannedStep[] | Refusal> {
  const { timestripe_id: slotId, tech_id: technicianId } = input;
  const steps: PlannedStep[] = [];
  if (slotId != null && slotId !== visit.slotId) {
    const slot = await chooseSlot(frame, visit.operation, slotId, 'timestripe_id');
    if (isRefusal(slot)) return slot;
    const late = slotHasEnded(visit.day, slot.toHour, frame.now);
    steps.push({
      step: { type: 'CHANGE_SLOT', slotId, late },
      data: {
        slotId: { from: visit.slotId, to: slotId },
        lateSchedule: { from: visit.lateSchedule, to: late },
      },
    });
  }
  if (technicianId !== undefined && technicianId !== visit.technicianId) {
    const next = technicianId === null ? null : await findTechnicianOf(frame, visit.operation, technicianId);
    if (next === undefined)
      return refuse('technician-of-other-operation', {
        fields: { tech_id: refuse('technician-of-other-operation').text },
      });
    const notices = await handoverNotices(frame, [visit], technicianId);
    steps.push({
      step: { type: 'ASSIGN', technicianId, comments: reassignedComments(next?.name ?? null) },
      notices: notices(visit),
    });
  }
  const moved = slotId != null && slotId !== visit.slotId;
  const given = technicianId !== undefined && technicianId !== visit.technicianId;
  if (moved || given) {
    const after = {
      ...visit,
      slotId: slotId ?? visit.slotId,
      technicianId: given ? technicianId : visit.technicianId,
    };
    const refusal = await refuseTechnician(frame, [after], {
      field: given ? 'tech_id' : 'timestripe_id',
      keeps: !given,
    });
    if (refusal) return refusal;
  }
  const note = input.tech_comments?.trim();
  if (note) {
    steps.push({ step: { type: 'ADD_NOTE' }, data: { note } });
    await addVisitNote(frame, visit.id, note);
  }
  return steps;
}

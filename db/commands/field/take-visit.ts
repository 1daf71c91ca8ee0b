import { z } from 'zod';
import { today } from '../../../machines/calendar/slots.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { visitStep } from '../../record/visit-step.ts';
import { happenedAt, id, seenVersion } from '../input.ts';

/** A technician takes an unassigned visit of today (S1 §4 'Take', contract §4). */
export const takeVisit = visitStep({
  name: 'takeVisit',
  input: z.object({ visit_id: id, happened_at: happenedAt, version: seenVersion }),
  change(visit, _input, { actor }) {
    if (actor.technicianId === null) return refuse('not-a-technician');
    return {
      step: { type: 'TAKE', technicianId: actor.technicianId, isToday: visit.day === today(visit.now) },
      answer: { visit_id: visit.id },
    };
  },
});

import { z } from 'zod';
import { refuse } from '../../../machines/words/refusals.ts';
import { visitStep } from '../../record/visit-step.ts';
import { happenedAt, id, seenVersion } from '../input.ts';

/** The technician of a visit has pressed 'Llamar': part of the proof that they tried (contract §8). */
export const recordCall = visitStep({
  name: 'recordCall',
  input: z.object({ visit_id: id, happened_at: happenedAt, version: seenVersion }),
  change(visit, _, { actor: { technicianId } }) {
    if (technicianId === null) return refuse('not-a-technician');
    return { step: { type: 'CALL', technicianId }, answer: { visit_id: visit.id } };
  },
});

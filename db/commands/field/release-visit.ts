import { mayDo } from '../../../machines/access/permissions.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { visitStep } from '../../record/visit-step.ts';
import { releaseVisitInput } from './release-visit-input.ts';

/** A technician gives a visit back, with the reason (S1 §4 'Release', §5 'Detach': 5 to 100 characters). */
export const releaseVisit = visitStep({
  name: 'releaseVisit',
  input: releaseVisitInput,
  change(visit, { notes }, { actor }) {
    const dispatcher = mayDo(actor, 'can_assign_visit');
    if (actor.technicianId === null && !dispatcher) return refuse('not-a-technician');
    return {
      step: { type: 'RELEASE', technicianId: dispatcher ? null : actor.technicianId, comments: notes },
      data: { note: notes },
      answer: { visit_id: visit.id },
    };
  },
});

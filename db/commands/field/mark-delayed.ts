import { visitStep } from '../../record/visit-step.ts';
import { dueVisitInput } from './due-visit-input.ts';

/** After its slot's end an assigned open visit becomes 'Cierre demorado' (contract §4). */
export const markDelayed = visitStep({
  name: 'markDelayed',
  input: dueVisitInput,
  change: (visit) => ({ step: { type: 'PASS_SLOT_END', due: true }, answer: { visit_id: visit.id } }),
});

import { z } from 'zod';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { takeStep } from '../../record/take-step.ts';
import { command } from '../../record/transact.ts';
import { id } from '../input.ts';
import { byCustomer, lockCustomerVisit } from './lock-customer-visit.ts';

/** The answer to the question after a visit, given once. */
export const answerQuestion = command({
  name: 'answerQuestion',
  input: z.object({ visit_id: id, answer: z.enum(['yes', 'no'], refuse('choose-an-answer').text) }),
  async run(frame, input) {
    const customerVisit = await lockCustomerVisit(frame, input.visit_id, null, 'answer');
    if (isRefusal(customerVisit)) return customerVisit;
    const { visit } = customerVisit;
    const decision = takeStep(
      frame,
      visit,
      { type: 'ANSWER', answer: input.answer },
      {
        data: { ...byCustomer(frame), to: { answer: input.answer } },
        dataAlone: true,
      },
    );
    if (isRefusal(decision)) return decision;
    return { visit_id: visit.id };
  },
});

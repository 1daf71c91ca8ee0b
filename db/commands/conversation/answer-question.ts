import { z } from 'zod';
import { isRefusal, refuse } from '../../../machines/refusals.ts';
import { id } from '../input.ts';
import { command } from '../transact.ts';
import { byCustomer, lockCustomerVisit } from './lock-customer-visit.ts';

/** The one question after a visit: is it solved? Answered once. */
export const answerQuestion = command({
  name: 'answerQuestion',
  input: z.object({ visit_id: id, answer: z.enum(['yes', 'no'], refuse('choose-an-answer').text) }),
  async run(frame, input) {
    const found = await lockCustomerVisit(frame, input.visit_id, null, 'answer');
    if (isRefusal(found)) return found;
    const { visit } = found;
    await frame.tx`
      update visits set customer_answer = ${input.answer}, version = version + 1 where id = ${visit.id}`;
    frame.record({
      operation: visit.operation,
      name: 'visit.answered',
      visitId: visit.id,
      orderNumber: visit.orderNumber,
      technicianId: visit.technicianId,
      data: { ...byCustomer(frame), to: { answer: input.answer } },
    });
    return { visit_id: visit.id };
  },
});

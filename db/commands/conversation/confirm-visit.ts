import { isRefusal } from '../../../machines/words/refusals.ts';
import { takeStep } from '../../record/take-step.ts';
import { command } from '../../record/transact.ts';
import { byCustomer, lockCustomerVisit, replyInput } from './lock-customer-visit.ts';

/** 'Confirmo'. Idempotent. */
export const confirmVisit = command({
  name: 'confirmVisit',
  input: replyInput,
  async run(frame, input) {
    const customerVisit = await lockCustomerVisit(frame, input.visit_id, input.seen, 'confirm');
    if (isRefusal(customerVisit)) return customerVisit;
    const { visit, confirmed } = customerVisit;
    const answer = { visit_id: visit.id };
    if (confirmed) return answer;
    const decision = takeStep(
      frame,
      visit,
      { type: 'CONFIRM' },
      { data: byCustomer(frame), dataAlone: true },
    );
    if (isRefusal(decision)) return decision;
    return answer;
  },
});

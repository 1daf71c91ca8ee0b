import { z } from 'zod';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { takeStep } from '../../record/take-step.ts';
import { command } from '../../record/transact.ts';
import { id } from '../input.ts';
import { byCustomer, lockCustomerVisit } from './lock-customer-visit.ts';

/** 'Estoy en casa' (contract §8), from two hours before the slot. Idempotent. */
export const sayAtHome = command({
  name: 'sayAtHome',
  input: z.object({ visit_id: id }),
  async run(frame, input) {
    const customerVisit = await lockCustomerVisit(frame, input.visit_id, null, 'atHome');
    if (isRefusal(customerVisit)) return customerVisit;
    const { visit, atHome } = customerVisit;
    const answer = { visit_id: visit.id };
    if (atHome) return answer;
    const step = { type: 'AT_HOME' } as const;
    const decision = takeStep(frame, visit, step, { data: byCustomer(frame), dataAlone: true });
    return isRefusal(decision) ? decision : answer;
  },
});

import { isRefusal } from '../../../machines/refusals.ts';
import { command } from '../transact.ts';
import { byCustomer, lockCustomerVisit, replyInput } from './lock-customer-visit.ts';

/** 'Confirmo': the customer will be there. Said twice, it is said once. */
export const confirmVisit = command({
  name: 'confirmVisit',
  input: replyInput,
  async run(frame, input) {
    const found = await lockCustomerVisit(frame, input.visit_id, input.seen, 'confirm');
    if (isRefusal(found)) return found;
    const { visit, confirmed } = found;
    const answer = { visit_id: visit.id };
    if (confirmed) return answer;
    await frame.tx`
      update visits set confirmed_at = ${frame.now}, version = version + 1 where id = ${visit.id}`;
    frame.record({
      operation: visit.operation,
      name: 'visit.confirmed',
      visitId: visit.id,
      orderNumber: visit.orderNumber,
      technicianId: visit.technicianId,
      data: byCustomer(frame),
    });
    return answer;
  },
});

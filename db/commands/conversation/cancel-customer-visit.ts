import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { takeStep } from '../../record/take-step.ts';
import { command } from '../../record/transact.ts';
import { handoverNotices } from '../visits/handover-notices.ts';
import { findCustomerReason } from './customer-reason.ts';
import { byCustomer, lockCustomerVisit, replyInput } from './lock-customer-visit.ts';

const comments = 'El cliente canceló la visita desde su enlace.';

/** 'Cancelar': the order stays pending, and the technician is notified. */
export const cancelCustomerVisit = command({
  name: 'cancelCustomerVisit',
  input: replyInput,
  async run(frame, input) {
    const customerVisit = await lockCustomerVisit(frame, input.visit_id, input.seen, 'cancel');
    if (isRefusal(customerVisit)) return customerVisit;
    const { visit } = customerVisit;
    const reason = await findCustomerReason(frame, 'cancel');
    if (!reason) return refuse('replies-off');
    const step = {
      type: 'CLOSE',
      reason,
      technicianId: null,
      mayCloseAny: true,
      departs: false,
      arrival: 'off',
      evidence: { extraComments: comments },
    } as const;
    const decision = takeStep(frame, visit, step, {
      data: {
        ...byCustomer(frame),
        from: { statusId: visit.statusId, onTheWay: false, delayed: false },
        to: { statusId: reason.value, reason: reason.text },
        note: comments,
      },
      notices: (await handoverNotices(frame, [visit], null))(visit),
    });
    if (isRefusal(decision)) return decision;
    return { visit_id: visit.id };
  },
});

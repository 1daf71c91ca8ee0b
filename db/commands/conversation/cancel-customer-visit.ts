import { isRefusal, refuse } from '../../../machines/refusals.ts';
import { decideVisit } from '../../../machines/visit.ts';
import { tellTechnicians } from '../tell-technicians.ts';
import { command } from '../transact.ts';
import { findCustomerReason } from './customer-reason.ts';
import { byCustomer, lockCustomerVisit, replyInput } from './lock-customer-visit.ts';

const comments = 'El cliente canceló la visita desde su enlace.';

/** 'Cancelar': the customer does not want the visit. The order stays pending, and its technician is told. */
export const cancelCustomerVisit = command({
  name: 'cancelCustomerVisit',
  input: replyInput,
  async run(frame, input) {
    const found = await lockCustomerVisit(frame, input.visit_id, input.seen, 'cancel');
    if (isRefusal(found)) return found;
    const { visit } = found;
    const reason = await findCustomerReason(frame, 'cancel');
    if (!reason) return refuse('replies-off');
    // On behalf of nobody: the customer's own limits were asked above.
    const step = { type: 'CLOSE', reason, technicianId: null, mayCloseAny: true, departs: false } as const;
    const decision = decideVisit(visit, step);
    if (!decision.ok) return refuse(decision.refusal);
    const { statusId, reasonId } = decision.visit;
    await frame.tx`
      update visits set version = version + 1, status_id = ${statusId}, reason_id = ${reasonId}, cancelled = true,
        closed_at = ${frame.now}, extra_comments = ${comments}
      where id = ${visit.id}`;
    frame.record({
      operation: visit.operation,
      name: decision.event,
      visitId: visit.id,
      orderNumber: visit.orderNumber,
      technicianId: visit.technicianId,
      data: {
        ...byCustomer(frame),
        from: { statusId: visit.statusId, onTheWay: false, delayed: false },
        to: { statusId, reason: reason.text },
        note: comments,
      },
    });
    await tellTechnicians(frame, [
      {
        id: visit.id,
        operation: visit.operation,
        version: visit.version + 1,
        from: visit.technicianId,
        to: null,
      },
    ]);
    return { visit_id: visit.id };
  },
});

import { addDays, instantOf } from '../../../machines/calendar/slots.ts';
import { offeredDays } from '../../../machines/customer/conversation.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { command } from '../../record/transact.ts';
import { day, id } from '../input.ts';
import { linkDays } from '../visits/add-links.ts';
import { chooseSlot } from '../visits/choose.ts';
import { moveVisits } from '../visits/move-visits.ts';
import { findCustomerReason } from './customer-reason.ts';
import { lockCustomerVisit, replyInput } from './lock-customer-visit.ts';

const chooseADay = refuse('choose-a-day').text;

/**
 * 'Necesito cambiarla': the customer moves the visit to an offered day, as a dispatcher's rescheduling,
 * without its technician, who is notified. Answers the new visit's id.
 */
export const moveCustomerVisit = command({
  name: 'moveCustomerVisit',
  input: replyInput.extend({ new_date: day, timestripe_id: id }),
  async run(frame, input) {
    const customerVisit = await lockCustomerVisit(frame, input.visit_id, input.seen, 'change');
    if (isRefusal(customerVisit)) return customerVisit;
    const { visit, conversation } = customerVisit;
    const reason = await findCustomerReason(frame, 'change');
    if (!reason) return refuse('replies-off');
    const slot = await chooseSlot(frame, visit.operation, input.timestripe_id, 'timestripe_id');
    if (isRefusal(slot)) return refuse('choose-a-day', { fields: { timestripe_id: chooseADay } });
    const offered = offeredDays([slot], visit, conversation, frame.now);
    if (!offered.some((offer) => offer.day === input.new_date))
      return refuse('choose-a-day', { fields: { new_date: chooseADay } });
    const nextIds = await moveVisits(frame, [visit], {
      day: input.new_date,
      slotId: slot.id,
      reason,
      comments: 'El cliente cambió la visita desde su enlace.',
      overbook: null,
      unsetsTechnician: true,
      withLink: true,
      byCustomer: true,
    });
    if (isRefusal(nextIds)) return nextIds;
    await frame.tx`
      update visit_links set expires_at = greatest(expires_at, ${instantOf(addDays(input.new_date, linkDays + 1), 0)})
      where visit_id = ${visit.id} and revoked_at is null and expires_at > now()`;
    return { visit_id: nextIds[0]! };
  },
});

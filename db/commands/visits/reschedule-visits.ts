import { and, eq } from 'drizzle-orm';
import { isTooFar, today } from '../../../machines/calendar/slots.ts';
import { isRefusal, refuse, refuseField } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { lockSeenVisits } from '../../record/lock-seen-visits.ts';
import { command, type Frame } from '../../record/transact.ts';
import { reasons } from '../../schema/index.ts';
import { listOf } from '../input.ts';
import { chooseSlot } from './choose.ts';
import { moveVisits } from './move-visits.ts';
import { refuseTechnician } from './refuse-technician.ts';
import { rescheduleInput } from './reschedule-visits-input.ts';

/**
 * Move one visit or several to another day: each is closed and followed by a new one, linked with each other
 * (S2 §2 'Reschedule modal', §4, §5). All or nothing: a visit on the way refuses all, and is named. Answers
 * `{ new_id }`, one or in the order sent (contract §3).
 */
export const rescheduleVisits = command({
  name: 'rescheduleVisits',
  input: rescheduleInput,
  permission: 'reschedule',
  async run(frame, input) {
    const ids = listOf(input.visit_id);
    const versions = input.version == null ? input.versions : { [ids[0]!]: input.version };
    const visits = await lockSeenVisits(frame, ids, versions);
    if (isRefusal(visits)) return visits;
    const reason = await findReason(frame, input.new_status);
    if (isRefusal(reason)) return reason;
    if (input.new_date <= today(frame.now))
      return refuse('day-not-future', { fields: { new_date: refuse('day-not-future').text } });
    if (isTooFar(input.new_date, frame.now)) return refuseField('visit-too-far', 'new_date');
    for (const operation of new Set(visits.map((visit) => visit.operation))) {
      const slot = await chooseSlot(frame, operation, input.new_timestripe, 'new_timestripe');
      if (isRefusal(slot)) return slot;
    }
    const unsetsTechnician = input.checked.includes('unset_tech');
    const next = unsetsTechnician
      ? []
      : visits.map((visit) => ({ ...visit, day: input.new_date, slotId: input.new_timestripe }));
    const refusal = await refuseTechnician(frame, next, { field: 'new_timestripe' });
    if (refusal) return refusal;
    const nextIds = await moveVisits(frame, visits, {
      day: input.new_date,
      slotId: input.new_timestripe,
      reason,
      comments: input.reschedule_comments,
      overbook: input.overbook ? input.overbook_reason : null,
      unsetsTechnician,
      withLink: input.checked.includes('public_link'),
      byCustomer: false,
    });
    if (isRefusal(nextIds)) return nextIds;
    return { new_id: Array.isArray(input.visit_id) ? nextIds : nextIds[0]! };
  },
});

async function findReason({ tx }: Frame, value: number) {
  const [reason] = await typed(tx)
    .select({ value: reasons.value, text: reasons.text })
    .from(reasons)
    .where(and(eq(reasons.value, value), reasons.cancels, reasons.reschedules));
  return (
    reason ??
    refuse('reschedule-reason-required', {
      fields: { new_status: refuse('reschedule-reason-required').text },
    })
  );
}

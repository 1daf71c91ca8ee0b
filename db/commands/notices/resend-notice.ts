import { z } from 'zod';
import { mayResend, operationsOf } from '../../../machines/access/permissions.ts';
import { today } from '../../../machines/calendar/slots.ts';
import type { NoticeState } from '../../../machines/notice/notice.ts';
import { refuseResend } from '../../../machines/notice/resend.ts';
import { isTemplate, resendable } from '../../../machines/notice/templates.ts';
import { type CustomerAnswer, isOpen } from '../../../machines/visit/facts.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { takeStep } from '../../record/take-step.ts';
import { command, type Frame } from '../../record/transact.ts';
import { lockVisit } from '../../record/visit-row.ts';
import type { Columns, notices } from '../../schema/index.ts';
import { countInWindow } from '../../throttles/count-in-window.ts';
import { id } from '../input.ts';
import { addMissingLink } from '../visits/add-links.ts';

/** Of a user: each message costs money on some channels. */
const mostAnHour = 30;

/**
 * 'Reenviar': the message of that template afresh, about the visit as it is now, through the outbox like any other
 * (contract §14). The visit's lock lets the second of two presses see the first one's message, which waits.
 */
export const resendNotice = command({
  name: 'resendNotice',
  input: z.object({ notice_id: id }),
  permission: 'can_query_client',
  async prepare({ db, actor }, input) {
    if (!mayResend(actor)) return refuse('may-not-resend');
    const retryAfterSeconds = await countInWindow(db, 'resend', mostAnHour, 3_600).wait(actor.userId);
    return retryAfterSeconds > 0 ? refuse('too-many-resends', { retryAfterSeconds }) : input;
  },
  async run(frame, input) {
    const visitId = await findVisitOf(frame, input.notice_id);
    const visit = visitId && (await lockVisit(frame.tx, visitId, operationsOf(frame.actor)));
    const notice = visit && (await findLastAlike(frame, input.notice_id));
    if (!visit || !notice) return refuse('notice-unknown');
    const { template, audience, userId } = notice;
    if (!isTemplate(template) || !resendable.includes(template)) return refuse('notice-unknown');
    const customers = audience === 'customer';
    const recipientId = userId ?? notice.technicianUserId;
    const facts = {
      ...notice,
      visit: {
        closed: !isOpen(visit),
        onTheWay: visit.onTheWay || (visit.delayed && visit.delayedWhileOnTheWay),
        runningLate: visit.runningLate,
        past: visit.day < today(frame.now),
        technicianUserId: notice.technicianUserId,
      },
      recipient: customers || recipientId !== null ? { userId: customers ? null : recipientId } : null,
    };
    const refusal = refuseResend(facts, frame.now);
    if (refusal) return refuse(refusal, { visitId: visit.id });
    if (customers) await addMissingLink(frame, visit);
    const decision = takeStep(
      frame,
      visit,
      { type: 'RESEND_NOTICE' },
      {
        data: { to: { template, audience } },
        dataAlone: true,
        notices: [{ template, userId, again: true }],
      },
    );
    return isRefusal(decision) ? decision : { visit_id: visit.id, template };
  },
});

async function findVisitOf({ tx, actor }: Frame, noticeId: number): Promise<number | null> {
  const [row] = await tx<Columns<typeof notices, 'visitId'>[]>`
    select visit_id from notices where id = ${noticeId} and operation = any(${operationsOf(actor)}::text[])`;
  return row?.visitId ?? null;
}

type Alike = Columns<typeof notices, 'template' | 'audience' | 'userId'> & {
  state: NoticeState;
  sentAt: Date | null;
  answer: CustomerAnswer | null;
  technicianUserId: number | null;
};

/** The last message of this one's template to the same recipient: what is on its way is not sent twice. */
async function findLastAlike({ tx }: Frame, noticeId: number): Promise<Alike | undefined> {
  const [row] = await tx<Alike[]>`
    select m.template, m.audience, m.user_id, m.state, m.sent_at, v.customer_answer as answer, t.user_id as technician_user_id
    from notices n join notices m on m.visit_id = n.visit_id and m.template = n.template and m.audience = n.audience
      and m.user_id is not distinct from n.user_id
    join visits v on v.id = n.visit_id left join technicians t on t.id = v.technician_id
    where n.id = ${noticeId} order by m.id desc limit 1`;
  return row;
}

import { z } from 'zod';
import type { ClientMessage } from '../../../db/reads/orders/client-messages.ts';
import type { NoticeLine } from '../../../db/reads/visits/visit.ts';
import { isoWithOffset } from '../../../machines/calendar/slots.ts';
import { id as idAnswer } from '../answers/shapes.ts';
import { clientMessagesAnswer, noticesAnswer } from '../answers/visit.ts';
import { act, type Call, reading } from '../call.ts';

/** Messages to customers, technicians and supervisors with their states (contract §6), as the screens show them. */
export const noticeCalls: Record<string, Call> = {
  'visit/notices': reading(
    'notices',
    { does: 'The messages about a visit, each with its state, newest first.', answer: noticesAnswer },
    (notices) => notices.map(presentNotice),
  ),
  'visit/resend_notice': act('resendNotice', {
    does: 'Sends a message to a customer or technician once more, about the visit as it is now: one that was sent, failed, or found no channel.',
    reach: 'operations',
    costly: true,
    rule: '`can_query_client`, and `can_create_visit` or `can_assign_visit`',
    answer: z.strictObject({ visit_id: idAnswer, template: z.string() }),
  }),
  'client/messages': reading(
    'clientMessages',
    {
      does: "What was said to a client over all visits and what came back, newest first, by pages of 100: messages, openings of the link, the customer's steps.",
      answer: clientMessagesAnswer,
    },
    (messages) => messages.map(presentMessage),
  ),
  mailbox: reading(
    'mailbox',
    { does: 'The development mailbox: the newest messages that went nowhere else.', answer: noticesAnswer },
    (notices) => notices.map(presentNotice),
  ),
};

const presentMessage = ({ at, visit, message, openedFirst, step }: ClientMessage) => ({
  date: isoWithOffset(at),
  visit_id: visit.id,
  date_dispatch: visit.day,
  message: message && {
    id: message.id,
    template: message.template,
    state: message.state,
    channel: message.channel,
    problem: message.problem,
    may_resend: message.whyNotAgain === null,
  },
  opened_first: openedFirst && isoWithOffset(openedFirst),
  step: step && { name: step.name, answer: step.answer },
});

const presentNotice = (notice: NoticeLine) => ({
  id: notice.id,
  visit_id: notice.visitId,
  audience: notice.audience as 'customer' | 'technician' | 'supervisor',
  template: notice.template,
  state: notice.state as z.input<typeof noticesAnswer>[number]['state'],
  channel: notice.channel,
  recipient: notice.recipient,
  subject: notice.subject,
  text: notice.text,
  problem: notice.problem,
  date_created: isoWithOffset(notice.createdAt),
  date_sent: notice.sentAt && isoWithOffset(notice.sentAt),
});

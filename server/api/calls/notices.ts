import { z } from 'zod';
import { id } from '../../../db/commands/input.ts';
import { findFieldVisit } from '../../../db/reads/visits/technician-day.ts';
import { listNotices, type NoticeLine } from '../../../db/reads/visits/visit.ts';
import { isoWithOffset } from '../../../machines/calendar/slots.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { noticesAnswer } from '../answers/visit.ts';
import { ask, type Call, nothing } from '../call.ts';

/** Messages to customers, technicians and supervisors with their states (contract §6), as the screens show them. */
export const noticeCalls: Record<string, Call> = {
  'visit/notices': ask(
    {
      does: 'The messages about a visit, each with its state, newest first.',
      reach: 'operations',
      input: z.object({ visit_id: id }),
      answer: noticesAnswer,
    },
    async ({ db, actor, keys }, { visit_id: visitId }) => {
      if (!(await findFieldVisit(db, actor, visitId))) return refuse('visit-unknown');
      return (await listNotices(db, actor, keys, { visitId })).map(presentNotice);
    },
  ),
  mailbox: ask(
    {
      does: 'The development mailbox: the newest messages that went nowhere else.',
      reach: 'operations',
      input: nothing,
      answer: noticesAnswer,
      permission: 'can_query_order',
    },
    async ({ db, actor, keys }) =>
      (await listNotices(db, actor, keys)).filter(({ channel }) => channel === 'mailbox').map(presentNotice),
  ),
};

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

import type { NoticeToSend } from '../../db/reads/notices/notice-to-send.ts';
import { isTemplate, type Template } from '../../machines/notice/templates.ts';

/**
 * Whether a message that still waits has lost its sense, because the visit is no longer as it says. Of
 * several alike the last one is sent: who departs twice while the channel is away is announced once.
 */
export function isObsolete(notice: NoticeToSend): boolean {
  // A template that only another version of this program knows: there are no words for it here.
  return !isTemplate(notice.template) || rules[notice.template](notice);
}

type Rule = (notice: NoticeToSend) => boolean;

const never: Rule = () => false;
const closed: Rule = ({ visit, superseded }) => visit.closed || superseded;
/** The technician whom it is for does not have the visit any more. */
const passedOn: Rule = (notice) =>
  closed(notice) || notice.visit.technicianUserId !== notice.recipient?.userId;

const rules: Record<Template, Rule> = {
  'on-the-way': ({ visit, superseded }) => !visit.onTheWay || superseded,
  'visit-created': closed,
  'visit-rescheduled': closed,
  'visit-reminder': (notice) => closed(notice) || notice.visit.onTheWay || notice.visit.past,
  // Asked of a visit that is over; the page says when it was answered meanwhile.
  'visit-question': never,
  'technician-assigned': passedOn,
  'technician-changed': passedOn,
  // They have it again. A visit that was rescheduled keeps the name of who had it, and is theirs no more.
  'technician-removed': ({ visit, recipient, superseded }) =>
    superseded || (!visit.closed && visit.technicianUserId === recipient?.userId),
  'supervisor-taken': never,
  'supervisor-released': never,
  'supervisor-on-the-way': never,
  'supervisor-closed': never,
  'supervisor-cancelled': never,
  'supervisor-auto-released': never,
  'supervisor-delayed': never,
};

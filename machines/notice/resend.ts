import type { CustomerAnswer } from '../visit/facts.ts';
import type { RefusalCode } from '../words/refusals.ts';
import type { NoticeState } from './notice.ts';
import { isObsolete, type NoticeFacts } from './obsolete.ts';

/** After a message was sent, it is not sent again for so long. */
export const resendPauseMs = 60_000;

/** A message of a visit, and what the visit is by now. */
export type ResendFacts = Omit<NoticeFacts, 'superseded'> & {
  /** Of the last message of its template to the same recipient. */
  state: NoticeState;
  sentAt: Date | null;
  /** What the customer answered to '¿Quedó resuelto?'. */
  answer: CustomerAnswer | null;
};

/**
 * Why a user may not send a message once more, or null. It is sent anew, about the visit as it is now, so that what has
 * lost its sense is not sent; nor what waits, nor what was sent a moment ago.
 */
export function refuseResend(
  { state, sentAt, answer, ...notice }: ResendFacts,
  now: Date,
): RefusalCode | null {
  if (state === 'pending' || state === 'sending') return 'notice-waiting';
  if (sentAt && now.getTime() - sentAt.getTime() < resendPauseMs) return 'notice-just-sent';
  if (notice.template === 'visit-question') return answer === null ? null : 'notice-pointless';
  if (notice.visit.closed && notice.template !== 'technician-removed') return 'visit-closed';
  // 'Agendamos tu visita' for a day that is over.
  if (notice.visit.past && promising.has(notice.template)) return 'notice-pointless';
  return notice.recipient === null || isObsolete({ ...notice, superseded: false })
    ? 'notice-pointless'
    : null;
}

/** Those that name the visit's day as one to come. */
const promising = new Set(['visit-created', 'visit-rescheduled', 'visit-hours', 'visit-reminder']);

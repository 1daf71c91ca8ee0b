import { setup, transition } from 'xstate';

/**
 * The life of one message to a customer, technician or supervisor (contract §6): decided with the change that
 * causes it, attempted until the outcome is known. 'unknown' may have arrived: it is listed, never resent.
 */
export type NoticeState = 'pending' | 'sending' | 'sent' | 'failed' | 'unknown' | 'no_channel' | 'dropped';

export type NoticeStep =
  | { type: 'TRY' }
  | { type: 'SENT' }
  | { type: 'RETRY' }
  | { type: 'REJECTED' }
  | { type: 'DOUBT' }
  | { type: 'NO_CHANNEL' }
  | { type: 'OBSOLETE' };

const noticeMachine = setup({ types: { events: {} as NoticeStep } }).createMachine({
  id: 'notice',
  initial: 'pending',
  states: {
    pending: { on: { TRY: 'sending', NO_CHANNEL: 'no_channel', OBSOLETE: 'dropped' } },
    // A second TRY: the first attempt died while sending.
    sending: { on: { SENT: 'sent', RETRY: 'pending', REJECTED: 'failed', DOUBT: 'unknown', TRY: 'unknown' } },
    sent: { type: 'final' },
    failed: { type: 'final' },
    unknown: { type: 'final' },
    no_channel: { type: 'final' },
    dropped: { type: 'final' },
  },
});

/** The state after a step; null when the step is not possible from there. */
export function nextNoticeState(state: NoticeState, step: NoticeStep): NoticeState | null {
  const from = noticeMachine.resolveState({ value: state });
  if (!from.can(step)) return null;
  return transition(noticeMachine, from, step)[0].value as NoticeState;
}

/** Attempts before a message fails; with the backoff below, almost two hours. */
const maxAttempts = 16;
const longestWaitSeconds = 900;

/** Backoff in seconds after the nth failed attempt: 2, 4, 8… up to 15 minutes; null: no further attempt. */
export function noticeWaitSeconds(attempts: number): number | null {
  if (attempts >= maxAttempts) return null;
  return Math.min(2 ** Math.max(attempts, 1), longestWaitSeconds);
}

export const isFinalNotice = (state: NoticeState): boolean => state !== 'pending' && state !== 'sending';

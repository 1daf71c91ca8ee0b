import { setup, transition } from 'xstate';

/**
 * The life of one delivery to one webhook: attempted until the receiver accepts it or it is abandoned, then
 * only resent by hand. A failed attempt goes back to waiting, with the time of the next one.
 */
export const deliveryStates = ['waiting', 'sending', 'delivered', 'abandoned', 'cancelled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export type DeliveryStep =
  | { type: 'TRY' }
  | { type: 'TAKEN' }
  | { type: 'FAILED' }
  | { type: 'ABANDON' }
  /** The webhook was switched off or deleted. */
  | { type: 'CANCEL' }
  | { type: 'RESEND' };

const deliveryMachine = setup({ types: { events: {} as DeliveryStep } }).createMachine({
  id: 'delivery',
  initial: 'waiting',
  states: {
    waiting: { on: { TRY: 'sending', CANCEL: 'cancelled', RESEND: 'waiting' } },
    // A second TRY: the first died in the middle. It is sent again: the receiver recognises its id.
    sending: {
      on: {
        TRY: 'sending',
        TAKEN: 'delivered',
        FAILED: 'waiting',
        ABANDON: 'abandoned',
        CANCEL: 'cancelled',
      },
    },
    delivered: { on: { RESEND: 'waiting' } },
    abandoned: { on: { RESEND: 'waiting' } },
    cancelled: { on: { RESEND: 'waiting' } },
  },
});

/** The state after a step; null when the step is not possible from there. */
export function nextDeliveryState(state: DeliveryState, step: DeliveryStep): DeliveryState | null {
  const from = deliveryMachine.resolveState({ value: state });
  if (!from.can(step)) return null;
  return transition(deliveryMachine, from, step)[0].value as DeliveryState;
}

/**
 * Backoff in seconds after the nth failed attempt: 5 s, 30 s, 2 min, 10 min, 30 min, 2 h, 6 h, 12 h, 24 h;
 * then it is abandoned.
 */
const waits = [5, 30, 120, 600, 1_800, 7_200, 21_600, 43_200, 86_400];
/** Limit of a receiver's Retry-After. */
const longestAskedWait = 3_600;
/** A ping reports to the waiting user: one attempt. */
export const pingType = 'ping';

/**
 * Seconds to the next attempt after `tries` failed ones, or null: abandoned. With 10 % jitter, so that joint
 * failures are not retried together.
 * @param retryAfterSeconds the receiver's Retry-After, in seconds
 * @param chance 0 to 1
 */
export function deliveryWaitSeconds(
  type: string,
  tries: number,
  retryAfterSeconds: number | null,
  chance: number,
): number | null {
  const planned = type === pingType ? undefined : waits[tries - 1];
  if (planned === undefined) return null;
  const wait = planned * (0.9 + 0.2 * chance);
  return Math.max(wait, Math.min(retryAfterSeconds ?? 0, longestAskedWait));
}

/** The result of one attempt: a status when an answer came, else the problem. */
export type TryResult = {
  status: number | null;
  problem: string | null;
  retryAfter: string | null;
};

export type TryVerdict =
  | { kind: 'taken' }
  /** 410: the receiver ends the webhook. */
  | { kind: 'gone' }
  /** `pauseSeconds`: the receiver's Retry-After, for all its deliveries. */
  | { kind: 'failed'; pauseSeconds: number | null };

/** 2xx is delivered, 410 ends the webhook, everything else is retried. */
export function judgeTry({ status, retryAfter }: TryResult, now: Date): TryVerdict {
  if (status !== null && status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 410) return { kind: 'gone' };
  const busy = status === 429 || status === 503;
  return { kind: 'failed', pauseSeconds: busy ? readRetryAfter(retryAfter, now) : null };
}

/** Retry-After: seconds, or a date; capped. Null: invalid. */
function readRetryAfter(text: string | null, now: Date): number | null {
  const value = text?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / 1_000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, longestAskedWait) : null;
}

/** A webhook's health. Failures are shown, but disable nothing. */
export const webhookHealths = ['off', 'gone', 'unused', 'well', 'troubled', 'failing'] as const;
export type WebhookHealth = (typeof webhookHealths)[number];

const failingHours = 24;
const failingTries = 5;

/** Troubled: its last attempts failed. Failing: for a day and at least five attempts. */
export function webhookHealth(
  webhook: {
    enabled: boolean;
    gone: boolean;
    failingSince: Date | null;
    failures: number;
    lastTakenAt: Date | null;
  },
  now: Date,
): WebhookHealth {
  if (webhook.gone) return 'gone';
  if (!webhook.enabled) return 'off';
  const { failingSince, failures, lastTakenAt } = webhook;
  if (!failingSince) return lastTakenAt ? 'well' : 'unused';
  const hours = (now.getTime() - failingSince.getTime()) / 3_600_000;
  return hours >= failingHours && failures >= failingTries ? 'failing' : 'troubled';
}

/** A replaced secret signs beside the new one for this long. */
export const oldSecretHours = 24;
/** The most deliveries that one `webhooks/resend` sends again. */
export const resendLimit = 500;
/** Ended deliveries stay in the log this long. */
export const deliveryDays = 30;

import { setup, transition } from 'xstate';

/**
 * The life of one delivery to one webhook: tried until the receiver takes it, or
 * given up, and then sent again by hand only. A failed try goes back to waiting,
 * with the time of the next one.
 */
export const deliveryStates = ['waiting', 'sending', 'delivered', 'abandoned', 'cancelled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export type DeliveryStep =
  | { type: 'TRY' }
  | { type: 'TAKEN' }
  | { type: 'FAILED' }
  | { type: 'GIVE_UP' }
  /** The webhook was switched off or deleted. */
  | { type: 'CANCEL' }
  | { type: 'RESEND' };

const deliveryMachine = setup({ types: { events: {} as DeliveryStep } }).createMachine({
  id: 'delivery',
  initial: 'waiting',
  states: {
    // Sent again before its time: it waits no longer.
    waiting: { on: { TRY: 'sending', CANCEL: 'cancelled', RESEND: 'waiting' } },
    // A second TRY finds one that died in the middle. It is sent again: the receiver knows it by its id.
    sending: {
      on: {
        TRY: 'sending',
        TAKEN: 'delivered',
        FAILED: 'waiting',
        GIVE_UP: 'abandoned',
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

/** Nothing follows by itself. */
export const isEndedDelivery = (state: DeliveryState): boolean => state !== 'waiting' && state !== 'sending';

/** Seconds after the nth failed try: 5 s, 30 s, 2 min, 10 min, 30 min, 2 h, 6 h, 12 h, 24 h; then it is given up. */
const waits = [5, 30, 120, 600, 1_800, 7_200, 21_600, 43_200, 86_400];
/** What a receiver may ask for with Retry-After. */
const longestAskedWait = 3_600;
/** A ping tells whoever waits at the screen how it went: it is tried once. */
export const pingType = 'ping';

/**
 * Seconds to the next try after `tries` failed ones, or null: give up. A tenth
 * more or less by chance, so that what failed together does not come back together.
 * @param asked what the receiver asked for, in seconds
 * @param chance 0 to 1
 */
export function deliveryWaitSeconds(
  type: string,
  tries: number,
  asked: number | null,
  chance: number,
): number | null {
  const planned = type === pingType ? undefined : waits[tries - 1];
  if (planned === undefined) return null;
  const wait = planned * (0.9 + 0.2 * chance);
  return Math.max(wait, Math.min(asked ?? 0, longestAskedWait));
}

/** What became of one try: a status when an answer came, else the problem. */
export type TryResult = {
  status: number | null;
  problem: string | null;
  retryAfter: string | null;
};

export type TryVerdict =
  | { kind: 'taken' }
  /** 410: the receiver wants nothing more, from this webhook at all. */
  | { kind: 'gone' }
  /** `pauseSeconds`: it asked to be left alone for so long, with everything. */
  | { kind: 'failed'; pauseSeconds: number | null };

/** How an answer is taken: 2xx is delivered, 410 ends the webhook, everything else is tried again. */
export function judgeTry({ status, retryAfter }: TryResult, now: Date): TryVerdict {
  if (status !== null && status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 410) return { kind: 'gone' };
  const busy = status === 429 || status === 503;
  return { kind: 'failed', pauseSeconds: busy ? readRetryAfter(retryAfter, now) : null };
}

/** Retry-After: seconds, or a date; capped. Null: nothing that can be read. */
function readRetryAfter(text: string | null, now: Date): number | null {
  const value = text?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / 1_000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, longestAskedWait) : null;
}

/** How a webhook is doing. Nothing is switched off because it fails: it is shown. */
export const webhookHealths = ['off', 'gone', 'unused', 'well', 'troubled', 'failing'] as const;
export type WebhookHealth = (typeof webhookHealths)[number];

const failingHours = 24;
const failingTries = 5;

/** Troubled: its last tries failed. Failing: so for a day and at least five tries. */
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

/** A secret that was replaced goes on signing beside the new one for so long. */
export const oldSecretHours = 24;
/** What `webhooks/resend` sends again at once, at most. */
export const resendLimit = 500;
/** What ended stays in the log for so long. */
export const deliveryDays = 30;

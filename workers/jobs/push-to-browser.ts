import webPush from 'web-push';
import type { Db } from '../../db/connection/open.ts';
import { findPush, type PushSubscription } from '../../db/reads/notices/push-to-send.ts';
import { countFailedPush, dropSubscription, forgetFailedPushes } from '../../db/record/push-subscriptions.ts';
import type { InstallationKeys } from '../../db/secrets/keys.ts';
import { type PushName, type PushPayload, pushTtlSeconds } from '../../machines/notice/push.ts';
import { writePush } from '../messages/to-phone.ts';
import type { JobAnswer, JobData } from '../reactions.ts';
import type { Poster } from '../webhooks/post-signed.ts';
import type { Origins } from './one-try-an-origin.ts';

export type PushTools = {
  db: Db;
  keys: InstallationKeys['push'];
  /** Who sends, for the push service: an https address or mailto. */
  subject: string;
  post: Poster;
  origins: Origins;
};

/** One push message about an event to one browser. */
export type PushJobData = {
  event: NonNullable<JobData['event']>;
  push: PushName;
  /** `PushSubscription.id` */
  subscription: string;
  requestId?: string;
};

export type PushToBrowser = (data: PushJobData) => Promise<JobAnswer>;

/** So many failures in a row, of whichever messages, and the browser is sent no more. */
const mostFailures = 10;

/** A push service answers at once; a technician's own address may not answer at all. */
export const pushTimeoutMs = 3_000;

/**
 * Sends one push message to one browser (contract §8), if it is still to be sent. A subscription goes that the push
 * service has ended or knows by another key, whose address may not be reached from here, or that failed ten times in a
 * row. Sent again after a failure, a message replaces itself on the phone: it has a tag.
 * @returns a wait while another message is on its way to the same origin
 * @throws where the push service could not be asked, or is busy: the queue tries again
 */
export async function pushToBrowser(
  tools: PushTools,
  { event, push, subscription }: PushJobData,
): Promise<JobAnswer> {
  const message = await findPush(tools.db, event, push, subscription);
  const to = message?.subscriptions[0];
  if (!message || !to) return { waitMs: null };
  const leftSeconds = pushTtlSeconds - message.ageSeconds;
  if (leftSeconds <= 0) return { waitMs: null };
  const payload = writePush(push, message.visit, `${event.operation}.${event.version}`);
  const tried = await tools.origins.attempt(new URL(to.endpoint).origin, () =>
    sendTo(tools, to, payload, leftSeconds),
  );
  if ('waitMs' in tried) return tried;
  if (tried.answer !== null) throw new Error(`push: ${tried.answer}`);
  return { waitMs: null };
}

/** Ended there; unknown; made with another key of ours. */
const dead = [401, 403, 404, 410];

/** @returns why it has to be tried again, or null */
async function sendTo(
  { db, keys, subject, post }: PushTools,
  { endpoint, p256dh, auth }: PushSubscription,
  payload: PushPayload,
  ttlSeconds: number,
): Promise<string | null> {
  const drop = async () => {
    await dropSubscription(db, endpoint);
    return null;
  };
  const request = encrypt();
  if (!request) return drop();
  const { headers, body } = request;
  const answer = await post(endpoint, headers as Record<string, string>, body as Buffer);
  const { status, problem } = answer;
  if (answer.addressRefused || (status !== null && dead.includes(status))) return drop();
  if (status !== null && status < 500 && status !== 429) {
    // Any other refusal would be the same the next time.
    await forgetFailedPushes(db, endpoint);
    return null;
  }
  const { dropped } = await countFailedPush(db, endpoint, mostFailures);
  return dropped ? null : (problem ?? String(status));

  /** Null: the client sent a key that is none, whatever its length. */
  function encrypt() {
    try {
      return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
        vapidDetails: { subject, ...keys },
        TTL: ttlSeconds,
        urgency: 'high',
        contentEncoding: 'aes128gcm',
      });
    } catch {
      return null;
    }
  }
}

import webPush from 'web-push';
import type { Db } from '../../db/connection/open.ts';
import { dropSubscription, findPush, type PushSubscription } from '../../db/reads/notices/push-to-send.ts';
import type { InstallationKeys } from '../../db/secrets/keys.ts';
import { consequencesOf } from '../../machines/events.ts';
import { type PushPayload, pushTtlSeconds } from '../../machines/notice/push.ts';
import { writePush } from '../messages/to-phone.ts';
import type { JobAnswer, JobData } from '../reactions.ts';
import type { Poster } from '../webhooks/post-signed.ts';

export type PushTools = {
  db: Db;
  keys: InstallationKeys['push'];
  /** Who sends, for the push service: an https address or mailto. */
  subject: string;
  post: Poster;
};

/**
 * Sends the push messages about an event (contract §8). A subscription that the push service has ended, or knows by
 * another key, goes. Sent again after a failure, a message replaces itself on the phone: it has a tag.
 * @throws where a push service could not be asked, or is busy: the queue tries again
 */
export async function sendPush(tools: PushTools, { event }: JobData): Promise<JobAnswer> {
  if (!event) return { waitMs: null };
  const problems: string[] = [];
  for (const name of consequencesOf(event.name)?.push ?? []) {
    const push = await findPush(tools.db, event, name);
    if (!push) continue;
    const payload = writePush(name, push.visit, `${event.operation}.${event.version}`);
    const tried = await Promise.all(push.subscriptions.map((to) => sendTo(tools, to, payload)));
    problems.push(...tried.filter((problem) => problem !== null));
  }
  if (problems.length > 0) throw new Error(`push: ${problems.join(', ')}`);
  return { waitMs: null };
}

/** Ended there; unknown; made with another key of ours. */
const dead = [401, 403, 404, 410];

/** @returns why it has to be tried again, or null */
async function sendTo(
  { db, keys, subject, post }: PushTools,
  { endpoint, p256dh, auth }: PushSubscription,
  payload: PushPayload,
): Promise<string | null> {
  const request = encrypt();
  if (!request) {
    await dropSubscription(db, endpoint);
    return null;
  }
  const { headers, body } = request;
  const { status, problem } = await post(endpoint, headers as Record<string, string>, body as Buffer);
  if (status !== null && dead.includes(status)) {
    await dropSubscription(db, endpoint);
    return null;
  }
  // Any other refusal would be the same the next time.
  const again = status === null || status === 429 || status >= 500;
  return again ? (problem ?? String(status)) : null;

  /** Null: the client sent a key that is none, whatever its length. */
  function encrypt() {
    try {
      return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
        vapidDetails: { subject, ...keys },
        TTL: pushTtlSeconds,
        urgency: 'high',
        contentEncoding: 'aes128gcm',
      });
    } catch {
      return null;
    }
  }
}

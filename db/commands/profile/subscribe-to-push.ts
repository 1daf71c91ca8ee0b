import { isIP } from 'node:net';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { refuse } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { command } from '../../record/transact.ts';
import { pushSubscriptions } from '../../schema/index.ts';

const invalid = refuse('push-address-invalid').text;
const endpoint = z.url({ protocol: /^https?$/, error: invalid }).max(1_000, invalid);
const key = (bytes: number) =>
  z
    .string(invalid)
    .refine((text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes, invalid);

/** A push service has a name on the Internet, and speaks TLS. */
const isPublicAddress = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' &&
  isIP(hostname.replace(/^\[|\]$/g, '')) === 0 &&
  /\.[a-z][a-z\d-]*\.?$/.test(hostname) &&
  !/(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(hostname);

/**
 * Sends push messages to the browser of this session, until it ends (contract §8). Its address is the push service's:
 * https, or also http where webhooks may be.
 */
export const subscribeToPush = command({
  name: 'subscribeToPush',
  input: z.object({ endpoint, p256dh: key(65), auth: key(16) }),
  async run({ tx, actor, session, privateWebhooks }, { endpoint, p256dh, auth }) {
    if (!privateWebhooks && !isPublicAddress(new URL(endpoint)))
      return refuse('push-address-invalid', { fields: { endpoint: invalid } });
    // The browser's own, of a session before.
    await typed(tx).delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint));
    const inserted = await tx`
      insert into push_subscriptions (session_hash, user_id, endpoint, p256dh, auth)
      select token_hash, user_id, ${endpoint}, ${p256dh}, ${auth} from sessions
      where user_id = ${actor.userId} and encode(token_hash, 'hex') like ${`${session ?? 'none'}%`}
      on conflict (session_hash) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh,
        auth = excluded.auth, failures = 0`;
    return inserted.count === 0 ? refuse('session-unknown') : {};
  },
});

/** No more push messages to this browser. Idempotent. */
export const unsubscribeFromPush = command({
  name: 'unsubscribeFromPush',
  input: z.object({ endpoint }),
  async run({ tx, actor }, { endpoint }) {
    await typed(tx)
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, actor.userId)));
    return {};
  },
});

import type { Db } from '../../db/connection/open.ts';
import { type Delivery, keepBody, settleDelivery, type Try } from '../../db/queues/webhook-deliveries.ts';
import { findPublishedEvent } from '../../db/reads/webhooks/webhook-event.ts';
import type { Keys } from '../../db/secrets/keys.ts';
import { unsealWebhookSecret } from '../../db/secrets/webhook-secret.ts';
import { deliveryId, writePingBody, writeWebhookBody } from '../../machines/webhook/webhook-body.ts';
import type { Poster } from './post-signed.ts';
import { sign } from './sign.ts';

/** One attempt of a delivery, from its body to its recorded outcome. */
export async function deliver(
  tools: { db: Db; keys: Pick<Keys, 'unseal'>; post: Poster },
  delivery: Delivery,
): Promise<TryOutcome> {
  const done = await attempt(tools, delivery);
  await persist(() => settleDelivery(tools.db, delivery, done, Math.random()));
  if (done.status === null) return 'unreached';
  return done.status >= 200 && done.status < 300 ? 'delivered' : 'refused';
}

/** A 2xx; another status; no answer, or not even sent. */
export type TryOutcome = 'delivered' | 'refused' | 'unreached';

const nothing = { status: null, retryAfter: null, answer: null, durationMs: null };

async function attempt({ db, keys, post }: Parameters<typeof deliver>[0], delivery: Delivery): Promise<Try> {
  const startedAt = new Date();
  const secrets = [delivery.secret, delivery.oldSecret]
    .filter((sealed) => sealed !== null)
    .map((sealed) => unsealWebhookSecret(keys, delivery.webhookId, sealed));
  if (secrets.includes(null)) return { ...nothing, startedAt, problem: unreadable };
  const body = delivery.body ?? (await write(db, delivery, startedAt));
  if (body === null) return { ...nothing, startedAt, problem: noEvent };
  const headers = sign(secrets as string[], idOf(delivery), startedAt, body);
  const answer = await post(delivery.url, headers, body);
  return { ...answer, startedAt };
}

const unreadable = 'El secreto no se puede leer: LINK_SECRET cambió. Renová el secreto.';
const noEvent = 'El evento ya no está en el registro.';

const idOf = ({ id, operation, version }: Delivery) =>
  version === null ? `evt_ping_${id}` : deliveryId(operation, version);

/** Written once, from the current record, and kept before it is sent. */
async function write(db: Db, delivery: Delivery, now: Date): Promise<string | null> {
  const { id, operation, version, webhookId, webhookName } = delivery;
  if (version === null) {
    const ping = writePingBody(idOf(delivery), now, { id: webhookId, name: webhookName });
    return keepBody(db, id, JSON.stringify(ping));
  }
  const event = await findPublishedEvent(db, operation, version);
  return event ? keepBody(db, id, JSON.stringify(writeWebhookBody(event))) : null;
}

/** A short outage of the database should not cause a repeated delivery. */
async function persist(settle: () => Promise<unknown>): Promise<void> {
  for (let left = 10; ; left--) {
    try {
      await settle();
      return;
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}

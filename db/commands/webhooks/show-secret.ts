import type { z } from 'zod';
import { isRefusal, type Refusal } from '../../../machines/words/refusals.ts';
import type { Command, Context, Frame } from '../../record/transact.ts';
import type { Keys } from '../../secrets/keys.ts';
import { newWebhookSecret, sealWebhookSecret, unsealWebhookSecret } from '../../secrets/webhook-secret.ts';

/** What such a command keeps under its key: a secret only as the record keeps it. */
export type Sealed = { id: number; version: number; sealed: string | null };
export type Shown = { id: number; version: number; secret: string | null };

/**
 * A command that answers a secret once. What is kept of the answer under the
 * Idempotency-Key is encrypted, and opened on the way out: a repeat after a lost
 * answer is answered as the first time, for the day that the key is kept, to
 * the same user only; nothing in clear is ever written.
 */
export function showSecret<Input extends z.ZodType>(inner: Command<Input, Sealed>): Command<Input, Shown> {
  const act = async (context: Context, input: unknown): Promise<Shown | Refusal> => {
    const answer = await inner(context, input);
    if (isRefusal(answer)) return answer;
    const { id, version, sealed } = answer;
    return {
      id,
      version,
      secret:
        sealed === null ? null : unsealWebhookSecret(keysOf(context), id, Buffer.from(sealed, 'base64')),
    };
  };
  const { schema, permission, commandName } = inner;
  return Object.assign(act, { schema, permission, commandName });
}

/** A new secret of the webhook, sealed. */
export const makeSecret = (frame: Frame, webhookId: number): Buffer =>
  sealWebhookSecret(keysOf(frame), webhookId, newWebhookSecret());

function keysOf({ keys }: { keys?: Keys | null }) {
  if (!keys) throw new Error("webhooks need the installation's keys: the context has none");
  return keys;
}

import type { z } from 'zod';
import { isRefusal, type Refusal } from '../../../machines/words/refusals.ts';
import type { Command, Context, Frame } from '../../record/transact.ts';
import type { Keys } from '../../secrets/keys.ts';
import { newWebhookSecret, sealWebhookSecret, unsealWebhookSecret } from '../../secrets/webhook-secret.ts';

/** What such a command keeps under its key: the secret is sealed. */
export type Sealed = { id: number; version: number; sealed: string | null };
export type Shown = { id: number; version: number; secret: string | null };

/**
 * A command that answers a secret once. The answer kept under the Idempotency-Key is encrypted, and decrypted
 * for a repeat by the same user within the day that the key is kept; nothing is stored in clear.
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

export const makeSecret = (frame: Frame, webhookId: number): Buffer =>
  sealWebhookSecret(keysOf(frame), webhookId, newWebhookSecret());

function keysOf({ keys }: { keys?: Keys | null }) {
  if (!keys) throw new Error("webhooks need the installation's keys: the context has none");
  return keys;
}

import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { oldSecretHours } from '../../../machines/webhook/webhook.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { command } from '../../record/transact.ts';
import { webhooks } from '../../schema/index.ts';
import { id, seenVersion } from '../input.ts';
import { lockWebhook, recordChange } from './lock-webhook.ts';
import { makeSecret, showSecret } from './show-secret.ts';

export const rotateWebhookSecretInput = z.object({ id, version: seenVersion });

/**
 * Give a webhook a new secret, answered once. For 24 h deliveries are signed with the old one too, so that
 * the receiver can change over without a gap; a second rotation within that time drops the oldest.
 */
export const rotateWebhookSecret = showSecret(
  command({
    name: 'rotateWebhookSecret',
    input: rotateWebhookSecretInput,
    permission: 'can_manage_webhooks',
    async run(frame, input) {
      const webhook = await lockWebhook(frame, input.id, input.version);
      if (isRefusal(webhook)) return webhook;
      const secret = makeSecret(frame, webhook.id);
      await typed(frame.tx)
        .update(webhooks)
        .set({
          oldSecret: webhooks.secret,
          secret,
          version: sql`${webhooks.version} + 1`,
          oldSecretUntil: sql`clock_timestamp() + make_interval(hours => ${oldSecretHours})`,
        })
        .where(eq(webhooks.id, webhook.id));
      recordChange(frame, webhook, { change: 'rotated' });
      return { id: webhook.id, version: webhook.version + 1, sealed: secret.toString('base64') };
    },
  }),
);

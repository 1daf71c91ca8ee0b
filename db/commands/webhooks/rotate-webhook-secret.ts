import { z } from 'zod';
import { oldSecretHours } from '../../../machines/webhook/webhook.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { command } from '../../record/transact.ts';
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
      await frame.tx`
        update webhooks set old_secret = secret, secret = ${secret}, version = version + 1,
          old_secret_until = clock_timestamp() + make_interval(hours => ${oldSecretHours})
        where id = ${webhook.id}`;
      recordChange(frame, webhook, { change: 'rotated' });
      return { id: webhook.id, version: webhook.version + 1, sealed: secret.toString('base64') };
    },
  }),
);

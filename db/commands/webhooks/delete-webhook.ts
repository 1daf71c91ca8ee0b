import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { command } from '../../record/transact.ts';
import { webhooks } from '../../schema/index.ts';
import { id, seenVersion } from '../input.ts';
import { cancelWaiting, lockWebhook, recordChange } from './lock-webhook.ts';

export const deleteWebhookInput = z.object({ id, version: seenVersion });

/** Delete a webhook: its secrets at once, its log by age, like any other's. */
export const deleteWebhook = command({
  name: 'deleteWebhook',
  input: deleteWebhookInput,
  permission: 'can_manage_webhooks',
  async run(frame, input) {
    const webhook = await lockWebhook(frame, input.id, input.version);
    if (isRefusal(webhook)) return webhook;
    await typed(frame.tx)
      .update(webhooks)
      .set({
        deletedAt: frame.now,
        enabled: false,
        secret: null,
        oldSecret: null,
        oldSecretUntil: null,
        version: sql`${webhooks.version} + 1`,
      })
      .where(eq(webhooks.id, webhook.id));
    await cancelWaiting(frame, webhook.id);
    recordChange(frame, webhook, { change: 'deleted' });
    return {};
  },
});

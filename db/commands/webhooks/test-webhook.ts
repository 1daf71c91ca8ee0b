import { z } from 'zod';
import { pingType } from '../../../machines/webhook/webhook.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { notifyWebhooks } from '../../queues/webhook-deliveries.ts';
import { command } from '../../record/transact.ts';
import { type Columns, webhookDeliveries } from '../../schema/index.ts';
import { id } from '../input.ts';
import { lockWebhook } from './lock-webhook.ts';

export const testWebhookInput = z.object({ id });

/**
 * Send a `ping` now, like any event, one attempt; to a disabled webhook too, so that it can be tested first.
 * The log shows the outcome. Joins a ping in progress.
 */
export const testWebhook = command({
  name: 'testWebhook',
  input: testWebhookInput,
  permission: 'can_manage_webhooks',
  async run(frame, input) {
    const webhook = await lockWebhook(frame, input.id);
    if (isRefusal(webhook)) return webhook;
    const { tx } = frame;
    const [open] = await tx<Columns<typeof webhookDeliveries, 'id'>[]>`
      select id from webhook_deliveries
      where webhook_id = ${webhook.id} and type = ${pingType} and state in ('waiting', 'sending')`;
    if (open) return { id: webhook.id, delivery_id: open.id };
    const [added] = await typed(tx)
      .insert(webhookDeliveries)
      .values({ webhookId: webhook.id, operation: webhook.operations[0]!, type: pingType })
      .returning({ id: webhookDeliveries.id });
    await notifyWebhooks(tx);
    return { id: webhook.id, delivery_id: added!.id };
  },
});

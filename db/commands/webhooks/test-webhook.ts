import { z } from 'zod';
import { pingType } from '../../../machines/webhook/webhook.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { notifyWebhooks } from '../../queues/webhook-deliveries.ts';
import { command } from '../../record/transact.ts';
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
    const [open] = await tx<{ id: number }[]>`
      select id from webhook_deliveries
      where webhook_id = ${webhook.id} and type = ${pingType} and state in ('waiting', 'sending')`;
    if (open) return { id: webhook.id, delivery_id: open.id };
    const [added] = await tx<{ id: number }[]>`
      insert into webhook_deliveries (webhook_id, operation, type)
      values (${webhook.id}, ${webhook.operations[0]!}, ${pingType}) returning id`;
    await notifyWebhooks(tx);
    return { id: webhook.id, delivery_id: added!.id };
  },
});

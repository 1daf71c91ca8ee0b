import { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import {
  type DeliveryState,
  nextDeliveryState,
  pingType,
  resendLimit,
} from '../../../machines/webhook/webhook.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { notifyWebhooks } from '../../queues/webhook-deliveries.ts';
import { command, type Frame } from '../../record/transact.ts';
import { id, optional, wholeNumber } from '../input.ts';
import { lockWebhook } from './lock-webhook.ts';

export const resendDeliveriesInput = z.object({
  id,
  /** One delivery; absent: all abandoned or cancelled ones, the oldest 500. */
  delivery_id: optional(wholeNumber(Number.MAX_SAFE_INTEGER)),
});

/**
 * Resend one delivery of any state, at once if it was waiting, or all that did not arrive. Body and id stay
 * the same, so that the receiver can deduplicate. Answers how many, and how many are left.
 */
export const resendDeliveries = command({
  name: 'resendDeliveries',
  input: resendDeliveriesInput,
  permission: 'can_manage_webhooks',
  async run(frame, input) {
    const webhook = await lockWebhook(frame, input.id);
    if (isRefusal(webhook)) return webhook;
    if (!webhook.enabled) return refuse('webhook-off');
    const ids = input.delivery_id === null ? await listLost(frame, webhook.id) : [input.delivery_id];
    const deliveries = await frame.tx<{ id: number; state: DeliveryState }[]>`
      select id, state from webhook_deliveries
      where id = any(${ids}::bigint[]) and webhook_id = ${webhook.id}
        and operation = any(${operationsOf(frame.actor)}::text[]) for update`;
    if (input.delivery_id !== null && deliveries.length === 0) return refuse('delivery-unknown');
    const may = deliveries.filter(({ state }) => nextDeliveryState(state, { type: 'RESEND' }) === 'waiting');
    if (input.delivery_id !== null && may.length === 0) return refuse('delivery-under-way');
    await frame.tx`
      update webhook_deliveries set state = 'waiting', tries = 0, resent = true, ended_at = null,
        not_before = clock_timestamp()
      where id = any(${may.map((delivery) => delivery.id)}::bigint[])`;
    await notifyWebhooks(frame.tx);
    const [left] = await frame.tx<{ count: number }[]>`
      select count(*)::int as count from webhook_deliveries
      where webhook_id = ${webhook.id} and state in ('abandoned', 'cancelled') and type <> ${pingType}`;
    return { id: webhook.id, resent: may.length, left: left!.count };
  },
});

async function listLost({ tx }: Frame, webhookId: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select id from webhook_deliveries
    where webhook_id = ${webhookId} and state in ('abandoned', 'cancelled') and type <> ${pingType}
    order by id limit ${resendLimit}`;
  return rows.map((row) => row.id);
}

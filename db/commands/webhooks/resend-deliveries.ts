import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import { nextDeliveryState, pingType, resendLimit } from '../../../machines/webhook/webhook.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import { notifyWebhooks } from '../../queues/webhook-deliveries.ts';
import { command, type Frame } from '../../record/transact.ts';
import { type Columns, webhookDeliveries } from '../../schema/index.ts';
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
    const deliveries = await typed(frame.tx)
      .select({ id: webhookDeliveries.id, state: webhookDeliveries.state })
      .from(webhookDeliveries)
      .where(
        and(
          anyOf(webhookDeliveries.id, ids),
          eq(webhookDeliveries.webhookId, webhook.id),
          anyOf(webhookDeliveries.operation, operationsOf(frame.actor)),
        ),
      )
      .for('update');
    if (input.delivery_id !== null && deliveries.length === 0) return refuse('delivery-unknown');
    const may = deliveries.filter(({ state }) => nextDeliveryState(state, { type: 'RESEND' }) === 'waiting');
    if (input.delivery_id !== null && may.length === 0) return refuse('delivery-under-way');
    await typed(frame.tx)
      .update(webhookDeliveries)
      .set({ state: 'waiting', tries: 0, resent: true, endedAt: null, notBefore: sql`clock_timestamp()` })
      .where(
        anyOf(
          webhookDeliveries.id,
          may.map(({ id }) => id),
        ),
      );
    await notifyWebhooks(frame.tx);
    const [left] = await frame.tx<{ count: number }[]>`
      select count(*)::int as count from webhook_deliveries
      where webhook_id = ${webhook.id} and state in ('abandoned', 'cancelled') and type <> ${pingType}`;
    return { id: webhook.id, resent: may.length, left: left!.count };
  },
});

async function listLost({ tx }: Frame, webhookId: number): Promise<number[]> {
  const rows = await tx<Columns<typeof webhookDeliveries, 'id'>[]>`
    select id from webhook_deliveries
    where webhook_id = ${webhookId} and state in ('abandoned', 'cancelled') and type <> ${pingType}
    order by id limit ${resendLimit}`;
  return rows.map((row) => row.id);
}

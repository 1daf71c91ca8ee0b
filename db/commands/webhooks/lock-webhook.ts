import { and, eq, isNull, sql } from 'drizzle-orm';
import { operationsOf } from '../../../machines/access/permissions.ts';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import type { Frame } from '../../record/transact.ts';
import { type Columns, webhookDeliveries, webhooks } from '../../schema/index.ts';

export type LockedWebhook = Columns<
  typeof webhooks,
  'id' | 'name' | 'url' | 'events' | 'operations' | 'enabled' | 'version'
>;

/**
 * Locks the webhook for the transaction. One that reaches an operation outside the actor's is hidden: editing
 * it would allow reading that operation.
 */
export async function lockWebhook(
  { tx, actor }: Frame,
  id: number,
  seen?: number | null,
): Promise<LockedWebhook | Refusal> {
  const [webhook] = await typed(tx)
    .select({
      id: webhooks.id,
      name: webhooks.name,
      url: webhooks.url,
      events: webhooks.events,
      operations: webhooks.operations,
      enabled: webhooks.enabled,
      version: webhooks.version,
    })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.id, id),
        isNull(webhooks.deletedAt),
        sql`${webhooks.operations} <@ ${sql.param(operationsOf(actor))}::text[]`,
      ),
    )
    .for('no key update');
  if (!webhook) return refuse('webhook-unknown');
  if (seen != null && seen !== webhook.version)
    return refuse('webhook-changed', { setting: { kind: 'webhook', id } });
  return webhook;
}

/** Records the change in every operation that it reaches or reached, without secrets. */
export function recordChange(
  frame: Frame,
  webhook: { id: number; name: string; operations: string[] },
  data: { change: 'added' | 'edited' | 'deleted' | 'rotated'; from?: object; to?: object; moved?: boolean },
): void {
  for (const operation of webhook.operations)
    frame.record({
      operation,
      name: 'webhooks.changed',
      data: { webhookId: webhook.id, name: webhook.name, ...data } as never,
    });
}

/** A disabled webhook's waiting deliveries are cancelled; they can be resent. */
export const cancelWaiting = async ({ tx }: Pick<Frame, 'tx'>, webhookId: number) =>
  typed(tx)
    .update(webhookDeliveries)
    .set({ state: 'cancelled', endedAt: sql`clock_timestamp()` })
    // The state is a constant, so that the index of the few waiting ones is used.
    .where(and(eq(webhookDeliveries.webhookId, webhookId), sql`${webhookDeliveries.state} = 'waiting'`));

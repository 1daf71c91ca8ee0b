import { operationsOf } from '../../../machines/access/permissions.ts';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import type { Frame } from '../../record/transact.ts';

export type LockedWebhook = {
  id: number;
  name: string;
  url: string;
  events: string[];
  operations: string[];
  enabled: boolean;
  version: number;
};

/**
 * Locks the webhook for the transaction. One that reaches an operation outside the actor's is hidden: editing
 * it would allow reading that operation.
 */
export async function lockWebhook(
  { tx, actor }: Frame,
  id: number,
  seen?: number | null,
): Promise<LockedWebhook | Refusal> {
  const [webhook] = await tx<LockedWebhook[]>`
    select id, name, url, events, operations, enabled, version from webhooks
    where id = ${id} and deleted_at is null and operations <@ ${operationsOf(actor)}::text[] for no key update`;
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
export const cancelWaiting = ({ tx }: Pick<Frame, 'tx'>, webhookId: number) => tx`
  update webhook_deliveries set state = 'cancelled', ended_at = clock_timestamp()
  where webhook_id = ${webhookId} and state = 'waiting'`;

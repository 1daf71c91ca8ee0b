import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import { type DeliveryState, pingType } from '../../../machines/webhook/webhook.ts';
import type { Db } from '../../connection/open.ts';
import type { Columns, events, webhooks } from '../../schema/index.ts';

/** A webhook for its screens: with its health, without its secret. */
export type Webhook = Columns<
  typeof webhooks,
  | 'id'
  | 'name'
  | 'url'
  | 'events'
  | 'operations'
  | 'enabled'
  | 'gone'
  | 'version'
  | 'createdAt'
  | 'oldSecretUntil'
  | 'failingSince'
  | 'failures'
  | 'lastTakenAt'
> & {
  createdBy: string | null;
  /** Deliveries still to be attempted. */
  waiting: number;
  /** Abandoned or cancelled deliveries, which can be resent. */
  lost: number;
  last: { state: DeliveryState; at: Date } | null;
};

/**
 * The webhooks whose operations are all the actor's; others are hidden. A maker who loses an operation no
 * longer sees it, but it goes on; a user with all its operations manages it.
 */
export async function listWebhooks(
  { sql }: Db,
  actor: Pick<Actor, 'operations'>,
  id: number | null = null,
): Promise<Webhook[]> {
  return [
    ...(await sql<Webhook[]>`
      select w.id, w.name, w.url, w.events, w.operations, w.enabled, w.gone, w.version, w.created_at,
        nullif(concat_ws(' ', u.first_name, u.last_name), '') as created_by,
        case when w.old_secret_until > now() then w.old_secret_until end as old_secret_until,
        w.failing_since, w.failures, w.last_taken_at,
        (select count(*)::int from webhook_deliveries where webhook_id = w.id and state in ('waiting', 'sending')) as waiting,
        (select count(*)::int from (select 1 from webhook_deliveries where webhook_id = w.id
          and state in ('abandoned', 'cancelled') and type <> ${pingType} limit 1000) few) as lost,
        (select json_build_object('state', d.state, 'at', d.ended_at) from webhook_deliveries d
          where d.webhook_id = w.id and d.ended_at is not null order by d.id desc limit 1) as last
      from webhooks w left join users u on u.id = w.created_by
      where w.deleted_at is null and w.operations <@ ${operationsOf(actor)}::text[]
        ${id === null ? sql`` : sql`and w.id = ${id}`}
      order by w.name, w.id`),
  ].map((webhook) => ({
    ...webhook,
    last: webhook.last && { ...webhook.last, at: new Date(webhook.last.at) },
  }));
}

export const findWebhook = async (
  db: Db,
  actor: Pick<Actor, 'operations'>,
  id: number,
): Promise<Webhook | undefined> => (await listWebhooks(db, actor, id))[0];

export type WebhookEventLine = Columns<typeof events, 'version' | 'at' | 'actorName' | 'data'>;

/**
 * The webhook's changes, newest first. Each is an event of every operation that it concerned; one of them is read.
 */
export async function listWebhookChanges(
  { sql }: Db,
  actor: Pick<Actor, 'operations'>,
  webhook: Pick<Webhook, 'id' | 'operations'>,
): Promise<WebhookEventLine[]> {
  return [
    ...(await sql<WebhookEventLine[]>`
      select version, at, actor_name, data from events
      where operation = ${webhook.operations[0]!} and operation = any(${operationsOf(actor)}::text[])
        and name = 'webhooks.changed' and (data ->> 'webhookId')::int = ${webhook.id}
      order by version desc limit 50`),
  ];
}

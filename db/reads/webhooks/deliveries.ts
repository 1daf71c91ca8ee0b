import { eq } from 'drizzle-orm';
import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import type { DeliveryState } from '../../../machines/webhook/webhook.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';
import { typed } from '../../connection/typed.ts';
import { type Columns, webhookAttempts, type webhookDeliveries } from '../../schema/index.ts';

/** A delivery in the log. */
export type DeliveryLine = Columns<
  typeof webhookDeliveries,
  | 'id'
  | 'webhookId'
  | 'operation'
  | 'version'
  | 'type'
  | 'visitId'
  | 'orderNumber'
  | 'state'
  | 'attempts'
  | 'lastStatus'
  | 'lastProblem'
  | 'createdAt'
  | 'endedAt'
> & {
  /** The order's type, for its link. */
  orderType: number | null;
  /** The next attempt; null: none. */
  nextAt: Date | null;
};

export type DeliveryAttempt = Columns<
  typeof webhookAttempts,
  'number' | 'at' | 'durationMs' | 'status' | 'problem' | 'answer'
>;

type DeliveryWithBody = DeliveryLine & Columns<typeof webhookDeliveries, 'body'>;

export type DeliveryDetail = DeliveryWithBody & { attemptsLog: DeliveryAttempt[] };

export type DeliveryFilter = {
  state?: DeliveryState | null;
  type?: string | null;
  orderNumber?: string | null;
};

export const deliveriesPage = 50;

const columns = (sql: Query) => sql`
  d.id, d.webhook_id, d.operation, d.version, d.type, d.visit_id, d.order_number, o.type as order_type, d.state, d.attempts,
  d.last_status, d.last_problem, d.created_at, case when d.state = 'waiting' then d.not_before end as next_at, d.ended_at`;

/** Within the actor's reach, as in `listWebhooks`. */
const reached = (sql: Query, actor: Pick<Actor, 'operations'>) => sql`
  webhook_deliveries d join webhooks w on w.id = d.webhook_id and w.deleted_at is null
    and w.operations <@ ${operationsOf(actor)}::text[] and d.operation = any(${operationsOf(actor)}::text[])
  left join orders o on o.number = d.order_number`;

/**
 * A page of a webhook's log, newest first.
 * @param before the id of the last one of the page before
 */
export async function listDeliveries(
  { sql }: Db,
  actor: Pick<Actor, 'operations'>,
  webhookId: number,
  filter: DeliveryFilter = {},
  before: number | null = null,
): Promise<{ deliveries: DeliveryLine[]; more: boolean }> {
  const rows = await sql<DeliveryLine[]>`
    select ${columns(sql)} from ${reached(sql, actor)}
    where d.webhook_id = ${webhookId}
      ${filter.state ? sql`and d.state = ${filter.state}` : sql``}
      ${filter.type ? sql`and d.type = ${filter.type}` : sql``}
      ${filter.orderNumber ? sql`and d.order_number = ${filter.orderNumber}` : sql``}
      ${before === null ? sql`` : sql`and d.id < ${before}`}
    order by d.id desc limit ${sql.unsafe(String(deliveriesPage + 1))}`;
  return { deliveries: rows.slice(0, deliveriesPage), more: rows.length > deliveriesPage };
}

/** One delivery with its body and attempts; undefined: not found or not theirs. */
export async function findDelivery(
  { sql }: Db,
  actor: Pick<Actor, 'operations'>,
  webhookId: number,
  id: number,
): Promise<DeliveryDetail | undefined> {
  const [delivery] = await sql<DeliveryWithBody[]>`
    select ${columns(sql)}, d.body from ${reached(sql, actor)} where d.id = ${id} and d.webhook_id = ${webhookId}`;
  if (!delivery) return undefined;
  const attemptsLog = await typed(sql)
    .select({
      number: webhookAttempts.number,
      at: webhookAttempts.at,
      durationMs: webhookAttempts.durationMs,
      status: webhookAttempts.status,
      problem: webhookAttempts.problem,
      answer: webhookAttempts.answer,
    })
    .from(webhookAttempts)
    .where(eq(webhookAttempts.deliveryId, id))
    .orderBy(webhookAttempts.number);
  return { ...delivery, attemptsLog };
}

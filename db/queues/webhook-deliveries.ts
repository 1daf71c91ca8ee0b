import { isWebhookEvent } from '../../machines/events.ts';
import {
  type DeliveryState,
  deliveryWaitSeconds,
  judgeTry,
  nextDeliveryState,
  pingType,
  type TryResult,
} from '../../machines/webhook/webhook.ts';
import type { Db } from '../connection/open.ts';
import type { Query } from '../connection/sql.ts';
import { livesHere } from '../record/elsewhere.ts';
import type { WaitingEvent } from '../record/outbox.ts';

/** Notified when deliveries are due. */
export const webhookChannel = 'agenda_webhooks';
export const notifyWebhooks = (sql: Query) => sql`select pg_notify(${webhookChannel}, '')`;

/** Concurrent deliveries to one webhook, over all workers; one at a time to a failing one. */
const abreast = 4;
/** An earlier event of the same visit holds a later one back for this many attempts: a quarter of an hour. */
const orderedTries = 4;
/**
 * So many failures in a row count as an outage; fewer may be one event that the receiver cannot take, and
 * keep their backoff.
 */
const outageTries = 3;
/** Longer than the longest attempt and its record: a 'sending' older than this is dead. */
const tryLastsSeconds = 30;

/**
 * Plans the deliveries of these events while they are still in the outbox, so that none is missed;
 * idempotent. One statement for a batch: without enabled webhooks it reads an empty table.
 */
export async function planDeliveries(
  db: Db,
  events: Pick<WaitingEvent, 'operation' | 'version' | 'name'>[],
): Promise<void> {
  const planned = events.flatMap(({ operation, version, name }) =>
    isWebhookEvent(name) ? [{ operation, version, name }] : [],
  );
  if (planned.length === 0) return;
  await db.sql`
    with wanted as materialized (
      select w.id, x.operation, x.version, x.name
      from webhooks w join jsonb_to_recordset(${db.sql.json(planned)}) as x (operation text, version bigint, name text)
        on x.operation = any(w.operations) and x.name = any(w.events)
      where w.enabled
    ), added as (
      insert into webhook_deliveries (webhook_id, operation, version, type, visit_id, order_number)
      select x.id, x.operation, x.version, x.name, e.visit_id, e.order_number
      from wanted x join events e on e.operation = x.operation and e.version = x.version
      order by x.operation, x.version, x.id
      on conflict (operation, version, webhook_id) do nothing returning 1
    )
    select pg_notify(${webhookChannel}, '') from (select 1 from added limit 1) any_added`;
}

const diedSending = 'El envío se interrumpió: no se sabe si llegó.';

export type Delivery = {
  id: number;
  webhookId: number;
  webhookName: string;
  url: string;
  operation: string;
  version: number | null;
  type: string;
  body: string | null;
  /** The attempt's number, counted from 1 for ever, and its token: an attempt that was taken over settles nothing. */
  attempt: number;
  token: string;
  secret: Uint8Array;
  /** Null: none, or expired. */
  oldSecret: Uint8Array | null;
};

/**
 * Begins due attempts, at most `limit`: some of every webhook, so that a slow receiver delays no other;
 * failing ones last and one at a time. Recorded before anything is sent; an attempt that was not settled (its
 * worker died) is begun again. An event waits for a while for an earlier one of the same visit. Workers that
 * begin concurrently may each begin that many.
 */
export async function beginDeliveries(db: Db, limit: number): Promise<Delivery[]> {
  const from: DeliveryState = 'waiting';
  const to = nextDeliveryState(from, { type: 'TRY' })!;
  return [
    ...(await db.writes<Delivery[]>`
      with due as (
        select d.id, w.failing_since is not null as failing, d.turn from webhooks w
        cross join lateral (
          select d.id, row_number() over (order by d.not_before, d.id) as turn from (
            select d.id, d.not_before from webhook_deliveries d
            where d.webhook_id = w.id and d.state in ('waiting', 'sending') and d.not_before <= now()
              and ${livesHere(db.writes, db.writes`d.operation`)}
              and (d.type = ${pingType} or (w.enabled and (w.quiet_until is null or w.quiet_until <= now())))
              and (d.resent or d.visit_id is null or not exists (
                select 1 from webhook_deliveries p where p.visit_id = d.visit_id and p.webhook_id = d.webhook_id
                  and p.state in ('waiting', 'sending') and p.operation = d.operation and p.version < d.version
                  and not p.resent and p.tries < ${orderedTries}))
            order by d.not_before, d.id
            limit greatest(0, case when w.failing_since is null then ${abreast} else 1 end - (
              select count(*) from webhook_deliveries b
              where b.webhook_id = w.id and b.state = 'sending' and b.not_before > now()))
          ) d
        ) d
        where w.deleted_at is null
        order by failing, d.turn limit ${limit}
      ), held as (
        select id from webhook_deliveries where id in (select id from due) and state in ('waiting', 'sending')
          and not_before <= now() for update skip locked
      ), died as (
        insert into webhook_attempts (delivery_id, number, at, problem)
        select d.id, d.attempts, d.not_before - make_interval(secs => ${tryLastsSeconds}), ${diedSending}
        from webhook_deliveries d join held using (id) where d.state = ${to} on conflict do nothing
      )
      update webhook_deliveries d set state = ${to}, attempts = attempts + 1,
        tries = tries + 1,
        not_before = date_trunc('milliseconds', now()) + make_interval(secs => ${tryLastsSeconds})
      from held, webhooks w where d.id = held.id and w.id = d.webhook_id
      returning d.id, d.webhook_id, w.name as webhook_name, w.url, d.operation, d.version, d.type, d.body,
        d.attempts as attempt, d.not_before::text as token, w.secret,
        case when w.old_secret_until > now() then w.old_secret end as old_secret`),
  ];
}

/** Keeps the body before it is sent; later attempts send the same. @returns the kept body */
export async function keepBody(db: Db, id: number, body: string): Promise<string> {
  const [row] = await db.writes<{ body: string }[]>`
    update webhook_deliveries set body = coalesce(body, ${body}) where id = ${id} returning body`;
  return row?.body ?? body;
}

export type Try = TryResult & { startedAt: Date; durationMs: number | null; answer: string | null };

/**
 * Records an attempt's outcome and its consequences: the delivery's next attempt or its end, and the
 * webhook's health. A receiver that has recovered gets its waiting deliveries at once.
 * @returns the delivery's state; null: this attempt was taken over, and does not count
 */
export async function settleDelivery(
  db: Db,
  delivery: Pick<Delivery, 'id' | 'webhookId' | 'attempt' | 'token' | 'type'>,
  done: Try,
  chance: number,
): Promise<DeliveryState | null> {
  return db.transactions.begin(async (tx) => {
    // The webhook's row first: the commands' lock order.
    const [webhook] = await tx<{ enabled: boolean; failures: number; deleted: boolean }[]>`
      select enabled, failures, deleted_at is not null as deleted
      from webhooks where id = ${delivery.webhookId} for no key update`;
    const [sending] = await tx<{ tries: number; now: Date }[]>`
      select tries, clock_timestamp() as now from webhook_deliveries
      where id = ${delivery.id} and state = 'sending' and not_before::text = ${delivery.token} for update`;
    if (!webhook || !sending) return null;
    await tx`
      insert into webhook_attempts (delivery_id, number, at, duration_ms, status, problem, answer)
      values (${delivery.id}, ${delivery.attempt}, ${done.startedAt}, ${done.durationMs}, ${done.status}, ${done.problem},
        ${done.answer}) on conflict do nothing`;
    const verdict = judgeTry(done, sending.now);
    const ping = delivery.type === pingType;
    const off = !webhook.enabled && !ping;
    const pauseSeconds = verdict.kind === 'failed' ? verdict.pauseSeconds : null;
    const wait =
      verdict.kind === 'failed' && !off
        ? deliveryWaitSeconds(delivery.type, sending.tries, pauseSeconds, chance)
        : null;
    const step =
      verdict.kind === 'taken'
        ? 'TAKEN'
        : off || webhook.deleted || (verdict.kind === 'gone' && !ping)
          ? 'CANCEL'
          : wait === null
            ? 'ABANDON'
            : 'FAILED';
    const state = nextDeliveryState('sending', { type: step })!;
    await tx`
      update webhook_deliveries set state = ${state}, last_status = ${done.status}, last_problem = ${done.problem},
        not_before = clock_timestamp() + make_interval(secs => ${wait ?? 0}),
        ended_at = ${wait === null ? tx`clock_timestamp()` : null}
      where id = ${delivery.id}`;
    if (verdict.kind === 'taken') await noteTaken(tx, delivery.webhookId, webhook.failures);
    else await noteFailed(tx, delivery.webhookId, pauseSeconds);
    if (verdict.kind === 'gone' && !ping) await switchOff(tx, delivery.webhookId);
    return state;
  });
}

async function noteTaken(tx: Query, webhookId: number, failures: number) {
  await tx`
    update webhooks set last_taken_at = clock_timestamp(), failing_since = null, failures = 0
    where id = ${webhookId}`;
  if (failures < outageTries) return;
  await tx`
    update webhook_deliveries set not_before = clock_timestamp()
    where webhook_id = ${webhookId} and state = 'waiting' and not_before > clock_timestamp()`;
  await notifyWebhooks(tx);
}

const noteFailed = (tx: Query, webhookId: number, pauseSeconds: number | null) => tx`
  update webhooks set failures = failures + 1, failing_since = coalesce(failing_since, clock_timestamp()),
    quiet_until = greatest(quiet_until, clock_timestamp() + make_interval(secs => ${pauseSeconds}::float8))
  where id = ${webhookId}`;

/** 410 Gone. It stays off until a user enables it. */
async function switchOff(tx: Query, webhookId: number) {
  await tx`update webhooks set enabled = false, gone = true, version = version + 1 where id = ${webhookId} and enabled`;
  await tx`
    update webhook_deliveries set state = 'cancelled', ended_at = clock_timestamp()
    where webhook_id = ${webhookId} and state = 'waiting'`;
}

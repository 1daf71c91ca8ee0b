import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { DeliveryState } from '../../machines/webhook/webhook.ts';
import { elevenDigits, operationCode } from './numbers.ts';
import { bytea, instant, users } from './people.ts';

/**
 * A subscriber: a system of the provider's that receives events. A deleted one is kept, off and without
 * secrets, as long as its log.
 */
export const webhooks = pgTable(
  'webhooks',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    name: text().notNull(),
    url: text().notNull(),
    events: text().array().notNull(),
    /** A user who manages it has all of them. */
    operations: text().array().notNull(),
    enabled: boolean().notNull().default(true),
    /** Its receiver answered 410. */
    gone: boolean().notNull().default(false),
    /** Encrypted (db/secrets/seal.ts); null once deleted. */
    secret: bytea(),
    /** Deliveries are also signed with the previous secret until then. */
    oldSecret: bytea(),
    oldSecretUntil: instant(),
    version: integer().notNull().default(1),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant().notNull().defaultNow(),
    deletedAt: instant(),
    /** The first failure since the last success. */
    failingSince: instant(),
    failures: integer().notNull().default(0),
    lastTakenAt: instant(),
    /** The end of the receiver's Retry-After. */
    quietUntil: instant(),
  },
  (t) => [
    check('webhooks_named', sql`length(${t.name}) between 1 and 80`),
    check('webhooks_deleted', sql`${t.deletedAt} is null or not ${t.enabled}`),
    check('webhooks_secret', sql`(${t.secret} is null) = (${t.deletedAt} is not null)`),
  ],
);

/** One event for one webhook, decided while the event is in the outbox; kept for the log afterwards. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    webhookId: integer()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    operation: operationCode().notNull(),
    /** The event's; null for a ping. */
    version: bigint({ mode: 'number' }),
    type: text().notNull(),
    visitId: integer(),
    orderNumber: elevenDigits(),
    /** Written at the first attempt, and reused by later ones. */
    body: text(),
    state: text().$type<DeliveryState>().notNull().default('waiting'),
    /** In total, and since it last began: the backoff counts the latter. */
    attempts: smallint().notNull().default(0),
    tries: smallint().notNull().default(0),
    notBefore: instant().notNull().defaultNow(),
    /** Resent by hand: independent of the order of its visit's events. */
    resent: boolean().notNull().default(false),
    lastStatus: smallint(),
    lastProblem: text(),
    createdAt: instant().notNull().defaultNow(),
    endedAt: instant(),
  },
  (t) => [
    uniqueIndex('webhook_deliveries_event').on(t.operation, t.version, t.webhookId),
    index('webhook_deliveries_log').on(t.webhookId, t.id),
    index('webhook_deliveries_due').on(t.webhookId, t.notBefore).where(sql`state in ('waiting', 'sending')`),
    index('webhook_deliveries_visit')
      .on(t.visitId, t.webhookId, t.version)
      .where(sql`state in ('waiting', 'sending')`),
    index('webhook_deliveries_order').on(t.orderNumber, t.webhookId),
    index('webhook_deliveries_ended').on(t.endedAt).where(sql`ended_at is not null`),
    check(
      'webhook_deliveries_state',
      sql`${t.state} in ('waiting', 'sending', 'delivered', 'abandoned', 'cancelled')`,
    ),
    check('webhook_deliveries_ended', sql`(${t.state} in ('waiting', 'sending')) = (${t.endedAt} is null)`),
  ],
);

/** One attempt: its answer, or the problem. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    deliveryId: bigint({ mode: 'number' })
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    number: smallint().notNull(),
    at: instant().notNull(),
    durationMs: integer(),
    status: smallint(),
    problem: text(),
    /** The start of the answer. */
    answer: text(),
  },
  (t) => [primaryKey({ columns: [t.deliveryId, t.number] })],
);

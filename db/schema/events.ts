import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { EventData, EventName } from '../../machines/events.ts';
import type { NoticeState } from '../../machines/notice/notice.ts';
import { elevenDigits, operationCode } from './numbers.ts';
import { operations } from './operations.ts';
import { instant } from './people.ts';
import { visits } from './visits.ts';

/**
 * SQL: whether an event may ask for attention, a customer's own step or a message that failed
 * (`machines/attention/attention.ts`). The statement repeats the index's words, so that the planner matches them.
 */
export const askingAttention = `((name in ('visit.cancelled', 'visit.rescheduled', 'visit.answered') and data ->> 'by' = 'customer')
  or (name = 'notice.recorded' and data #>> '{to,state}' = 'failed'))`;

/**
 * What happened: one row a change, kept for ever, ordered by the operation's version, which the lock on the
 * operation keeps unique. Partitioned by month (`db/months/months.ts`); PostgreSQL requires `at` in the key.
 */
export const events = pgTable(
  'events',
  {
    operation: operationCode()
      .notNull()
      .references(() => operations.code),
    version: bigint({ mode: 'number' }).notNull(),
    name: text().$type<EventName>().notNull(),
    visitId: integer(),
    orderNumber: elevenDigits(),
    /** When it took place. */
    at: instant().notNull().defaultNow(),
    /** When it was reported, by a device that had no signal; null: as it took place. */
    reportedAt: instant(),
    actorId: integer(),
    actorName: text(),
    /** The technician concerned, for the reports. */
    technicianId: integer(),
    /** The Idempotency-Key of the command that caused it (contract §5). */
    key: text(),
    data: jsonb().$type<EventData>().notNull().default({}),
  },
  (t) => [
    primaryKey({ name: 'events_pkey', columns: [t.operation, t.version, t.at] }),
    index('events_visit').on(t.visitId),
    index('events_at').on(t.operation, t.at),
    index('events_detached')
      .on(t.operation, t.at)
      .where(sql`name in ('visit.released', 'visit.auto_released')`),
    index('events_settings')
      .on(t.operation, t.name, t.version)
      .where(sql`name in ('slots.changed', 'zones.changed', 'priorities.changed', 'conversation.changed')`),
    index('events_crew')
      .on(t.operation, t.name, t.version)
      .where(sql`name in ('absences.changed', 'skills.changed')`),
    index('events_attention').on(t.operation, t.at).where(sql.raw(askingAttention)),
    index('events_webhooks').on(t.operation, t.version).where(sql`name = 'webhooks.changed'`),
  ],
);

/** Events that the workers' queue does not have yet; inserted in the transaction of the change. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    operation: operationCode().notNull(),
    version: bigint({ mode: 'number' }).notNull(),
    name: text().$type<EventName>().notNull(),
    visitId: integer(),
    /** The request that caused it, for the log lines of its jobs. */
    requestId: text(),
    createdAt: instant().notNull().defaultNow(),
    claimedUntil: instant(),
    /** The last claim, so that a relay whose claim went wrong can return it. */
    claim: uuid(),
  },
  (t) => [uniqueIndex('outbox_event').on(t.operation, t.version)],
);

/** One message to one person, decided with the change that causes it (contract §6). */
export const notices = pgTable(
  'notices',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** The idempotency key: template, visit and recipient. */
    key: text().notNull().unique(),
    operation: operationCode().notNull(),
    visitId: integer()
      .notNull()
      .references(() => visits.id, { onDelete: 'cascade' }),
    audience: text().$type<'customer' | 'technician' | 'supervisor'>().notNull(),
    /** The user for technicians and supervisors; null for the visit's customer. */
    userId: integer(),
    template: text().notNull(),
    /** What the template needs besides the visit's current state. */
    data: jsonb().$type<Record<string, string>>().notNull().default({}),
    state: text().$type<NoticeState>().notNull().default('pending'),
    channel: text(),
    recipient: text(),
    subject: text(),
    text: text(),
    attempts: smallint().notNull().default(0),
    problem: text(),
    createdAt: instant().notNull().defaultNow(),
    notBefore: instant().notNull().defaultNow(),
    sentAt: instant(),
  },
  (t) => [
    index('notices_visit').on(t.visitId),
    index('notices_waiting').on(t.notBefore).where(sql`state in ('pending', 'sending')`),
    check('notices_audience', sql`${t.audience} in ('customer', 'technician', 'supervisor')`),
    check(
      'notices_state',
      sql`${t.state} in ('pending', 'sending', 'sent', 'failed', 'unknown', 'no_channel', 'dropped')`,
    ),
  ],
);

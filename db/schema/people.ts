import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Permission } from '../../machines/access/permissions.ts';
import { operationCode } from './numbers.ts';
import { operations } from './operations.ts';

export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
export const instant = () => timestamp({ withTimezone: true });

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    username: text().notNull().unique(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text(),
    /** argon2id. */
    passwordHash: text().notNull(),
    /** The profile type as text (S2 §3); it grants nothing. */
    profile: text().notNull().default(''),
    defaultView: text({ enum: ['index_jefetec', 'index_calendario', 'index_tecnico'] })
      .notNull()
      .default('index_jefetec'),
    active: boolean().notNull().default(true),
    profilePic: bytea(),
    telegramChatId: text(),
    /** The chat was linked by a code, which proves the user; otherwise its id was typed. */
    telegramChatProven: boolean().notNull().default(false),
    activeOnTelegram: boolean().notNull().default(false),
    waNumber: text(),
    subscribedToTechs: boolean().notNull().default(false),
    lastSeenAt: instant(),
    lastSignInAt: instant(),
    /** The password is temporary: nothing but its change is allowed. */
    mustChangePassword: boolean().notNull().default(false),
    /** When a temporary password expires; null: it is the user's own. */
    temporaryPasswordExpiresAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    deactivatedAt: instant(),
    /** Incremented by every administrative change, against lost updates. */
    version: integer().notNull().default(1),
    /** The user's own: last views, density, scheme, the key `a`. */
    preferences: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    index('users_telegram_chat').on(t.telegramChatId),
    check('users_view', sql`${t.defaultView} in ('index_jefetec', 'index_calendario', 'index_tecnico')`),
  ],
);

/** Which operations a user works in; a technician's first is the one with the lowest position. */
export const userOperations = pgTable(
  'user_operations',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    operation: operationCode()
      .notNull()
      .references(() => operations.code),
    position: smallint().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.operation] }),
    index('user_operations_operation').on(t.operation),
  ],
);

export const userPermissions = pgTable(
  'user_permissions',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    permission: text().$type<Permission>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.permission] })],
);

/** The assignee of visits: a user who also works in the field. */
export const technicians = pgTable('technicians', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  userId: integer()
    .notNull()
    .unique()
    .references(() => users.id),
  name: text().notNull(),
  /** False: no longer in the field. The row is kept for past visits. */
  active: boolean().notNull().default(true),
});

/** Opaque tokens of 256 bits, kept as SHA-256 only: one that is ended opens nothing after 100 ms. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytea().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['browser', 'api', 'integration'] }).notNull(),
    createdAt: instant().notNull().defaultNow(),
    lastSeenAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    userAgent: text(),
    /** An integration token's purpose, named by its maker. */
    label: text(),
  },
  (t) => [
    index('sessions_user').on(t.userId),
    check('sessions_kind', sql`${t.kind} in ('browser', 'api', 'integration')`),
  ],
);

/**
 * One row, whose revision is another after each commit that changes what a session allows: its end, its user's name,
 * rights, operations or state. Triggers of those tables set it (migration 0030), also for operator commands and other processes.
 */
export const accessState = pgTable(
  'access_state',
  {
    id: smallint().primaryKey().default(1),
    revision: uuid().notNull().defaultRandom(),
  },
  (t) => [check('access_state_one', sql`${t.id} = 1`)],
);

/** Where a browser receives push messages (Web Push); it ends with the session that subscribed. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    sessionHash: bytea()
      .primaryKey()
      .references(() => sessions.tokenHash, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    endpoint: text().notNull(),
    /** The browser's public key and its secret, in base64url: only it reads what it is sent. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Tries in a row that its address did not answer, or could not take. */
    failures: smallint().notNull().default(0),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    index('push_subscriptions_user').on(t.userId),
    // A browser has one, for all its users.
    unique('push_subscriptions_endpoint').on(t.endpoint),
  ],
);

/**
 * Who looks at a visit or an order, one row a tab. A row not renewed for a few seconds has expired. Unlogged
 * in its migration: empty after a crash.
 */
export const viewers = pgTable(
  'viewers',
  {
    /** `visit.123` or `order.11400000001`. */
    thing: text().notNull(),
    connection: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    seenAt: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.thing, t.connection] }), index('viewers_seen').on(t.seenAt)],
);

/** Requests by Idempotency-Key, and their answers (contract §3). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: integer().notNull(),
    key: text().notNull(),
    command: text().notNull(),
    inputHash: text().notNull(),
    /** json, not jsonb: a repeat gets the identical answer. */
    answer: json().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_keys_created').on(t.createdAt)],
);

/** Counts of wrong passwords; the shape is the rate limiter's. */
export const loginAttempts = pgTable('login_attempts', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});

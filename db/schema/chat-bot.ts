import { sql } from 'drizzle-orm';
import { bigint, index, integer, json, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { bytea, instant, users } from './people.ts';

/** What all workers share of one Telegram bot, by the number that its token begins with. */
export const chatBots = pgTable('chat_bots', {
  botId: bigint({ mode: 'number' }).primaryKey(),
  /** As Telegram last said; deep links are made of it. */
  username: text(),
  /** The worker that talks to Telegram's queue of updates, as long as it keeps saying so. */
  holder: text(),
  heldUntil: instant(),
});

/**
 * What people sent to the bot, kept before Telegram is told that it arrived: from then on it is ours to lose.
 * Its number makes a second delivery recognisable; its text is forgotten as soon as it is answered.
 */
export const chatUpdates = pgTable(
  'chat_updates',
  {
    botId: bigint({ mode: 'number' }).notNull(),
    updateId: bigint({ mode: 'number' }).notNull(),
    chatId: text().notNull(),
    /** json, not jsonb, which takes no NUL. */
    body: json().$type<Record<string, unknown>>(),
    receivedAt: instant().notNull().defaultNow(),
    /** A worker has it until then, or it waits until then. */
    heldUntil: instant(),
    attempts: smallint().notNull().default(0),
    /** How many of its answers have reached Telegram. */
    sent: smallint().notNull().default(0),
    /** What its command answered: decided once, however often it is told. */
    outcome: json(),
    doneAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.botId, t.updateId] }),
    index('chat_updates_waiting').on(t.chatId, t.updateId).where(sql`done_at is null`),
    index('chat_updates_received').on(t.receivedAt),
  ],
);

/** The bot asked why a visit is given up; the answer comes as a reply to that message, perhaps after a restart. */
export const chatQuestions = pgTable(
  'chat_questions',
  {
    botId: bigint({ mode: 'number' }).notNull(),
    chatId: text().notNull(),
    messageId: bigint({ mode: 'number' }).notNull(),
    visitId: integer().notNull(),
    /** The message that shows the visit, to be shown anew. */
    cardId: bigint({ mode: 'number' }),
    askedAt: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.botId, t.chatId, t.messageId] })],
);

/** Codes of deep links that link a chat in one tap, kept as their SHA-256 only. */
export const chatLinkCodes = pgTable(
  'chat_link_codes',
  {
    codeHash: bytea().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [index('chat_link_codes_user').on(t.userId)],
);

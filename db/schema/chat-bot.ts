import { sql } from 'drizzle-orm';
import { bigint, index, integer, json, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { bytea, instant, users } from './people.ts';

/** What all workers share of one Telegram bot, by the id in its token. */
export const chatBots = pgTable('chat_bots', {
  botId: bigint({ mode: 'number' }).primaryKey(),
  /** From Telegram; part of deep links. */
  username: text(),
  /** The worker that holds the lease of fetching updates. */
  holder: text(),
  heldUntil: instant(),
});

/**
 * What people sent to the bot, kept before it is acknowledged to Telegram, which then forgets it. Its id
 * deduplicates deliveries; its text is deleted once it is answered.
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
    /** The claim's or the postponement's end. */
    heldUntil: instant(),
    attempts: smallint().notNull().default(0),
    /** How many of its replies Telegram has accepted. */
    sent: smallint().notNull().default(0),
    /** The command's answer, decided once. */
    outcome: json(),
    doneAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.botId, t.updateId] }),
    index('chat_updates_waiting').on(t.chatId, t.updateId).where(sql`done_at is null`),
    index('chat_updates_received').on(t.receivedAt),
  ],
);

/** The bot's question for the reason of a release; the answer replies to that message, perhaps after a restart. */
export const chatQuestions = pgTable(
  'chat_questions',
  {
    botId: bigint({ mode: 'number' }).notNull(),
    chatId: text().notNull(),
    messageId: bigint({ mode: 'number' }).notNull(),
    visitId: integer().notNull(),
    /** The message with the visit, to be updated. */
    cardId: bigint({ mode: 'number' }),
    askedAt: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.botId, t.chatId, t.messageId] })],
);

/** Codes of deep links that link a chat in one tap, kept as SHA-256 only. */
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

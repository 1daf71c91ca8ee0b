import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/connection/open.ts';
import { botIdOf, chatChannel } from '../../db/queues/chat-updates.ts';
import { answerUpdates } from './answer-updates.ts';
import { fetchUpdates } from './fetch-updates.ts';
import { holdLease } from './hold-lease.ts';
import { makeBot } from './make-bot.ts';

export type BotOptions = {
  db: Db;
  token: string;
  apiRoot: string;
  /** Where people find the agenda, written into answers. */
  publicUrl: string;
  /** Telegram delivers there, with this secret; null: it is asked by long polling. */
  webhook: { url: string; secret: string } | null;
  /** Told what went wrong; it holds neither token nor what people wrote. */
  onTrouble(place: string, error: unknown): void;
};

/**
 * The chat bot, in every worker process. Of all workers one fetches what people send, the one that holds the
 * lease; all of them answer, each update by one. Returns at once: Telegram may be away.
 */
export async function startBot(options: BotOptions): Promise<{ close(): Promise<void> }> {
  const { db, publicUrl, webhook, onTrouble } = options;
  const botId = botIdOf(options.token);
  const ending = new AbortController();
  const bot = makeBot({ db, botId, publicUrl }, options, ending.signal);
  const answers = answerUpdates({ db, botId, bot, onTrouble });
  const lease = holdLease({
    db,
    botId,
    holder: randomUUID(),
    onTrouble: (error) => onTrouble('bot lease', error),
  });
  const fetching = fetchUpdates({
    db,
    botId,
    api: bot.api,
    webhook,
    lease,
    onKept: answers.wake,
    onTrouble: (error) => onTrouble('bot', error),
  });
  // In webhook mode another process keeps the updates, and rings.
  const ear = webhook
    ? await db.listen(answers.wake, (error) => onTrouble('bot listen', error), chatChannel)
    : null;
  return {
    async close() {
      await Promise.all([fetching.close(), ear?.close()]);
      // What is being answered may end; what waits for Telegram ends by this.
      const patience = setTimeout(() => ending.abort(), closingMs);
      await answers.close();
      clearTimeout(patience);
      await lease.close();
    },
  };
}

/** Less than the worker's own limit. */
const closingMs = 2_000;

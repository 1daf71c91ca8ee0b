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
  /** The agenda's address, for links in answers. */
  publicUrl: string;
  /** Where Telegram delivers, with this secret; null: long polling. */
  webhook: { url: string; secret: string } | null;
  /** Receives errors, without the token and without people's messages. */
  onError(place: string, error: unknown): void;
};

/**
 * The chat bot, in every worker process. The worker that holds the lease fetches the updates; all workers
 * answer, each update once. Returns at once: Telegram may be unreachable.
 */
export async function startBot(options: BotOptions): Promise<{ close(): Promise<void> }> {
  const { db, publicUrl, webhook, onError } = options;
  const botId = botIdOf(options.token);
  const ending = new AbortController();
  const bot = makeBot({ db, botId, publicUrl }, options, ending.signal);
  const answers = answerUpdates({ db, botId, bot, onError });
  const lease = holdLease({
    db,
    botId,
    holder: randomUUID(),
    onError: (error) => onError('bot lease', error),
  });
  const fetching = fetchUpdates({
    db,
    botId,
    api: bot.api,
    webhook,
    lease,
    onKept: answers.wake,
    onError: (error) => onError('bot', error),
  });
  // In webhook mode the web process keeps the updates and notifies.
  const subscription = webhook
    ? await db.listen(answers.wake, (error) => onError('bot listen', error), chatChannel)
    : null;
  return {
    async close() {
      await Promise.all([fetching.close(), subscription?.close()]);
      const abortTimer = setTimeout(() => ending.abort(), closingMs);
      await answers.close();
      clearTimeout(abortTimer);
      await lease.close();
    },
  };
}

/** Less than the worker's own shutdown limit. */
const closingMs = 2_000;

import { type Api, GrammyError } from 'grammy';
import type { Db } from '../../db/connection/open.ts';
import { nameBot } from '../../db/queues/chat-bot.ts';
import { keepUpdates, type RawUpdate } from '../../db/queues/chat-updates.ts';
import { commandList } from '../messages/bot.ts';
import { within } from '../repeat.ts';
import { bounded } from './bounded.ts';
import { causeOf } from './cause-of.ts';
import type { Lease } from './hold-lease.ts';

/** How long Telegram holds a question without news; a connection that fell silent is given up soon after. */
const pollSeconds = 20;
const pollPatienceMs = (pollSeconds + 5) * 1_000;
const callMs = 10_000;
/** A connection to the record that fell silent would be waited for without end. */
const recordMs = 6_000;
const kinds = ['message', 'callback_query'] as const;

/**
 * As long as the lease is ours: introduce the bot, and then ask Telegram for what people sent. The next
 * question, by its offset, is what tells Telegram that the last answer arrived; it is asked only when that
 * answer is kept. In webhook mode Telegram is told where to deliver, and nothing is asked.
 * Whatever fails is tried again, for ever: slowly when only the operator can put it right.
 */
export function fetchUpdates(options: {
  db: Db;
  botId: number;
  api: Api;
  webhook: { url: string; secret: string } | null;
  lease: Lease;
  /** Something new was kept. */
  onKept: () => void;
  onTrouble: (error: unknown) => void;
}): { close(): Promise<void> } {
  const { db, botId, api, webhook, lease, onKept, onTrouble } = options;
  const ended = new AbortController();

  /** What is only a courtesy does not stop the rest; what it was for says so itself when it is missed. */
  const orTell = async (courtesy: Promise<unknown>) => {
    try {
      await courtesy;
    } catch (error) {
      const { code, text } = causeOf(error);
      if (code !== 400 && code !== 404) throw error;
      onTrouble(new Error(text));
    }
  };

  const introduce = async (signals: AbortSignal[]) => {
    const me = await bounded(callMs, signals, (limit) => api.getMe(limit));
    await within(recordMs, nameBot(db, botId, me.username));
    const everybody = { scope: { type: 'all_private_chats' } } as const;
    const list = [...commandList];
    await orTell(bounded(callMs, signals, (limit) => api.setMyCommands(list, everybody, limit)));
    if (!webhook) return orTell(bounded(callMs, signals, (limit) => api.deleteWebhook({}, limit)));
    const wanted = { secret_token: webhook.secret, allowed_updates: kinds };
    return bounded(callMs, signals, (limit) => api.setWebhook(webhook.url, wanted, limit));
  };

  const ask = async (offset: number, signals: AbortSignal[]): Promise<RawUpdate[]> => {
    const asked = { offset, timeout: pollSeconds, allowed_updates: kinds };
    const updates = await bounded(pollPatienceMs, signals, (limit) => api.getUpdates(asked, limit));
    return updates as unknown as RawUpdate[];
  };

  const run = async () => {
    let introducedTo: AbortSignal | undefined;
    let offset = 0;
    let failures = 0;
    while (!ended.signal.aborted) {
      const mine = lease.signal();
      if (!mine || (webhook && introducedTo === mine)) {
        await nap(200, [ended.signal]);
        continue;
      }
      const signals = [mine, ended.signal];
      try {
        if (introducedTo !== mine) {
          // Another may have fetched meanwhile: what Telegram still has is asked for from its beginning.
          offset = 0;
          await introduce(signals);
          introducedTo = mine;
        } else {
          const updates = await ask(offset, signals);
          if ((await within(recordMs, keepUpdates(db, botId, updates))) > 0) onKept();
          for (const { update_id: id } of updates) offset = Math.max(offset, id + 1);
        }
        failures = 0;
      } catch (error) {
        if (signals.some((signal) => signal.aborted)) continue;
        failures++;
        const cause = causeOf(error);
        // Somebody set a webhook meanwhile; another 409 is somebody who asks with the same token.
        if (cause.code === 409 && cause.text.includes('webhook')) introducedTo = undefined;
        if (worthTelling(cause.text)) onTrouble(new Error(cause.text));
        await nap(waitMs(error, failures), signals);
      }
    }
  };

  /** The same trouble is told once, until something else goes wrong or an hour passed. */
  let told = { text: '', at: 0 };
  const worthTelling = (text: string) => {
    if (told.text === text && Date.now() - told.at < 3_600_000) return false;
    told = { text, at: Date.now() };
    return true;
  };

  const running = run();
  return {
    async close() {
      ended.abort();
      await running;
    },
  };
}

/** As told, slowly when the token is wrong, and else longer each time. */
function waitMs(error: unknown, failures: number): number {
  if (error instanceof GrammyError) {
    if (error.error_code === 429) return (error.parameters.retry_after ?? 5) * 1_000;
    if (error.error_code === 401 || error.error_code === 404) return 60_000;
    if (error.error_code === 409) return 3_000;
  }
  return Math.min(15_000, 500 * 2 ** failures);
}

/** Ends early, and without an error, when a signal says so. */
const nap = (ms: number, signals: AbortSignal[]) =>
  new Promise<void>((done) => {
    const timer = setTimeout(end, ms);
    for (const signal of signals) signal.addEventListener('abort', end);
    function end() {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', end);
      done();
    }
    if (signals.some((signal) => signal.aborted)) end();
  });

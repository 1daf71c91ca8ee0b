import { type Api, GrammyError } from 'grammy';
import type { Db } from '../../db/connection/open.ts';
import { nameBot } from '../../db/queues/chat-bot.ts';
import { keepUpdates, type RawUpdate } from '../../db/queues/chat-updates.ts';
import { commandList } from '../messages/bot.ts';
import { within } from '../repeat.ts';
import { bounded } from './bounded.ts';
import { causeOf } from './cause-of.ts';
import type { Lease } from './hold-lease.ts';

/** How long Telegram holds a long poll; a silently dropped connection times out soon after. */
const pollSeconds = 20;
const pollTimeoutMs = (pollSeconds + 5) * 1_000;
const callMs = 10_000;
/** Limit of statements: a silently dropped connection would be waited for without end. */
const recordMs = 6_000;
const kinds = ['message', 'callback_query'] as const;

/**
 * While this worker holds the lease: configure the bot, then long-poll Telegram for updates. The next poll's offset
 * acknowledges the last updates; it is sent only after they are kept. In webhook mode Telegram is given the address,
 * and nothing is polled. Failures are retried for ever, slowly when only the operator can fix them.
 */
export function fetchUpdates(options: {
  db: Db;
  botId: number;
  api: Api;
  webhook: { url: string; secret: string } | null;
  lease: Lease;
  /** New updates were kept. */
  onKept: () => void;
  onError: (error: unknown) => void;
}): { close(): Promise<void> } {
  const { db, botId, api, webhook, lease, onKept, onError } = options;
  const ended = new AbortController();

  /** An optional call: a refusal is reported and the rest goes on. */
  const reportRefusal = async (call: Promise<unknown>) => {
    try {
      await call;
    } catch (error) {
      const { code, text } = causeOf(error);
      if (code !== 400 && code !== 404) throw error;
      onError(new Error(text));
    }
  };

  const configure = async (signals: AbortSignal[]) => {
    const me = await bounded(callMs, signals, (limit) => api.getMe(limit));
    await within(recordMs, nameBot(db, botId, me.username));
    const privateChats = { scope: { type: 'all_private_chats' } } as const;
    const list = [...commandList];
    await reportRefusal(bounded(callMs, signals, (limit) => api.setMyCommands(list, privateChats, limit)));
    if (!webhook) return reportRefusal(bounded(callMs, signals, (limit) => api.deleteWebhook({}, limit)));
    const hookOptions = { secret_token: webhook.secret, allowed_updates: kinds };
    return bounded(callMs, signals, (limit) => api.setWebhook(webhook.url, hookOptions, limit));
  };

  const poll = async (offset: number, signals: AbortSignal[]): Promise<RawUpdate[]> => {
    const query = { offset, timeout: pollSeconds, allowed_updates: kinds };
    const updates = await bounded(pollTimeoutMs, signals, (limit) => api.getUpdates(query, limit));
    return updates as unknown as RawUpdate[];
  };

  const run = async () => {
    let configuredFor: AbortSignal | undefined;
    let offset = 0;
    let failures = 0;
    while (!ended.signal.aborted) {
      const leaseSignal = lease.signal();
      if (!leaseSignal || (webhook && configuredFor === leaseSignal)) {
        await sleep(200, [ended.signal]);
        continue;
      }
      const signals = [leaseSignal, ended.signal];
      try {
        if (configuredFor !== leaseSignal) {
          // Another worker may have fetched in between: start from the first update that Telegram still has.
          offset = 0;
          await configure(signals);
          configuredFor = leaseSignal;
        } else {
          const updates = await poll(offset, signals);
          if ((await within(recordMs, keepUpdates(db, botId, updates))) > 0) onKept();
          for (const { update_id: id } of updates) offset = Math.max(offset, id + 1);
        }
        failures = 0;
      } catch (error) {
        if (signals.some((signal) => signal.aborted)) continue;
        failures++;
        const cause = causeOf(error);
        // A webhook was set in between; any other 409 is another client with the same token.
        if (cause.code === 409 && cause.text.includes('webhook')) configuredFor = undefined;
        if (isNewError(cause.text)) onError(new Error(cause.text));
        await sleep(waitMs(error, failures), signals);
      }
    }
  };

  /** The same error is reported once, until another one occurs or an hour has passed. */
  let lastReported = { text: '', at: 0 };
  const isNewError = (text: string) => {
    if (lastReported.text === text && Date.now() - lastReported.at < 3_600_000) return false;
    lastReported = { text, at: Date.now() };
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

/** As requested by Telegram; slowly when the token is wrong; else exponential backoff. */
function waitMs(error: unknown, failures: number): number {
  if (error instanceof GrammyError) {
    if (error.error_code === 429) return (error.parameters.retry_after ?? 5) * 1_000;
    if (error.error_code === 401 || error.error_code === 404) return 60_000;
    if (error.error_code === 409) return 3_000;
  }
  return Math.min(15_000, 500 * 2 ** failures);
}

/** Sleeps; a signal ends it early, without an error. */
const sleep = (ms: number, signals: AbortSignal[]) =>
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

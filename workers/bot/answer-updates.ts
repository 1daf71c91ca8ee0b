import { BotError, GrammyError, HttpError } from 'grammy';
import { forgetChat } from '../../db/commands/bot/forget-chat.ts';
import type { Db } from '../../db/connection/open.ts';
import {
  type ChatUpdate,
  claimUpdates,
  finishUpdate,
  postponeUpdate,
  renewClaims,
} from '../../db/queues/chat-updates.ts';
import { type Repeated, repeat, within } from '../repeat.ts';
import { outcomeOf } from '../senders/telegram-client.ts';
import { causeOf } from './cause-of.ts';
import type { AgendaBot } from './make-bot.ts';

/** Polling interval: a NOTIFY can be lost, and postponed updates become due without one. */
const lookMs = 1_000;
/** A claim expires only when its worker is dead or cannot reach the record. */
const holdSeconds = 12;
const renewMs = 4_000;
/** Chats answered concurrently. */
const atOnce = 8;
/** Limit of one answer: on a silently dropped connection it would never end, and block its chat and a place. */
const answerMs = 60_000;
const recordMs = 6_000;
/** Updates are dropped after this; what they did remains. */
const dropAfterMs = 3_600_000;

/**
 * Answers kept updates: each by one worker, each chat's in order, several chats concurrently. Messages that
 * Telegram does not accept now are retried, without those it has accepted.
 */
export function answerUpdates(options: {
  db: Db;
  botId: number;
  bot: AgendaBot;
  onError(place: string, error: unknown): void;
}): Pick<Repeated, 'wake' | 'close'> {
  const { db, botId, bot, onError } = options;
  const answering = new Map<ChatUpdate, Promise<void>>();

  const settle = async (update: ChatUpdate) => {
    const finish = () => within(recordMs, finishUpdate(db, botId, update.updateId));
    try {
      await within(answerMs, bot.answer(update));
      await finish();
    } catch (error) {
      update.timedOut = true;
      const retryInSeconds = await secondsUntilRetry(update, error instanceof BotError ? error.error : error);
      if (retryInSeconds === null) await finish();
      else await within(recordMs, postponeUpdate(db, botId, update, retryInSeconds));
    }
  };

  /** Seconds until the next attempt; null: none. */
  const secondsUntilRetry = async (update: ChatUpdate, error: unknown): Promise<number | null> => {
    const expired = Date.now() - update.receivedAt.getTime() > dropAfterMs;
    const backoffSeconds = Math.min(60, 2 ** Math.min(update.attempts - 1, 6));
    if (!(error instanceof GrammyError || error instanceof HttpError)) {
      onError('bot answer', error);
      return expired ? null : backoffSeconds;
    }
    const outcome = outcomeOf(error);
    switch (outcome.kind) {
      case 'gone':
        await forgetChat(db, update.chatId);
        return null;
      case 'rejected':
        onError('bot answer', new Error(causeOf(error).text));
        return null;
      default:
        return expired
          ? null
          : outcome.kind === 'retry'
            ? (outcome.afterSeconds ?? backoffSeconds)
            : backoffSeconds;
    }
  };

  const polling = repeat({
    everyMs: lookMs,
    timeoutMs: 10_000,
    async act() {
      const free = atOnce - answering.size;
      if (free <= 0) return;
      for (const update of await claimUpdates(db, botId, free, holdSeconds)) {
        const work = settle(update)
          .catch((error) => onError('bot answer', error))
          .finally(() => {
            answering.delete(update);
            polling.wake();
          });
        answering.set(update, work);
      }
    },
    onError: (error) => onError('bot updates', error),
  });
  const renewal = repeat({
    everyMs: renewMs,
    timeoutMs: 3_000,
    act: () => renewClaims(db, botId, [...answering.keys()], holdSeconds),
    onError: (error) => onError('bot claims', error),
  });
  return {
    wake: polling.wake,
    async close() {
      await polling.close();
      await Promise.all(answering.values());
      await renewal.close();
    },
  };
}

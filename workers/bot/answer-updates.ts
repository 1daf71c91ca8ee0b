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

/** A ring can be lost, and what waited is due: this is how often it is looked for. */
const lookMs = 1_000;
/** A claim lapses only when its worker is dead or cannot reach the record. */
const holdSeconds = 12;
const renewMs = 4_000;
/** Chats answered at the same time; one whose answers hang takes one place. */
const atOnce = 8;
/** On a connection that fell silent nothing ends by itself; a chat must not wait for it, nor take a place. */
const answerMs = 60_000;
const recordMs = 6_000;
/** Nobody waits any more for what could not be told for so long; what it did is done. */
const giveUpMs = 3_600_000;

/**
 * Answer what is kept: each update by one worker, each chat's in order, several chats at a time. What Telegram
 * does not take now is told later, and only what it has not taken yet.
 */
export function answerUpdates(options: {
  db: Db;
  botId: number;
  bot: AgendaBot;
  onTrouble(place: string, error: unknown): void;
}): Pick<Repeated, 'wake' | 'close'> {
  const { db, botId, bot, onTrouble } = options;
  const held = new Map<ChatUpdate, Promise<void>>();

  const settle = async (update: ChatUpdate) => {
    const finish = () => within(recordMs, finishUpdate(db, botId, update.updateId));
    try {
      await within(answerMs, bot.answer(update));
      await finish();
    } catch (error) {
      update.over = true;
      const after = await afterwards(update, error instanceof BotError ? error.error : error);
      if (after === null) await finish();
      else await within(recordMs, postponeUpdate(db, botId, update, after));
    }
  };

  /** In how many seconds it is tried again; null: never. */
  const afterwards = async (update: ChatUpdate, error: unknown): Promise<number | null> => {
    const late = Date.now() - update.receivedAt.getTime() > giveUpMs;
    const later = Math.min(60, 2 ** Math.min(update.attempts - 1, 6));
    if (!(error instanceof GrammyError || error instanceof HttpError)) {
      onTrouble('bot answer', error);
      return late ? null : later;
    }
    const outcome = outcomeOf(error);
    switch (outcome.kind) {
      case 'gone':
        await forgetChat(db, update.chatId);
        return null;
      case 'rejected':
        onTrouble('bot answer', new Error(causeOf(error).text));
        return null;
      default:
        return late ? null : outcome.kind === 'retry' ? (outcome.afterSeconds ?? later) : later;
    }
  };

  const look = repeat({
    everyMs: lookMs,
    patienceMs: 10_000,
    async act() {
      const room = atOnce - held.size;
      if (room <= 0) return;
      for (const update of await claimUpdates(db, botId, room, holdSeconds)) {
        const work = settle(update)
          // The claim lapses, and it is done once more.
          .catch((error) => onTrouble('bot answer', error))
          .finally(() => {
            held.delete(update);
            look.wake();
          });
        held.set(update, work);
      }
    },
    onTrouble: (error) => onTrouble('bot look', error),
  });
  const renewing = repeat({
    everyMs: renewMs,
    patienceMs: 3_000,
    act: () => renewClaims(db, botId, [...held.keys()], holdSeconds),
    onTrouble: (error) => onTrouble('bot claims', error),
  });
  return {
    wake: look.wake,
    async close() {
      await look.close();
      await Promise.all(held.values());
      await renewing.close();
    },
  };
}

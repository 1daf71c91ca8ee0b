import type { Context } from 'grammy';
import type { ForceReply, InlineKeyboardMarkup, MessageEntity, ReplyKeyboardMarkup } from 'grammy/types';
import type { Db } from '../../db/connection/open.ts';
import type { ChatUpdate } from '../../db/queues/chat-updates.ts';

/** What every answer may use beside the update. */
export type BotTools = { db: Db; botId: number; publicUrl: string };
export type BotContext = Context & { saying: Saying };

export type Markup = InlineKeyboardMarkup | ReplyKeyboardMarkup | ForceReply;

/**
 * The answers to one update, in their order. Each that Telegram took is counted with the update, so that an
 * answer cut off in its middle goes on there; after a crash it begins anew, and something is said twice
 * rather than never.
 */
export type Saying = {
  update: ChatUpdate;
  /** A message of its own; `keep` belongs to it, and is done again when it fails. */
  send(
    text: string,
    more?: { markup?: Markup; entities?: MessageEntity[]; keep?: (messageId: number) => Promise<void> },
  ): Promise<void>;
  /** A message of the bot's as it is now; one that is gone, or shows this already, is no trouble. */
  edit(messageId: number, text: string, markup: InlineKeyboardMarkup): Promise<void>;
  /** End the button's waiting, with words in a window, for no. Said in the chat when the press is too old for one. */
  alert(text: string): Promise<void>;
  /** End the button's waiting, with words that pass, or with none. */
  nod(text?: string): Promise<void>;
};

import type { Context } from 'grammy';
import type { ForceReply, InlineKeyboardMarkup, MessageEntity, ReplyKeyboardMarkup } from 'grammy/types';
import type { Db } from '../../db/connection/open.ts';
import type { ChatUpdate } from '../../db/queues/chat-updates.ts';

/** What every answer may use besides the update. */
export type BotTools = { db: Db; botId: number; publicUrl: string };
export type BotContext = Context & { replies: Replies };

export type Markup = InlineKeyboardMarkup | ReplyKeyboardMarkup | ForceReply;

/**
 * The messages that answer one update, in order. Each one that Telegram accepted is counted in the update, so that an
 * interrupted answer continues there; after a crash it starts again, so a message may be sent twice but is not lost.
 */
export type Replies = {
  update: ChatUpdate;
  /** Send a message; `keep` is part of the step and is repeated when it fails. */
  send(
    text: string,
    more?: { markup?: Markup; entities?: MessageEntity[]; keep?: (messageId: number) => Promise<void> },
  ): Promise<void>;
  /** Edit a message of the bot; a deleted or unchanged one is not an error. */
  edit(messageId: number, text: string, markup: InlineKeyboardMarkup): Promise<void>;
  /** Answer the button with an alert; in the chat when the button press has expired. */
  alert(text: string): Promise<void>;
  /** Answer the button, optionally with a toast. */
  acknowledge(text?: string): Promise<void>;
};

import { GrammyError } from 'grammy';
import type { ForceReply, InlineKeyboardMarkup, MessageEntity, ReplyKeyboardMarkup } from 'grammy/types';
import type { ChatUpdate } from '../../db/queues/chat-updates.ts';
import type { BotContext } from './make-bot.ts';

type Markup = InlineKeyboardMarkup | ReplyKeyboardMarkup | ForceReply;

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

export function makeSaying(
  context: Pick<BotContext, 'api' | 'chatId' | 'callbackQuery'>,
  update: ChatUpdate,
): Saying {
  let turn = 0;
  const once = async (say: () => Promise<void>) => {
    if (turn++ < update.sent) return;
    if (update.over) throw new Error('this attempt was given up');
    await say();
    update.sent++;
  };
  const chat = () => context.chatId ?? Number(update.chatId);
  const post = async (text: string, more: { markup?: Markup; entities?: MessageEntity[] } = {}) => {
    const sent = await context.api.sendMessage(chat(), text, {
      ...(more.markup && { reply_markup: more.markup }),
      ...(more.entities && { entities: more.entities }),
      link_preview_options: { is_disabled: true },
    });
    return sent.message_id;
  };
  const answer = async (text: string | undefined, alert: boolean): Promise<boolean> => {
    const query = context.callbackQuery;
    if (!query) return false;
    try {
      await context.api.answerCallbackQuery(
        query.id,
        text ? { text: text.slice(0, maxAlert), show_alert: alert } : {},
      );
      return true;
    } catch (error) {
      if (is400(error, /query is too old|query_id_invalid|query ID is invalid/i)) return false;
      throw error;
    }
  };
  return {
    update,
    send: (text, more) =>
      once(async () => {
        const id = await post(text, more);
        await more?.keep?.(id);
      }),
    edit: (messageId, text, markup) =>
      once(async () => {
        try {
          await context.api.editMessageText(chat(), messageId, text, {
            reply_markup: markup,
            link_preview_options: { is_disabled: true },
          });
        } catch (error) {
          if (!is400(error, /not modified|to edit not found|can't be edited|MESSAGE_ID_INVALID/i))
            throw error;
        }
      }),
    alert: (text) =>
      once(async () => {
        if (!(await answer(text, true))) await post(text);
      }),
    nod: (text) =>
      once(async () => {
        await answer(text, false);
      }),
  };
}

/** Telegram refuses more in a window. */
const maxAlert = 200;

const is400 = (error: unknown, about: RegExp): boolean =>
  error instanceof GrammyError && error.error_code === 400 && about.test(error.description);

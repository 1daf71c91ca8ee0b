import { GrammyError } from 'grammy';
import type { MessageEntity } from 'grammy/types';
import type { ChatUpdate } from '../../db/queues/chat-updates.ts';
import type { BotContext, Markup, Replies } from './bot-context.ts';

export function makeReplies(
  context: Pick<BotContext, 'api' | 'chatId' | 'callbackQuery'>,
  update: ChatUpdate,
): Replies {
  let turn = 0;
  const once = async (act: () => Promise<void>) => {
    if (turn++ < update.sent) return;
    if (update.timedOut) throw new Error('this attempt timed out');
    await act();
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
    acknowledge: (text) =>
      once(async () => {
        await answer(text, false);
      }),
  };
}

/** Telegram's limit of an alert. */
const maxAlert = 200;

const is400 = (error: unknown, about: RegExp): boolean =>
  error instanceof GrammyError && error.error_code === 400 && about.test(error.description);

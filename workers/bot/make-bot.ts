import { Bot } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import type { ChatUpdate } from '../../db/queues/chat-updates.ts';
import { buttons, oldButton } from '../messages/bot.ts';
import { clientOptions } from '../senders/telegram-client.ts';
import { answerReply } from './answer-reply.ts';
import type { BotContext, BotTools } from './bot-context.ts';
import { bounded } from './bounded.ts';
import { showFree, showMine } from './lists.ts';
import { pressButton } from './press-button.ts';
import { makeReplies } from './replies.ts';
import { start } from './start.ts';

export type AgendaBot = Pick<Bot<BotContext>, 'api'> & {
  /** Answer one update. @throws grammY's BotError with the cause */
  answer(update: ChatUpdate): Promise<void>;
};

const callMs = 10_000;

/**
 * The bot's handlers. Without state between updates.
 * @param ending aborted when calls in progress have to end
 */
export function makeBot(
  tools: BotTools,
  options: { token: string; apiRoot: string },
  ending: AbortSignal,
): AgendaBot {
  const bot = new Bot<BotContext>(options.token, {
    client: clientOptions(options.apiRoot),
    botInfo: { id: tools.botId, is_bot: true, first_name: '', username: '' } as UserFromGetMe,
  });
  // Without a limit, a call would wait for a server that hangs.
  bot.api.config.use((call, method, payload, signal) =>
    signal
      ? call(method, payload, signal)
      : bounded(callMs, [ending], (limit) => call(method, payload, limit)),
  );

  const updates = new Map<number, ChatUpdate>();
  bot.use((context, next) => {
    context.replies = makeReplies(context, updates.get(context.update.update_id)!);
    return next();
  });
  // Groups are not answered: their other members may not see visits.
  const person = bot.chatType('private');
  person.command('start', (context) => start(tools, context));
  person.command('visitas', (context) => showMine(tools, context));
  person.command('tomar', (context) => showFree(tools, context));
  person.hears(buttons.mine, (context) => showMine(tools, context));
  person.hears(buttons.free, (context) => showFree(tools, context));
  person.callbackQuery(/^(take|away|arrive|leave):([1-9]\d{0,9})$/, (context) => pressButton(tools, context));
  person.on('callback_query', (context) => context.replies.alert(oldButton));
  person.on('message', (context) => answerReply(tools, context));

  return {
    api: bot.api,
    async answer(update) {
      updates.set(update.updateId, update);
      try {
        await bot.handleUpdate(update.body as unknown as Update);
      } finally {
        updates.delete(update.updateId);
      }
    },
  };
}

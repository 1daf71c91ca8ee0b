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
import { makeSaying } from './saying.ts';
import { start } from './start.ts';

export type AgendaBot = Pick<Bot<BotContext>, 'api'> & {
  /** Answer one update. @throws grammY's BotError around what stopped it */
  answer(update: ChatUpdate): Promise<void>;
};

const callMs = 10_000;

/**
 * What the bot understands, and what answers it. It keeps nothing in memory from one update to the next.
 * @param ending aborted when calls under way have to end
 */
export function makeBot(
  tools: BotTools,
  options: { token: string; apiRoot: string },
  ending: AbortSignal,
): AgendaBot {
  const bot = new Bot<BotContext>(options.token, {
    client: clientOptions(options.apiRoot),
    // Asked for by whoever fetches; here its number does, which the token says.
    botInfo: { id: tools.botId, is_bot: true, first_name: '', username: '' } as UserFromGetMe,
  });
  // A call without a limit of its own would wait for a server that hangs.
  bot.api.config.use((call, method, payload, signal) =>
    signal
      ? call(method, payload, signal)
      : bounded(callMs, [ending], (limit) => call(method, payload, limit)),
  );

  const updates = new Map<number, ChatUpdate>();
  bot.use((context, next) => {
    context.saying = makeSaying(context, updates.get(context.update.update_id)!);
    return next();
  });
  // Groups are not answered: what a technician sees is not for whoever else is there.
  const person = bot.chatType('private');
  person.command('start', (context) => start(tools, context));
  person.command('visitas', (context) => showMine(tools, context));
  person.command('tomar', (context) => showFree(tools, context));
  person.hears(buttons.mine, (context) => showMine(tools, context));
  person.hears(buttons.free, (context) => showFree(tools, context));
  person.callbackQuery(/^(take|away|leave):([1-9]\d{0,9})$/, (context) => pressButton(tools, context));
  person.on('callback_query', (context) => context.saying.alert(oldButton));
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

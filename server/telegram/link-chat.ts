import { linkChat, linkChatInput, markInactive } from '../../db/commands/bot/link-chat.ts';
import { type Context, parseInput, refuseInput } from '../../db/record/transact.ts';
import { refusedBy } from '../../machines/access/permissions.ts';
import { refuse } from '../../machines/words/refusals.ts';
import type { ChatAnswer } from './ask-chat.ts';

/**
 * Link a Telegram identifier: the Bot API is asked whether that chat exists, then the record is written
 * (contract §6, S2 §8 'Chat bot'). Before the command: a transaction never waits for an outside server.
 */
export async function linkChatIfReachable(
  context: Context,
  raw: unknown,
  ask: (chatId: string) => Promise<ChatAnswer>,
) {
  const refused = refusedBy(context.actor, 'can_edit_telegram_chat_id');
  if (refused) return refuse(refused);
  const input = parseInput(linkChatInput, raw);
  if (!input.success) return refuseInput(input.error);
  const { boxi_username: username, telegram_chat_id: chatId } = input.data;
  if (username && username.trim().toLowerCase() !== context.actor.username) return refuse('other-user');
  switch (await ask(chatId)) {
    case 'yes':
      return linkChat(context, raw);
    case 'no':
      await markInactive({ ...context, key: null }, {});
      return refuse('chat-unknown');
    case 'blocked':
      await markInactive({ ...context, key: null }, {});
      return refuse('bot-blocked');
    case 'off':
      return refuse('bot-off');
    case 'unknown':
      return refuse('bot-no-answer', { retryAfterSeconds: 5 });
  }
}

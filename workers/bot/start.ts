import { linkByCode } from '../../db/commands/bot/link-by-code.ts';
import { findChatUser } from '../../db/reads/people/chat-user.ts';
import { isRefusal } from '../../machines/words/refusals.ts';
import { help, identifier, linkedAs, linkedNow, welcome } from '../messages/bot.ts';
import type { BotContext, BotTools } from './bot-context.ts';
import { decideOnce } from './decide-once.ts';
import { menu } from './menu.ts';

/** /start: the chat's identifier (S2 §2 'Profile'); with a deep link's code it links the chat. */
export async function start(tools: BotTools, context: BotContext) {
  const { replies } = context;
  const { chatId } = replies.update;
  const code = typeof context.match === 'string' ? context.match.trim() : '';
  if (code) {
    const outcome = await decideOnce(tools, replies.update, (key) =>
      linkByCode(tools.db, { code, chatId }, key),
    );
    if (isRefusal(outcome)) return replies.send(outcome.text);
    return replies.send(linkedNow(outcome.full_name), { markup: menu });
  }
  const text = welcome(chatId, `${tools.publicUrl}/profile`);
  const entities = [
    { type: 'code' as const, offset: text.indexOf(identifier) + identifier.length, length: chatId.length },
  ];
  await replies.send(text, { entities });
  const user = await findChatUser(tools.db, chatId);
  if (user.kind === 'user') await replies.send(`${linkedAs(user.actor.fullName)} ${help}`, { markup: menu });
}

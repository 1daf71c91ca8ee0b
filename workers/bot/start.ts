import { linkByCode } from '../../db/commands/bot/link-by-code.ts';
import { findChatUser } from '../../db/reads/people/chat-user.ts';
import { isRefusal } from '../../machines/words/refusals.ts';
import { help, identifier, linkedAs, linkedNow, welcome } from '../messages/bot.ts';
import type { BotContext, BotTools } from './bot-context.ts';
import { decided } from './decided.ts';
import { menu } from './menu.ts';

/** /start: the chat's identifier (S2 §2 'Profile'); with a code of a deep link, the link in one tap. */
export async function start(tools: BotTools, context: BotContext) {
  const { saying } = context;
  const { chatId } = saying.update;
  const code = typeof context.match === 'string' ? context.match.trim() : '';
  if (code) {
    const outcome = await decided(tools, saying.update, (key) => linkByCode(tools.db, { code, chatId }, key));
    if (isRefusal(outcome)) return saying.send(outcome.text);
    return saying.send(linkedNow(outcome.full_name), { markup: menu });
  }
  const text = welcome(chatId, `${tools.publicUrl}/profile`);
  // As code it is copied with one tap.
  const entities = [
    { type: 'code' as const, offset: text.indexOf(identifier) + identifier.length, length: chatId.length },
  ];
  await saying.send(text, { entities });
  const found = await findChatUser(tools.db, chatId);
  if (found.kind === 'user') await saying.send(`${linkedAs(found.actor.fullName)} ${help}`, { markup: menu });
}

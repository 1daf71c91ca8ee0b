import { createLinkCode } from '../../db/commands/bot/create-link-code.ts';
import { findBotName } from '../../db/queues/chat-bot.ts';
import type { Context } from '../../db/record/transact.ts';
import { refusedBy } from '../../machines/access/permissions.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';

/**
 * The deep link that links a chat to the actor in one tap, valid for 15 minutes and once.
 * @param botId null: this installation has no bot
 * @returns `https://t.me/<bot>?start=<code>`, or the refusal: no permission, no bot, or no worker has reached it yet
 */
export async function makeLinkAddress(
  context: Context,
  botId: number | null,
): Promise<{ url: string } | Refusal> {
  const refused = refusedBy(context.actor, 'can_edit_telegram_chat_id');
  if (refused) return refuse(refused);
  if (botId === null) return refuse('bot-off');
  const name = await findBotName(context.db, botId);
  if (!name) return refuse('bot-no-answer', { retryAfterSeconds: 5 });
  const made = await createLinkCode(context, {});
  return isRefusal(made) ? made : { url: `https://t.me/${name}?start=${made.code}` };
}

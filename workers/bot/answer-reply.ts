import { botCommands } from '../../db/commands/registry.ts';
import { findQuestion } from '../../db/queues/chat-questions.ts';
import { isRefusal } from '../../machines/words/refusals.ts';
import { help, onlyText, questionOver, released } from '../messages/bot.ts';
import type { BotContext, BotTools } from './bot-context.ts';
import { decided } from './decided.ts';
import { ask } from './press-button.ts';
import { freshCard } from './visit-card.ts';
import { technicianOf } from './who-writes.ts';

/** Any other message: the reason of a release when it replies to that question, else a word of help. */
export async function answerReply(tools: BotTools, context: BotContext) {
  const { saying } = context;
  const { chatId } = saying.update;
  const who = await technicianOf(tools, chatId);
  if ('no' in who) return saying.send(who.no);
  const text = context.message?.text;
  if (text === undefined) return saying.send(onlyText);
  const to = context.message?.reply_to_message?.message_id;
  if (to === undefined) return saying.send(help);
  const question = await findQuestion(tools.db, tools.botId, chatId, to);
  if (!question) return saying.send(questionOver);

  const { visitId, cardId } = question;
  const outcome = await decided(tools, saying.update, (key) =>
    botCommands.releaseVisit({ db: tools.db, actor: who.actor, key }, { visit_id: visitId, notes: text }),
  );
  await saying.send(isRefusal(outcome) ? outcome.text : released);
  // The reason was not one: asked again. Any other no is about the visit, and no reason would help.
  if (isRefusal(outcome) && outcome.fields) return ask(tools, context, visitId, cardId);
  const card = cardId !== null && (await freshCard(tools, visitId, who.actor));
  if (card) await saying.edit(cardId, card.text, card.markup);
}

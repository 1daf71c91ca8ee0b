import { botCommands } from '../../db/commands/registry.ts';
import { findQuestion } from '../../db/queues/chat-questions.ts';
import { isRefusal } from '../../machines/words/refusals.ts';
import { help, onlyText, questionOver, released } from '../messages/bot.ts';
import type { BotContext, BotTools } from './bot-context.ts';
import { decideOnce } from './decide-once.ts';
import { ask } from './press-button.ts';
import { technicianOf } from './technician-of.ts';
import { freshCard } from './visit-card.ts';

/** Any message that is no command: the reason of a release when it replies to that question, else the help text. */
export async function answerReply(tools: BotTools, context: BotContext) {
  const { replies } = context;
  const { chatId } = replies.update;
  const technician = await technicianOf(tools, chatId);
  if ('refusal' in technician) return replies.send(technician.refusal);
  const text = context.message?.text;
  if (text === undefined) return replies.send(onlyText);
  const to = context.message?.reply_to_message?.message_id;
  if (to === undefined) return replies.send(help);
  const question = await findQuestion(tools.db, tools.botId, chatId, to);
  if (!question) return replies.send(questionOver);

  const { visitId, cardId } = question;
  const outcome = await decideOnce(tools, replies.update, (key) =>
    botCommands.releaseVisit(
      { db: tools.db, actor: technician.actor, key },
      { visit_id: visitId, notes: text },
    ),
  );
  await replies.send(isRefusal(outcome) ? outcome.text : released);
  if (isRefusal(outcome) && outcome.fields) return ask(tools, context, visitId, cardId);
  const card = cardId !== null && (await freshCard(tools, visitId, technician.actor));
  if (card) await replies.edit(cardId, card.text, card.markup);
}

import { botCommands } from '../../db/commands/registry.ts';
import { keepQuestion } from '../../db/queues/chat-questions.ts';
import { findFieldVisit } from '../../db/reads/visits/technician-day.ts';
import { readRowId } from '../../machines/wire/row-id.ts';
import { isRefusal, refuse } from '../../machines/words/refusals.ts';
import { arrived, askReason, departed, oldButton, reasonHint, taken } from '../messages/bot.ts';
import type { BotContext, BotTools } from './bot-context.ts';
import { decideOnce } from './decide-once.ts';
import { type TechnicianActor, technicianOf } from './technician-of.ts';
import { freshCard, readDay, stepsOf } from './visit-card.ts';

/**
 * A button under a visit. Its data is not trusted: the commands look the visit up within the actor's operations and
 * decide as for the web. Afterwards the message shows the visit as it is, so that outdated buttons disappear.
 */
export async function pressButton(tools: BotTools, context: BotContext) {
  const { replies } = context;
  const [, verb, id] = context.match as RegExpMatchArray;
  const visitId = readRowId(id);
  if (visitId === null) return replies.alert(oldButton);
  const technician = await technicianOf(tools, replies.update.chatId);
  if ('refusal' in technician) return replies.alert(technician.refusal);
  if (verb === 'leave') return askWhy(tools, context, visitId, technician.actor);

  const outcome = await decideOnce(tools, replies.update, (key) => {
    const commandContext = { db: tools.db, actor: technician.actor, key };
    if (verb === 'take') return botCommands.takeVisit(commandContext, { visit_id: visitId });
    if (verb === 'arrive') return botCommands.arriveVisit(commandContext, { visit_id: visitId });
    return botCommands.setOnTheWay(commandContext, {
      visit_id: visitId,
      on_the_way: true,
      send_notification: true,
    });
  });
  if (isRefusal(outcome)) await replies.alert(outcome.text);
  else await replies.acknowledge(verb === 'take' ? taken : verb === 'arrive' ? arrived : departed);
  await showAnew(tools, context, visitId, technician.actor);
}

/** A release needs its reason (S1 §5 'Detach'), sent as a reply; asked for only when the release is allowed. */
async function askWhy(tools: BotTools, context: BotContext, visitId: number, actor: TechnicianActor) {
  const { replies } = context;
  const [visit, day] = await Promise.all([findFieldVisit(tools.db, actor, visitId), readDay(tools, actor)]);
  const refusal = visit ? stepsOf(visit, actor, day).release : 'visit-unknown';
  if (refusal) {
    await replies.alert(refuse(refusal).text);
    return showAnew(tools, context, visitId, actor);
  }
  await replies.acknowledge();
  await ask(tools, context, visitId, context.callbackQuery?.message?.message_id ?? null);
}

/** Ask for the reason; the record keeps what the reply needs. */
export async function ask(tools: BotTools, { replies }: BotContext, visitId: number, cardId: number | null) {
  const { chatId } = replies.update;
  await replies.send(askReason(visitId), {
    markup: { force_reply: true, input_field_placeholder: reasonHint },
    keep: (messageId) => keepQuestion(tools.db, tools.botId, { chatId, messageId, visitId, cardId }),
  });
}

async function showAnew(tools: BotTools, context: BotContext, visitId: number, actor: TechnicianActor) {
  const shown = context.callbackQuery?.message?.message_id;
  const card = shown && (await freshCard(tools, visitId, actor));
  if (card) await context.replies.edit(shown, card.text, card.markup);
}

import { botCommands } from '../../db/commands/registry.ts';
import { keepQuestion } from '../../db/queues/chat-questions.ts';
import { findFieldVisit } from '../../db/reads/visits/technician-day.ts';
import { isRefusal, refuse } from '../../machines/words/refusals.ts';
import { askReason, departed, oldButton, reasonHint, taken } from '../messages/bot.ts';
import type { BotContext, BotTools } from './bot-context.ts';
import { decided } from './decided.ts';
import { freshCard, readDay, stepsOf } from './visit-card.ts';
import { type TechnicianActor, technicianOf } from './who-writes.ts';

/**
 * A button under a visit. What it carries is only what is asked for: the commands look the visit up within
 * the actor's operations and decide as for the web. Whatever they answer, the message then shows the visit
 * as it is, so that a button of yesterday is there no more.
 */
export async function pressButton(tools: BotTools, context: BotContext) {
  const { saying } = context;
  const [, verb, id] = context.match as RegExpMatchArray;
  const visitId = Number(id);
  if (visitId > maxId) return saying.alert(oldButton);
  const who = await technicianOf(tools, saying.update.chatId);
  if ('no' in who) return saying.alert(who.no);
  if (verb === 'leave') return askWhy(tools, context, visitId, who.actor);

  const outcome = await decided(tools, saying.update, (key) => {
    const asked = { db: tools.db, actor: who.actor, key };
    return verb === 'take'
      ? botCommands.takeVisit(asked, { visit_id: visitId })
      : botCommands.setOnTheWay(asked, { visit_id: visitId, on_the_way: true, send_notification: true });
  });
  if (isRefusal(outcome)) await saying.alert(outcome.text);
  else await saying.nod(verb === 'take' ? taken : departed);
  await showAnew(tools, context, visitId, who.actor);
}

/** No row has a larger id, and the record takes no larger one for an id. */
const maxId = 2_147_483_647;

/** A release needs its reason (S1 §5 'Detach'); it comes as a reply, and is asked for only when it could be given. */
async function askWhy(tools: BotTools, context: BotContext, visitId: number, actor: TechnicianActor) {
  const { saying } = context;
  const [visit, day] = await Promise.all([findFieldVisit(tools.db, actor, visitId), readDay(tools, actor)]);
  const no = visit ? stepsOf(visit, actor, day).release : 'visit-unknown';
  if (no) {
    await saying.alert(refuse(no).text);
    return showAnew(tools, context, visitId, actor);
  }
  await saying.nod();
  await ask(tools, context, visitId, context.callbackQuery?.message?.message_id ?? null);
}

/** Ask for the reason; what the reply will need is kept in the record, not here. */
export async function ask(tools: BotTools, { saying }: BotContext, visitId: number, cardId: number | null) {
  const { chatId } = saying.update;
  await saying.send(askReason(visitId), {
    markup: { force_reply: true, input_field_placeholder: reasonHint },
    keep: (messageId) => keepQuestion(tools.db, tools.botId, { chatId, messageId, visitId, cardId }),
  });
}

async function showAnew(tools: BotTools, context: BotContext, visitId: number, actor: TechnicianActor) {
  const shown = context.callbackQuery?.message?.message_id;
  const card = shown && (await freshCard(tools, visitId, actor));
  if (card) await context.saying.edit(shown, card.text, card.markup);
}

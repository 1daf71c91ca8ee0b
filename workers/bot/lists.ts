import { type FieldVisit, groupLimit, readTechnicianDay } from '../../db/reads/visits/technician-day.ts';
import { buttons, listHead, noneFree, noneMine } from '../messages/bot.ts';
import type { BotContext, BotTools } from './bot-context.ts';
import { menu } from './menu.ts';
import { readDay, visitCard } from './visit-card.ts';
import { technicianOf } from './who-writes.ts';

/** 'Mis visitas de hoy': the read, the order and the cap of the web's technician home (S1 §2, §9). */
export const showMine = (tools: BotTools, context: BotContext) => showList(tools, context, 'assigned');

/** 'Visitas para tomar'. */
export const showFree = (tools: BotTools, context: BotContext) => showList(tools, context, 'timestripe');

async function showList(tools: BotTools, { saying }: BotContext, group: 'assigned' | 'timestripe') {
  const who = await technicianOf(tools, saying.update.chatId);
  if ('no' in who) return saying.send(who.no);
  const { actor } = who;
  const options = { includeFinished: false, now: new Date(), limit: groupLimit };
  const [read, day] = await Promise.all([
    readTechnicianDay(tools.db, actor.technicianId, actor.operations, options),
    readDay(tools, actor),
  ]);
  const visits: FieldVisit[] = read[group];
  const mine = group === 'assigned';
  if (visits.length === 0) return saying.send(mine ? noneMine : noneFree, { markup: menu });
  const total = mine ? read.assignedTotal : read.timestripeTotal;
  await saying.send(listHead(mine ? buttons.mine : buttons.free, visits.length, total), { markup: menu });
  for (const visit of visits) await saying.send(...asMessage(visitCard(tools, visit, actor, day)));
}

const asMessage = ({ text, markup }: ReturnType<typeof visitCard>) => [text, { markup }] as const;

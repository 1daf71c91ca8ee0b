import { type FieldVisit, groupLimit, readTechnicianDay } from '../../db/reads/visits/technician-day.ts';
import { buttons, listHead, noneFree, noneMine } from '../messages/bot.ts';
import type { BotContext, BotTools } from './bot-context.ts';
import { menu } from './menu.ts';
import { technicianOf } from './technician-of.ts';
import { readDay, visitCard } from './visit-card.ts';

/** 'Mis visitas de hoy': with the read, order and limit of the technician's home page (S1 §2, §9). */
export const showMine = (tools: BotTools, context: BotContext) => showList(tools, context, 'assigned');

export const showFree = (tools: BotTools, context: BotContext) => showList(tools, context, 'timestripe');

async function showList(tools: BotTools, { replies }: BotContext, group: 'assigned' | 'timestripe') {
  const technician = await technicianOf(tools, replies.update.chatId);
  if ('refusal' in technician) return replies.send(technician.refusal);
  const { actor } = technician;
  const options = { includeFinished: false, now: new Date(), limit: groupLimit };
  const [read, day] = await Promise.all([
    readTechnicianDay(tools.db, actor.technicianId, actor.operations, options),
    readDay(tools, actor),
  ]);
  const visits: FieldVisit[] = read[group];
  const isOwn = group === 'assigned';
  if (visits.length === 0) return replies.send(isOwn ? noneMine : noneFree, { markup: menu });
  const total = isOwn ? read.assignedTotal : read.timestripeTotal;
  await replies.send(listHead(isOwn ? buttons.mine : buttons.free, visits.length, total), { markup: menu });
  for (const visit of visits) await replies.send(...asMessage(visitCard(tools, visit, actor, day)));
}

const asMessage = ({ text, markup }: ReturnType<typeof visitCard>) => [text, { markup }] as const;

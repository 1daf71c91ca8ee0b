import { InlineKeyboard } from 'grammy';
import {
  type FieldVisit,
  findCurrentVisit,
  findFieldVisit,
  listDepartureOperations,
} from '../../db/reads/visits/technician-day.ts';
import { today } from '../../machines/calendar/slots.ts';
import { type TechnicianSteps, technicianSteps } from '../../machines/visit/buttons.ts';
import { buttons, card } from '../messages/bot.ts';
import type { BotTools } from './bot-context.ts';
import type { TechnicianActor } from './technician-of.ts';

/** What a technician's steps depend on besides the visit, as in the web. */
export type Day = { currentVisitId: number | null; departs: boolean; today: string };

export async function readDay({ db }: BotTools, actor: TechnicianActor): Promise<Day> {
  const [currentVisitId, departing] = await Promise.all([
    findCurrentVisit(db, actor.technicianId),
    listDepartureOperations(db),
  ]);
  // 'Voy en camino' depends on the technician's first operation.
  return { currentVisitId, departs: departing.includes(actor.operations[0]!), today: today(new Date()) };
}

export const stepsOf = (visit: FieldVisit, actor: TechnicianActor, day: Day): TechnicianSteps =>
  technicianSteps(visit, {
    technicianId: actor.technicianId,
    ...day,
    arrival: visit.arrival,
    isToday: visit.day === day.today,
  });

/** A visit as a message: its text, and buttons for what the machine allows now. */
export function visitCard({ publicUrl }: BotTools, visit: FieldVisit, actor: TechnicianActor, day: Day) {
  const steps = stepsOf(visit, actor, day);
  const markup = new InlineKeyboard();
  if (steps.take === null) markup.text(buttons.take, `take:${visit.id}`);
  if (steps.onTheWay === null) markup.text(buttons.onTheWay, `away:${visit.id}`);
  if (steps.arrive === null) markup.text(buttons.arrive, `arrive:${visit.id}`);
  if (steps.release === null) markup.text(buttons.leave, `leave:${visit.id}`);
  const page = `${publicUrl}/visit/view/${visit.id}/default`;
  return { text: card(visit, { technicianId: actor.technicianId, today: day.today, page }), markup };
}

/** The same, of the visit as it is now; undefined: none within the actor's operations. */
export async function freshCard(tools: BotTools, visitId: number, actor: TechnicianActor) {
  const [visit, day] = await Promise.all([findFieldVisit(tools.db, actor, visitId), readDay(tools, actor)]);
  return visit && visitCard(tools, visit, actor, day);
}

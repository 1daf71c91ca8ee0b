import { addDays, type Day, instantOf, today } from '../calendar/slots.ts';
import type { ArrivalMode } from '../visit/arrival.ts';
import type { CustomerAnswer } from '../visit/facts.ts';
import type { RefusalCode } from '../words/refusals.ts';
import type { CustomerState } from './customer-view.ts';

/**
 * What an operation allows its customers by the link of their visit, without a login. Off by default; staff
 * are not bound by it.
 */
export type Conversation = {
  /** A message the day before. */
  reminder: boolean;
  /** 'Confirmo', 'Necesito cambiarla' and 'Cancelar' on the link's page. */
  replies: boolean;
  /** One question after the visit. */
  question: boolean;
  /** A customer may change or cancel until this many hours before the slot begins. */
  noticeHours: number;
  /** How many times a customer may change the day of a visit; reschedulings by staff do not count. */
  changes: number;
  /** Customers are notified when their technician runs late. */
  late: boolean;
};

/** Who comes and whom to call, for the customer's page; '' where it is not set. `logo` names a picture of `/logos/`. */
export type Company = { company: string; telephone: string; logo: string };

/** How its clients' telephones are read (machines/telephone/read-number.ts); '': as the installation says. */
export type ClientTelephones = { country: string; areaCode: string };

/** How its systems write clients' names: 'NUÑEZ LIA' is read as 'NUÑEZ, LIA' (machines/customer/person-name.ts). */
export type ClientNames = { surnameFirst: boolean };

/** What an operation sets in the editor: the conversation, its company, how its clients' telephones and names are read, and how its technicians prove that they came. */
export type ConversationSettings = Conversation &
  Company &
  ClientTelephones &
  ClientNames & { arrival: ArrivalMode };

export const noConversation: Conversation = {
  reminder: false,
  replies: false,
  question: false,
  noticeHours: 24,
  changes: 2,
  late: false,
};

export const conversationLimits = {
  noticeHours: { first: 0, last: 168 },
  changes: { first: 0, last: 10 },
  company: 60,
  telephone: 30,
} as const;

export const daysOffered = 14;

/** Reminders are sent within these local hours; a visit made later that day has its own message. */
export const reminderHours = { from: 10, to: 21 };

export type CustomerStep = 'confirm' | 'change' | 'cancel' | 'answer' | 'atHome';

export type ConversationVisit = {
  state: CustomerState;
  day: Day;
  fromHour: number;
  toHour: number;
  changesMade: number;
  answer: CustomerAnswer | null;
};

/** Until when a customer may change or cancel. */
export const lastCall = (
  visit: Pick<ConversationVisit, 'day' | 'fromHour'>,
  conversation: Conversation,
): Date => new Date(instantOf(visit.day, visit.fromHour).getTime() - conversation.noticeHours * 3_600_000);

/** From two hours before the slot a customer can say 'Estoy en casa', whatever else the operation allows. */
export const atHomeFrom = (visit: Pick<ConversationVisit, 'day' | 'fromHour'>): Date =>
  new Date(instantOf(visit.day, visit.fromHour).getTime() - 2 * 3_600_000);

/** The refusal of a customer's step, or null. Used by the page and by the command, so that they agree. */
export function refuseCustomer(
  step: CustomerStep,
  visit: ConversationVisit,
  conversation: Conversation,
  now: Date,
): RefusalCode | null {
  if (step === 'answer') {
    if (!conversation.question) return 'question-off';
    if (visit.state !== 'finished') return 'question-too-early';
    return visit.answer === null ? null : 'question-answered';
  }
  if (step === 'atHome') {
    if (['finished', 'cancelled', 'rescheduled'].includes(visit.state)) return 'visit-closed';
    if (now < atHomeFrom(visit)) return 'at-home-too-early';
    return today(now) === visit.day ? null : 'reply-too-late';
  }
  if (!conversation.replies) return 'replies-off';
  if (visit.state === 'onTheWay' || visit.state === 'arrived') return 'reply-on-the-way';
  if (visit.state === 'delayed') return 'reply-too-late';
  if (visit.state !== 'scheduled') return 'visit-closed';
  if (step === 'confirm') return now < instantOf(visit.day, visit.toHour) ? null : 'reply-too-late';
  if (now > lastCall(visit, conversation)) return 'reply-too-late';
  if (step === 'change' && visit.changesMade >= conversation.changes) return 'changes-used';
  return null;
}

/**
 * Whether the page asks for 'Confirmo': not once it is given, nor of a day that the customer has just chosen, until the
 * reminder of that day asks for it.
 *
 * @param visit `chosenAt`: when the customer chose this day and slot by the link; null: staff did
 */
export function asksToConfirm(
  visit: { day: Day; confirmed: boolean; chosenAt: Date | null },
  now: Date,
): boolean {
  if (visit.confirmed) return false;
  if (visit.chosenAt === null) return true;
  const reminder = instantOf(addDays(visit.day, -1), reminderHours.from);
  return visit.chosenAt < reminder && now >= reminder;
}

/**
 * The days and slots that a customer may choose: the next days whose slot respects the minimum notice,
 * tomorrow at the earliest, without the present one.
 */
export function offeredDays<Slot extends { id: number; fromHour: number }>(
  slots: Slot[],
  visit: { day: Day; slotId: number },
  conversation: Conversation,
  now: Date,
): { day: Day; slots: Slot[] }[] {
  const first = addDays(today(now), 1);
  return Array.from({ length: daysOffered }, (_, index) => addDays(first, index))
    .map((day) => ({
      day,
      slots: slots.filter(
        (slot) =>
          now <= lastCall({ day, fromHour: slot.fromHour }, conversation) &&
          !(day === visit.day && slot.id === visit.slotId),
      ),
    }))
    .filter((day) => day.slots.length > 0);
}

import { givenNameOf } from '../../machines/customer/person-name.ts';

/**
 * What a message may say about a visit. Texts are as the database has them and cleaned here: a name with a
 * line break would otherwise break a mail's subject.
 */
export type VisitFacts = {
  customerName: string;
  /** 'jueves 05/03/2026' */
  day: string;
  slotName: string;
  /** Whole hours, 7 to 23. */
  slotFrom: number;
  slotTo: number;
  /** Null while the visit is unassigned. */
  technicianName: string | null;
  /** Who caused the event; null: a timed job. */
  actorName: string | null;
  orderNumber: string;
  operationName: string;
  /** The customer's own page of the visit; null without `public_link`. */
  link: string | null;
  /** Whether the customer may confirm, change or cancel on that page. */
  mayReply: boolean;
  /** Minutes that the technician has said to run late, 0: will not make it; null: nothing was said. */
  runningLate: number | null;
};

export type Text = { subject: string; text: string };

/** A name of a slot that means something to a customer; others, as 'Cupo 22804', are the provider's own. */
const partOfDay = /^(?:(?:por|de) la )?(?:mañana|mediodía|siesta|tarde|tardecita|noche)s?$/i;

/** 'el jueves 05/03/2026, turno Mañana (de 8 a 12 h)', or without the slot's name where a customer would not know it. */
export const when = (facts: VisitFacts): string => placeInTime(facts, (name) => partOfDay.test(name));

/** @param isSaid whether the slot's name, without 'turno', says more than its hours */
function placeInTime(
  { day, slotName, slotFrom, slotTo }: VisitFacts,
  isSaid: (name: string) => boolean,
): string {
  const name = oneLine(slotName).replace(/^turno\s+/i, '');
  const hours = `de ${slotFrom} a ${slotTo} h`;
  return isSaid(name) ? `el ${day}, turno ${name} (${hours})` : `el ${day}, ${hours}`;
}

/** '¡Hola, Ana!', or '¡Hola!' without a name. Of 'Gómez, Ana' what she is called by: a surname first is for lists. */
export function hello(name: string | null): string {
  const fullName = oneLine(name ?? '');
  return fullName ? `¡Hola, ${givenNameOf(fullName) ?? fullName}!` : '¡Hola!';
}

/** For staff, who know the slots by name: customer and time in one line. */
export function whoseAndWhen(facts: VisitFacts): string {
  const time = placeInTime(facts, (name) => /\p{L}{2}/u.test(name));
  return `${oneLine(facts.customerName) || 'Cliente sin nombre'}, ${time}.`;
}

/** For supervisors: the technician, if the actor is another person. */
export function whoseTechnician({ technicianName, actorName }: VisitFacts): string | null {
  const name = oneLine(technicianName ?? '');
  return name && name !== oneLine(actorName ?? '') ? `Técnico: ${name}.` : null;
}

/** 'Orden 00001234567 · Villa María' */
export function orderAndPlace(facts: VisitFacts): string {
  return [`Orden ${oneLine(facts.orderNumber)}`, oneLine(facts.operationName)].filter(Boolean).join(' · ');
}

/** The non-empty lines. */
export function lines(...parts: (string | null | undefined | false)[]): string {
  return parts.filter(Boolean).join('\n');
}

export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** Lines by which provider systems say when the customer is at home: 'Horario: por la mañana'. */
const line = /^\s*(?:horarios?|disponibilidad)\s*:\s*(.+?)\s*\.?\s*$/im;
/** What says nothing of hours. */
const any = /^(a coordinar|todo el d[ií]a|cualquier|indistinto|sin preferencia|-+)/i;

/**
 * When the customer is at home, as an order's text says it in words; null: it does not.
 *
 * @param detail the free text of an order
 */
export function customerHours(detail: string): string | null {
  const [, hours] = line.exec(detail) ?? [];
  return hours === undefined || any.test(hours) ? null : hours;
}

/**
 * Whether a slot lies within hours that are said in words; null: the words are not known.
 *
 * @param hours as `customerHours` answers
 */
export function isWithinHours(hours: string, slot: { fromHour: number; toHour: number }): boolean | null {
  const after = /(?:despu[eé]s|a partir|desde)(?: de)?(?: las?)? (\d{1,2})/i.exec(hours);
  const until = /(?:hasta|antes)(?: de)?(?: las?)? (\d{1,2})/i.exec(hours);
  if (after || until)
    return (!after || slot.fromHour >= Number(after[1])) && (!until || slot.toHour <= Number(until[1]));
  if (/ma[ñn]ana/i.test(hours)) return slot.toHour <= 13;
  return /tarde/i.test(hours) ? slot.fromHour >= 12 : null;
}

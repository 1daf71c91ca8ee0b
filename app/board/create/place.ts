import { isDay } from '../../../machines/calendar/slots.ts';

/** A cell of the week: where a visit is to be made. */
export type Place = { day: string; slotId: number };

/** As it stands in the address. */
export const placeText = ({ day, slotId }: Place): string => `${day}.${slotId}`;

/** @param text as it stands in the address; null where it names no cell */
export function readPlace(text: string | null): Place | null {
  const [, day, slot] = text?.match(/^(\d{4}-\d\d-\d\d)\.(\d{1,9})$/) ?? [];
  return day && slot && isDay(day) ? { day, slotId: Number(slot) } : null;
}

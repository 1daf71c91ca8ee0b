import { slotLabel } from '../../machines/calendar/slots.ts';
import { createWords } from '../words/visit/creation-words.ts';

/** Whether so many visits do not fit; `left` null: any number does. */
export const lacksPlaces = ({ left }: { left: number | null }, count: number): boolean =>
  left !== null && left < count;

type Slot = { id: number; name: string; fromHour: number; toHour: number; left: number | null };

/** A slot as a list offers it, with what is left of it. @param off whether it cannot be chosen */
export const slotOption = (slot: Slot, off: boolean) => ({
  value: String(slot.id),
  label: [slotLabel(slot), slot.left !== null && createWords.left(slot.left)].filter(Boolean).join(' · '),
  disabled: off,
});

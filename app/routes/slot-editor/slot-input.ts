import type { SettingSlot } from '../../../db/reads/settings/settings.ts';
import { formatDay, formatHours } from '../../../machines/calendar/slots.ts';
import { slotEditorWords as words } from '../../words/setup/slot-editor-words.ts';

/** Numbers as they are typed; `weekdays`: seven of them, separated by commas, Monday first. */
export type Fields = {
  name: string;
  fromHour: number;
  toHour: number;
  enabled: boolean;
  capacity: string;
  weekdays: string;
};

/** A slot without an id and a version does not exist yet. */
export type EditedSlot = Omit<SettingSlot, 'id' | 'version' | 'capacityOfDays'> & {
  id: number | null;
  version: number | null;
};

const typed = (value: number | null): string => (value === null ? '' : String(value));

export const fieldsOf = (slot: EditedSlot): Fields => ({
  name: slot.name,
  fromHour: slot.fromHour,
  toHour: slot.toHour,
  enabled: slot.enabled,
  capacity: typed(slot.capacity),
  weekdays: (slot.capacityByWeekday ?? Array.from({ length: 7 }, () => null)).map(typed).join(),
});

/** What is no number is left to the command's schema to refuse. */
const numberOf = (text: string): number | string | null => {
  const value = text.trim();
  return value === '' ? null : /^\d+$/.test(value) ? Number(value) : value;
};

/** The command's input. */
export const inputOf = ({ id, operation }: EditedSlot, fields: Partial<Fields>, version: number | null) => ({
  id,
  subsidiary_id: operation,
  name: fields.name,
  from: fields.fromHour,
  to: fields.toHour,
  enabled: fields.enabled,
  capacity: fields.capacity === undefined ? undefined : numberOf(fields.capacity),
  capacity_by_weekday: fields.weekdays?.split(',').map(numberOf),
  version,
});

/** The day from today on with the most visits in the slot. */
export type BusiestDay = { day: string; taken: number };

/** What the change does to the visits that stand in the slot. */
export const effectsOf = (
  fields: Fields,
  changes: Partial<Fields>,
  busiest: BusiestDay | undefined,
): string[] => {
  const hours = changes.fromHour !== undefined || changes.toHour !== undefined;
  const limits = [changes.capacity, ...(changes.weekdays?.split(',') ?? [])].filter(Boolean).map(Number);
  const least = Math.min(...limits);
  return [
    ...(hours ? [words.affectsHours(formatHours(fields))] : []),
    ...(changes.enabled === false ? [words.affectsDisabled] : []),
    ...(busiest && limits.length > 0 && least < busiest.taken
      ? [words.affectsCapacity(busiest.taken, formatDay(busiest.day))]
      : []),
  ];
};

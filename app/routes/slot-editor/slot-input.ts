import { formatHours } from '../../../machines/calendar/slots.ts';
import { slotEditorWords as words } from '../../words/slot-editor.ts';

export type Fields = { name: string; fromHour: number; toHour: number; enabled: boolean };

/** A slot without an id and a version does not exist yet. */
export type EditedSlot = Fields & { id: number | null; operation: string; version: number | null };

/** The command's input. */
export const inputOf = ({ id, operation }: EditedSlot, fields: Partial<Fields>, version: number | null) => ({
  id,
  subsidiary_id: operation,
  name: fields.name,
  from: fields.fromHour,
  to: fields.toHour,
  enabled: fields.enabled,
  version,
});

/** What the change does to the visits that stand in the slot. */
export const effectsOf = (fields: Fields, changes: Partial<Fields>): string[] => [
  ...(changes.fromHour === undefined && changes.toHour === undefined
    ? []
    : [words.affectsHours(formatHours(fields))]),
  ...(changes.enabled === false ? [words.affectsDisabled] : []),
];

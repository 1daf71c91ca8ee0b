import { z } from 'zod';
import { editAbsenceInput } from '../../../db/commands/crew/edit-absence-input.ts';
import type { ListedAbsence } from '../../../db/reads/people/crew.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { absenceWords as words } from '../../words/board/crew-words.ts';

/** What the form holds; ids as its fields do. */
export type Fields = {
  technician: string | null;
  from: string | null;
  to: string | null;
  /** The whole days, whatever slots are chosen. */
  whole: boolean;
  slots: string[];
  reason: string;
};

/** @param today what a new one begins with */
export const fieldsOf = (absence: ListedAbsence | null, today: string): Fields => ({
  technician: absence ? String(absence.technicianId) : null,
  from: absence?.fromDay ?? today,
  to: absence?.toDay ?? today,
  whole: absence === null || absence.slotIds.length === 0,
  slots: (absence?.slotIds ?? []).map(String),
  reason: absence?.reason ?? '',
});

/** What is sent; an empty list of slots is none chosen, which `formSchema` refuses. */
export const inputOf = (id: number | null, fields: Fields, version: number | null) => ({
  id,
  tech_id: fields.technician === null ? undefined : Number(fields.technician),
  from: fields.from ?? undefined,
  to: fields.to ?? undefined,
  timestripes: fields.whole ? null : fields.slots.map(Number),
  reason: fields.reason,
  version,
});

/** The command's schema, to which no slots are the whole days: who unticks those has to choose some. */
export const formSchema = z.looseObject({ timestripes: z.unknown() }).superRefine((input, context) => {
  const { error } = editAbsenceInput.safeParse(input, { error: () => refuse('check-the-data').text });
  for (const { path, message } of error?.issues ?? [])
    context.addIssue({ code: 'custom', path: [...path], message });
  if (Array.isArray(input.timestripes) && input.timestripes.length === 0)
    context.addIssue({ code: 'custom', path: ['timestripes'], message: words.chooseSlots });
});

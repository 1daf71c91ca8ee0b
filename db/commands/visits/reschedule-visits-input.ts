import { z } from 'zod';
import { refuse } from '../../../machines/words/refusals.ts';
import { textLimits } from '../../../machines/words/text-limits.ts';
import {
  chosen,
  chosenSlot,
  day,
  listOf,
  oneOrMany,
  requiredText,
  seenVersion,
  seenVersions,
  text,
} from '../input.ts';
import { checkOverbook, overbookFields } from './overbook-input.ts';

const reasonRequired = refuse('reschedule-reason-required').text;
const notesRequired = refuse('reschedule-notes-required').text;

/**
 * S2 §3 'Reschedule payload', §5. Absent `checked` is the spec's default: both. Apart from the command, so
 * that the form uses the same schema.
 */
export const rescheduleInput = z
  .object({
    visit_id: oneOrMany,
    new_date: day,
    checked: z
      .array(text(40))
      .max(10)
      .nullish()
      .transform((list) => list ?? ['unset_tech', 'public_link']),
    new_status: chosen(reasonRequired),
    new_timestripe: chosenSlot,
    reschedule_comments: requiredText(textLimits.note, notesRequired),
    version: seenVersion,
    versions: seenVersions,
    ...overbookFields,
  })
  .superRefine(checkOverbook)
  .refine((input) => input.version == null || listOf(input.visit_id).length === 1, {
    path: ['version'],
    message: 'Para varias visitas se envía versions.',
  });

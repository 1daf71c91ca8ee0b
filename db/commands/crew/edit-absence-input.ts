import { z } from 'zod';
import { daysBetween } from '../../../machines/calendar/slots.ts';
import { absenceDaysLimit } from '../../../machines/visit/absences.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { textLimits } from '../../../machines/words/text-limits.ts';
import { chosen, day, id, optional, seenVersion, technician, text } from '../input.ts';

const tooLong = `Una ausencia puede durar hasta ${absenceDaysLimit} días.`;

/**
 * When a technician does not work: days, both included, or slots of them. Without an id it is a new one. Apart from
 * the command, so that the form uses the same schema.
 */
export const editAbsenceInput = z
  .object({
    id: optional(id),
    tech_id: technician,
    from: day,
    to: day,
    /** Null or empty: the whole days. */
    timestripes: z
      .array(chosen(refuse('slot-unknown').text))
      .max(100, 'Se pueden elegir hasta 100 franjas.')
      .nullish()
      .transform((ids) => [...new Set(ids ?? [])].sort((a, b) => a - b)),
    reason: text(textLimits.absenceReason)
      .transform((value) => value.trim())
      .nullish()
      .transform((value) => value ?? ''),
    version: seenVersion,
  })
  .superRefine(({ from, to }, context) => {
    const message = from > to ? refuse('absence-days').text : tooLong;
    if (from > to || daysBetween(from, to) >= absenceDaysLimit)
      context.addIssue({ code: 'custom', path: ['to'], message });
  });

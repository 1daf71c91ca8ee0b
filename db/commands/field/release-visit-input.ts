import { z } from 'zod';
import { textLimits } from '../../../machines/words/text-limits.ts';
import { happenedAt, id, requiredText, seenVersion } from '../input.ts';

const required = 'Debe ingresar el motivo de la desasignación';

/** S1 §5 'Detach': a reason of 5 to 100 characters. Apart from the command, so that the form uses the same schema. */
export const releaseVisitInput = z.object({
  visit_id: id,
  notes: requiredText(textLimits.reason, required, { min: 5, tooLong: required }),
  happened_at: happenedAt,
  version: seenVersion,
});

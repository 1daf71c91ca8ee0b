import { z } from 'zod';
import { refuse } from '../../../machines/words/refusals.ts';
import { id, operationCode, optional, seenVersion, text, wholeBetween } from '../input.ts';

/**
 * S2 §3 'Priority'. By its id; one never set in an operation has none yet, and is named by operation and
 * symptom. The symptom's text is ignored. Apart from the command, so that the form uses the same schema.
 */
export const editPriorityInput = z
  .object({
    id: optional(id),
    subsidiary_id: optional(operationCode),
    symptom_id: optional(id),
    symptom: text(500).nullish(),
    priority: wholeBetween(0, 99, refuse('priority-range').text),
    version: seenVersion,
  })
  .refine((input) => input.id !== null || (input.subsidiary_id !== null && input.symptom_id !== null), {
    path: ['id'],
    message: 'Falta la prioridad, o su operación y su síntoma.',
  });

import { z } from 'zod';
import { id, optional, seenVersion, technician, text } from '../input.ts';

/**
 * S2 §3 'Visit edit payload'. What is absent stays as it is; `tech_id` null is nobody, an empty note is none.
 * The technician's name is read from the record, whatever is sent.
 * Apart from the command, so that the form asks the same schema.
 */
export const editVisitInput = z.object({
  visit_id: id,
  tech_comments: optional(text(2000)),
  tech_id: technician.nullish(),
  tech_name: optional(text(200)),
  timestripe_id: id.nullish(),
  version: seenVersion,
});

import { z } from 'zod';
import { textLimits } from '../../../machines/words/text-limits.ts';
import { id, optional, seenVersion, technician, text } from '../input.ts';
import { checkOverbook, overbookFields } from './overbook-input.ts';
import { position } from './place-visits-input.ts';

/**
 * S2 §3 'Visit edit payload'. Absent fields stay as they are; `tech_id` null unassigns, an empty note is none. The
 * technician's name is read from the record. Apart from the command, so that the form uses the same schema.
 */
export const editVisitInput = z
  .object({
    visit_id: id,
    tech_comments: optional(text(textLimits.note)),
    tech_id: technician.nullish(),
    tech_name: optional(text(200)),
    timestripe_id: id.nullish(),
    position: position.nullish(),
    ...overbookFields,
    version: seenVersion,
  })
  .superRefine(checkOverbook);

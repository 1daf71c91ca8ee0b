import { z } from 'zod';
import { refuse } from '../../../machines/words/refusals.ts';
import { operationCode } from '../input.ts';

const checkTheData = refuse('check-the-data').text;

/** `events`: versions of the operation's events, as the list of what needs attention names them; at most 500. */
export const acknowledgeInput = z.object({
  subsidiary: operationCode,
  events: z
    .array(z.int(checkTheData).min(1, checkTheData), checkTheData)
    .min(1, checkTheData)
    .max(500, checkTheData),
});

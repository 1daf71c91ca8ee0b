import { z } from 'zod';
import { retentionLimits } from '../../../machines/access/retention.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { operationCode, wholeBetween } from '../input.ts';

const { first, last } = retentionLimits;
/** Null is for ever. Neither may be absent: a forgotten field must not delete anything. */
const months = wholeBetween(first, last, refuse('retention-range').text).nullable();

/** Apart from the command, so that the screen uses the same schema. */
export const setRetentionInput = z.object({
  subsidiary_id: operationCode,
  months,
  /** The value that the sender saw. */
  seen_months: months,
});

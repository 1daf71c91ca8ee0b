import { z } from 'zod';
import { retentionLimits } from '../../../machines/access/retention.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { operationCode, wholeBetween } from '../input.ts';

const { first, last } = retentionLimits;
/** Null is for ever. Neither may be absent: nothing is deleted by what somebody forgot to send. */
const months = wholeBetween(first, last, refuse('retention-range').text).nullable();

/** Apart from the command, so that the screen asks the same schema. */
export const setRetentionInput = z.object({
  subsidiary_id: operationCode,
  months,
  /** What was set when the sender decided. */
  seen_months: months,
});

import { z } from 'zod';
import { capacityLimits } from '../../../machines/calendar/capacity.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { day, id, seenVersion, wholeBetween } from '../input.ts';

/** `capacity` null ends the exception; 0: no visits that day. */
export const editSlotDayInput = z.object({
  timestripe_id: id,
  date: day,
  capacity: wholeBetween(0, capacityLimits.last, refuse('day-capacity-range').text).nullable(),
  version: seenVersion,
});

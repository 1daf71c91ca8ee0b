import { z } from 'zod';
import { capacityLimits } from '../../../machines/calendar/capacity.ts';
import { newSlot, slotHours } from '../../../machines/calendar/slots.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { flag, id, name, operationCode, optional, seenVersion, wholeBetween } from '../input.ts';

const capacityRange = refuse('capacity-range').text;
const weekdaysSeven = refuse('weekdays-seven').text;
/** From 1; a weekday without visits is 0. */
const ofWeekday = wholeBetween(0, capacityLimits.last, refuse('day-capacity-range').text).nullable();

const hour = wholeBetween(slotHours.first, slotHours.last, refuse('slot-hours-range').text);

/**
 * The slot object (S2 §3 'Time slot', §5). Without an id it is a new slot of the named operation, with the
 * spec's defaults for absent fields; with an id, absent fields stay. Apart from the command, so that the form
 * uses the same schema.
 */
export const editSlotInput = z
  .object({
    id: optional(id),
    subsidiary_id: operationCode.nullish(),
    name: name.nullish(),
    from: hour.nullish(),
    to: hour.nullish(),
    enabled: flag.nullish(),
    /** How many visits fit a day; null: any number. */
    capacity: wholeBetween(capacityLimits.first, capacityLimits.last, capacityRange).nullish(),
    /** Monday first, each null for `capacity`; null: every day alike. */
    capacity_by_weekday: z.array(ofWeekday, weekdaysSeven).length(7, weekdaysSeven).nullish(),
    version: seenVersion,
  })
  .superRefine((input, context) => {
    if (input.id === null && input.subsidiary_id == null)
      context.addIssue({
        code: 'custom',
        path: ['subsidiary_id'],
        message: refuse('operation-required').text,
      });
    const isNew = input.id === null;
    const from = input.from ?? (isNew ? newSlot.fromHour : null);
    const to = input.to ?? (isNew ? newSlot.toHour : null);
    if (from !== null && to !== null && from >= to)
      context.addIssue({ code: 'custom', path: ['from'], message: refuse('slot-hours-order').text });
  });

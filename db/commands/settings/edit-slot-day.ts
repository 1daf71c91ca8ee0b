import { and, eq, sql } from 'drizzle-orm';
import { daysAhead } from '../../../machines/calendar/capacity.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { applyCapacity } from '../../record/places.ts';
import { command } from '../../record/transact.ts';
import { slotDayCapacities, slots } from '../../schema/index.ts';
import { editSlotDayInput } from './edit-slot-day-input.ts';
import { lockSlot } from './lock-slot.ts';

/**
 * The capacity of a slot on a single day, from today on: a holiday, a training, a storm (contract §10). Visits above
 * it stay; the slot has no places left then.
 */
export const editSlotDay = command({
  name: 'editSlotDay',
  input: editSlotDayInput,
  permission: 'can_edit_timestripes',
  async run(frame, input) {
    const slot = await lockSlot(frame, input.timestripe_id, input.version);
    if (isRefusal(slot)) return slot;
    if (input.date < today(frame.now))
      return refuse('day-past', { fields: { date: refuse('day-past').text } });
    if (input.date > addDays(today(frame.now), daysAhead))
      return refuse('day-too-far', { fields: { date: refuse('day-too-far').text } });
    const record = typed(frame.tx);
    const here = and(eq(slotDayCapacities.slotId, slot.id), eq(slotDayCapacities.day, input.date));
    const [before] = await record
      .select({ capacity: slotDayCapacities.capacity })
      .from(slotDayCapacities)
      .where(here);
    const { capacity, date } = input;
    if (capacity === (before?.capacity ?? null)) return { id: slot.id, version: slot.version };
    if (capacity === null) await record.delete(slotDayCapacities).where(here);
    else
      await record
        .insert(slotDayCapacities)
        .values({ slotId: slot.id, day: date, capacity })
        .onConflictDoUpdate({
          target: [slotDayCapacities.slotId, slotDayCapacities.day],
          set: { capacity },
        });
    await record
      .update(slots)
      .set({ version: sql`${slots.version} + 1` })
      .where(eq(slots.id, slot.id));
    await applyCapacity(frame.tx, slot.id, date);
    frame.record({
      operation: slot.operation,
      name: 'slots.changed',
      data: {
        change: 'day',
        slotId: slot.id,
        name: slot.name,
        day: date,
        from: { capacity: before?.capacity ?? null },
        to: { capacity },
      },
    });
    return { id: slot.id, version: slot.version + 1 };
  },
});

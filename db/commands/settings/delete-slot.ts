import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import { command } from '../../record/transact.ts';
import { slots } from '../../schema/index.ts';
import { id, operationCode, seenVersion } from '../input.ts';
import { lockSlot, slotFacts } from './lock-slot.ts';

export const deleteSlotInput = z.object({
  timestripe_id: id,
  subsidiary_id: operationCode.nullish(),
  version: seenVersion,
});

/**
 * Delete a time slot (S2 §5): refused while it has pending visits. Its row stays, disabled, because closed
 * visits reference it.
 */
export const deleteSlot = command({
  name: 'deleteSlot',
  input: deleteSlotInput,
  permission: 'can_edit_timestripes',
  async run(frame, input) {
    const slot = await lockSlot(frame, input.timestripe_id, input.version);
    if (isRefusal(slot)) return slot;
    if (input.subsidiary_id != null && input.subsidiary_id !== slot.operation) return refuse('slot-unknown');
    // Read after the lock: a visit that was being put into the slot is there by now, or will be refused.
    const [pending] = await frame.tx<{ count: number }[]>`
      select count(*)::int as count from visits where operation = ${slot.operation} and slot_id = ${slot.id}
        and ${isOpenVisit(frame.tx, 'visits')}`;
    if (pending!.count > 0)
      return refuse('slot-has-visits', {
        setting: { kind: 'slot', id: slot.id },
        text: `La franja tiene ${pending!.count === 1 ? '1 visita pendiente' : `${pending!.count} visitas pendientes`}.`,
      });
    await typed(frame.tx)
      .update(slots)
      .set({ deletedAt: frame.now, enabled: false, version: sql`${slots.version} + 1` })
      .where(eq(slots.id, slot.id));
    frame.record({
      operation: slot.operation,
      name: 'slots.changed',
      data: { change: 'deleted', slotId: slot.id, name: slot.name, from: slotFacts(slot) },
    });
    return {};
  },
});

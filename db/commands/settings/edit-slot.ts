import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import { newSlot, today } from '../../../machines/calendar/slots.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import { applyCapacity } from '../../record/places.ts';
import { command, type Frame } from '../../record/transact.ts';
import { slots } from '../../schema/index.ts';
import { editSlotInput } from './edit-slot-input.ts';
import { lockSlot, slotFacts } from './lock-slot.ts';

type Input = z.output<typeof editSlotInput>;
/** `open_visits`: how many follow the slot's new hours, for the caller to notify their customers. */
type Answer = { id: number; version: number; open_visits: number };

/**
 * Add a time slot to an operation, or change one (S2 §2 'Time-slot editor per operation', §5). Its open
 * visits follow its hours.
 */
export const editSlot = command({
  name: 'editSlot',
  input: editSlotInput,
  permission: 'can_edit_timestripes',
  run: (frame, input) => (input.id === null ? addSlot(frame, input) : changeSlot(frame, input.id, input)),
});

async function addSlot(frame: Frame, input: Input): Promise<Answer | Refusal> {
  const operation = input.subsidiary_id!;
  if (!operationsOf(frame.actor).includes(operation)) return refuse('operation-not-assigned');
  const slot = merge(newSlot, input);
  const [row] = await typed(frame.tx)
    .insert(slots)
    .values({ operation, ...slot })
    .returning({ id: slots.id });
  frame.record({
    operation,
    name: 'slots.changed',
    data: { change: 'added', slotId: row!.id, name: slot.name, to: slot },
  });
  return { id: row!.id, version: 1, open_visits: 0 };
}

async function changeSlot(frame: Frame, id: number, input: Input): Promise<Answer | Refusal> {
  const slot = await lockSlot(frame, id, input.version);
  if (isRefusal(slot)) return slot;
  if (input.subsidiary_id != null && input.subsidiary_id !== slot.operation) return refuse('slot-unknown');
  const from = slotFacts(slot);
  const to = merge(from, input);
  if (to.fromHour >= to.toHour)
    return refuse('slot-hours-order', { fields: { from: refuse('slot-hours-order').text } });
  if (JSON.stringify(from) === JSON.stringify(to)) return { id, version: slot.version, open_visits: 0 };
  await typed(frame.tx)
    .update(slots)
    .set({ ...to, version: sql`${slots.version} + 1` })
    .where(eq(slots.id, id));
  await applyCapacity(frame.tx, id, today(frame.now));
  frame.record({
    operation: slot.operation,
    name: 'slots.changed',
    data: { change: 'edited', slotId: id, name: from.name, from, to },
  });
  const isMoved = from.fromHour !== to.fromHour || from.toHour !== to.toHour;
  return { id, version: slot.version + 1, open_visits: isMoved ? await countOpen(frame, id) : 0 };
}

async function countOpen({ tx }: Frame, slotId: number): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from visits v where v.slot_id = ${slotId} and ${isOpenVisit(tx)}`;
  return row!.count;
}

const merge = (before: typeof newSlot, input: Input): typeof newSlot => ({
  name: input.name ?? before.name,
  fromHour: input.from ?? before.fromHour,
  toHour: input.to ?? before.toHour,
  enabled: input.enabled ?? before.enabled,
  capacity: input.capacity === undefined ? before.capacity : input.capacity,
  capacityByWeekday: weekdaysOf(input.capacity_by_weekday, before.capacityByWeekday),
});

/** Seven times nothing is nothing of its own. */
function weekdaysOf(sent: Input['capacity_by_weekday'], before: typeof newSlot.capacityByWeekday) {
  if (sent === undefined) return before;
  return sent?.some((capacity) => capacity !== null) ? sent : null;
}

import { and, eq, isNull } from 'drizzle-orm';
import { operationsOf } from '../../../machines/access/permissions.ts';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import type { Frame } from '../../record/transact.ts';
import { type Columns, slots } from '../../schema/index.ts';

export type LockedSlot = Columns<
  typeof slots,
  | 'id'
  | 'operation'
  | 'name'
  | 'fromHour'
  | 'toHour'
  | 'enabled'
  | 'capacity'
  | 'capacityByWeekday'
  | 'version'
>;

/**
 * Locks a slot within the actor's reach, in the version that was seen, against visits that are about to be
 * put into it: serialised with `chooseSlot` (faults.md F19).
 */
export async function lockSlot(
  { tx, actor }: Frame,
  slotId: number,
  seen: number | null | undefined,
): Promise<LockedSlot | Refusal> {
  const [slot] = await typed(tx)
    .select()
    .from(slots)
    .where(and(eq(slots.id, slotId), anyOf(slots.operation, operationsOf(actor)), isNull(slots.deletedAt)))
    .for('update');
  if (!slot) return refuse('slot-unknown');
  if (seen != null && seen !== slot.version)
    return refuse('slot-changed', { setting: { kind: 'slot', id: slot.id } });
  return slot;
}

/** A slot's data in the history. */
export const slotFacts = ({
  name,
  fromHour,
  toHour,
  enabled,
  capacity,
  capacityByWeekday,
}: Omit<LockedSlot, 'id' | 'operation' | 'version'>) => ({
  name,
  fromHour,
  toHour,
  enabled,
  capacity,
  capacityByWeekday,
});

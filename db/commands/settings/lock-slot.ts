import { operationsOf } from '../../../machines/access/permissions.ts';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import type { Frame } from '../../record/transact.ts';

export type LockedSlot = {
  id: number;
  operation: string;
  name: string;
  fromHour: number;
  toHour: number;
  enabled: boolean;
  version: number;
};

/**
 * Locks a slot within the actor's reach, in the version that was seen, against visits that are about to be
 * put into it: serialised with `chooseSlot` (faults.md F19).
 */
export async function lockSlot(
  { tx, actor }: Frame,
  slotId: number,
  seen: number | null | undefined,
): Promise<LockedSlot | Refusal> {
  const [slot] = await tx<LockedSlot[]>`
    select id, operation, name, from_hour, to_hour, enabled, version from slots
    where id = ${slotId} and operation = any(${operationsOf(actor)}::text[]) and deleted_at is null for update`;
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
}: Omit<LockedSlot, 'id' | 'operation' | 'version'>) => ({
  name,
  fromHour,
  toHour,
  enabled,
});

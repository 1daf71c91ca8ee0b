import { operationsOf } from '../../../machines/access/permissions.ts';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import type { Frame } from '../../record/transact.ts';

export type LockedZone = { id: number; operation: string; name: string; version: number };

/**
 * Changes of an operation's zones come one after the other: what two of them
 * could both take, a name or a node, the second finds taken.
 */
export async function queueForZones({ tx }: Frame, operation: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('zones'), ${operation}::int)`;
}

/** A zone within the actor's reach, still the one that was seen, locked against visits that are about to get it. */
export async function lockZone(
  frame: Frame,
  zoneId: number,
  seen: number | null | undefined,
): Promise<LockedZone | Refusal> {
  const { tx, actor } = frame;
  const [place] = await tx<{ operation: string }[]>`
    select operation from zones where id = ${zoneId} and operation = any(${operationsOf(actor)}::text[])`;
  if (!place) return refuse('zone-unknown');
  await queueForZones(frame, place.operation);
  const [zone] = await tx<LockedZone[]>`
    select id, operation, name, version from zones where id = ${zoneId} and deleted_at is null for update`;
  if (!zone) return refuse('zone-unknown');
  if (seen != null && seen !== zone.version)
    return refuse('zone-changed', { setting: { kind: 'zone', id: zone.id } });
  return zone;
}

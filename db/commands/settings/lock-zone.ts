import { operationsOf } from '../../../machines/access/permissions.ts';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import type { Frame } from '../../record/transact.ts';

export type LockedZone = { id: number; operation: string; name: string; version: number };

/** Serialises changes of an operation's zones: of two that take the same name or node, the second is refused. */
export async function serializeZones({ tx }: Frame, operation: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('zones'), ${operation}::int)`;
}

/** Locks a zone within the actor's reach, in the version that was seen, against visits that are about to get it. */
export async function lockZone(
  frame: Frame,
  zoneId: number,
  seen: number | null | undefined,
): Promise<LockedZone | Refusal> {
  const { tx, actor } = frame;
  const [place] = await tx<{ operation: string }[]>`
    select operation from zones where id = ${zoneId} and operation = any(${operationsOf(actor)}::text[])`;
  if (!place) return refuse('zone-unknown');
  await serializeZones(frame, place.operation);
  const [zone] = await tx<LockedZone[]>`
    select id, operation, name, version from zones where id = ${zoneId} and deleted_at is null for update`;
  if (!zone) return refuse('zone-unknown');
  if (seen != null && seen !== zone.version)
    return refuse('zone-changed', { setting: { kind: 'zone', id: zone.id } });
  return zone;
}

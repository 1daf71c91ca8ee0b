import { and, eq, isNull } from 'drizzle-orm';
import { operationsOf } from '../../../machines/access/permissions.ts';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import type { Frame } from '../../record/transact.ts';
import { type Columns, zones } from '../../schema/index.ts';

export type LockedZone = Columns<typeof zones, 'id' | 'operation' | 'name' | 'version'>;

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
  const [place] = await typed(tx)
    .select({ operation: zones.operation })
    .from(zones)
    .where(and(eq(zones.id, zoneId), anyOf(zones.operation, operationsOf(actor))));
  if (!place) return refuse('zone-unknown');
  await serializeZones(frame, place.operation);
  const [zone] = await typed(tx)
    .select({ id: zones.id, operation: zones.operation, name: zones.name, version: zones.version })
    .from(zones)
    .where(and(eq(zones.id, zoneId), isNull(zones.deletedAt)))
    .for('update');
  if (!zone) return refuse('zone-unknown');
  if (seen != null && seen !== zone.version)
    return refuse('zone-changed', { setting: { kind: 'zone', id: zone.id } });
  return zone;
}

import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import type { EventData } from '../../../machines/events.ts';
import { undoSeconds } from '../../../machines/visit/undo-time.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import { command, type Frame } from '../../record/transact.ts';
import { type Columns, nodes, zones } from '../../schema/index.ts';
import { id, undoKey } from '../input.ts';
import { serializeZones } from './lock-zone.ts';

type Zone = Columns<typeof zones, 'id' | 'operation' | 'name' | 'version'>;

/** `key`: the Idempotency-Key of the deletion, known to its sender only. */
export const undoZoneDeletionInput = z.object({ id, key: undoKey });

/**
 * Undo one's own deletion of a zone, for as long as that of a visit's change (ux.md U8): it has its nodes again, and
 * the open visits that had it. Refused as soon as its name or one of its nodes is another zone's.
 */
export const undoZoneDeletion = command({
  name: 'undoZoneDeletion',
  input: undoZoneDeletionInput,
  permission: 'can_edit_zones',
  async run(frame, input) {
    const zone = await lockDeletedZone(frame, input.id);
    if (isRefusal(zone)) return zone;
    const freed = await listFreed(frame, zone, input.key);
    if (isRefusal(freed)) return freed;
    const refusal = (await refuseName(frame, zone)) ?? (await refuseNodes(frame, zone, freed));
    if (refusal) return refusal;
    await typed(frame.tx)
      .update(zones)
      .set({ deletedAt: null, version: sql`${zones.version} + 1` })
      .where(eq(zones.id, zone.id));
    await typed(frame.tx)
      .update(nodes)
      .set({ zoneId: zone.id })
      .where(and(eq(nodes.operation, zone.operation), anyOf(nodes.name, freed)));
    frame.record({
      operation: zone.operation,
      name: 'zones.changed',
      data: { change: 'restored', zoneId: zone.id, name: zone.name, added: freed },
    });
    return { id: zone.id, version: zone.version + 1 };
  },
});

async function lockDeletedZone(frame: Frame, zoneId: number): Promise<Zone | Refusal> {
  const { tx, actor } = frame;
  const deleted = and(
    eq(zones.id, zoneId),
    anyOf(zones.operation, operationsOf(actor)),
    isNotNull(zones.deletedAt),
  );
  const columns = { id: zones.id, operation: zones.operation, name: zones.name, version: zones.version };
  const [place] = await typed(tx).select(columns).from(zones).where(deleted);
  if (!place) return refuse('nothing-to-undo');
  await serializeZones(frame, place.operation);
  const [zone] = await typed(tx).select(columns).from(zones).where(deleted).for('update');
  return zone ?? refuse('nothing-to-undo');
}

type Deletion = { mine: boolean; inTime: boolean; data: EventData & { removed: string[] } };

/** The nodes that the deletion under this key freed, by name. A zone's last event is its deletion while it is deleted. */
async function listFreed({ tx, actor, now }: Frame, zone: Zone, key: string): Promise<string[] | Refusal> {
  const [deletion] = await tx<Deletion[]>`
    select coalesce(key = ${key} and actor_id = ${actor.userId}, false) as mine,
      at > ${now}::timestamptz - make_interval(secs => ${undoSeconds}) as in_time, data
    from events where operation = ${zone.operation} and name = 'zones.changed'
      and data ->> 'zoneId' = ${String(zone.id)} order by version desc limit 1`;
  if (!deletion?.mine) return refuse('nothing-to-undo');
  return deletion.inTime ? deletion.data.removed : refuse('undo-expired');
}

const tooLate = (what: string) => refuse('undo-too-late', { text: `${what}: ya no se puede deshacer.` });

async function refuseName({ tx }: Frame, { operation, name }: Zone): Promise<Refusal | null> {
  const same = await typed(tx)
    .select({ id: zones.id })
    .from(zones)
    .where(and(eq(zones.operation, operation), eq(zones.name, name), isNull(zones.deletedAt)));
  return same.length > 0 ? tooLate('La operación ya tiene otra zona con ese nombre') : null;
}

async function refuseNodes({ tx }: Frame, { operation }: Zone, freed: string[]): Promise<Refusal | null> {
  const taken = await typed(tx)
    .select({ name: nodes.name })
    .from(nodes)
    .where(and(eq(nodes.operation, operation), anyOf(nodes.name, freed), isNotNull(nodes.zoneId)))
    .orderBy(nodes.name);
  if (taken.length === 0) return null;
  const names = taken.map(({ name }) => name).join(', ');
  return tooLate(
    taken.length === 1
      ? `El nodo ${names} ya pertenece a otra zona`
      : `Los nodos ${names} ya pertenecen a otra zona`,
  );
}

import { operationsOf, refusedBy } from '../../../machines/access/permissions.ts';
import {
  type CatalogueKind,
  type CatalogueName,
  permissionOfKind,
} from '../../../machines/order/catalogue-merge.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import type { Query } from '../../connection/sql.ts';
import type { Frame } from '../../record/transact.ts';
import { intakeLock } from '../intake/intake-lock.ts';
import { serializeZones } from '../settings/lock-zone.ts';
import { catalogues } from './catalogues.ts';

export type LockedName = CatalogueName & { zoneId: number | null };

/** Names of a catalogue by their ids, as they are now. */
export async function findNames(sql: Query, kind: CatalogueKind, ids: number[]): Promise<LockedName[]> {
  const { table, id, name } = catalogues[kind];
  const ofNode = kind === 'node' ? sql`c.operation, c.zone_id` : sql`null as operation, null as zone_id`;
  return [
    ...(await sql<LockedName[]>`
      select c.${sql(id)} as id, c.${sql(name)} as name, t.${sql(name)} as merged_into, ${ofNode}
      from ${sql(table)} c left join ${sql(table)} t on t.${sql(id)} = c.merged_into
      where c.${sql(id)} = any(${ids}::int[]) order by 1`),
  ];
}

/**
 * Two names of a catalogue, with the locks under which they may be merged: no intake is under way, so that none has read
 * a name that is about to be gone, and no zone takes a node.
 */
export async function lockNames(
  frame: Frame,
  kind: CatalogueKind,
  { from, into }: { from: number; into: number },
): Promise<{ from: LockedName; into: LockedName } | Refusal> {
  const { tx, actor } = frame;
  const refused = refusedBy(actor, permissionOfKind[kind]);
  if (refused) return refuse(refused);
  await tx`select pg_advisory_xact_lock(${intakeLock})`;
  const seen = namesOf(await findNames(tx, kind, [from, into]), actor.operations, from, into);
  if (isRefusal(seen) || kind !== 'node') return seen;
  for (const operation of new Set([seen.from.operation!, seen.into.operation!].sort()))
    await serializeZones(frame, operation);
  return namesOf(await findNames(tx, kind, [from, into]), operationsOf(actor), from, into);
}

/** A node of an operation that is not the user's does not exist for them. */
function namesOf(found: LockedName[], reach: readonly string[], fromId: number, intoId: number) {
  const known = (id: number) =>
    found.find((name) => name.id === id && (name.operation === null || reach.includes(name.operation)));
  const [from, into] = [known(fromId), known(intoId)];
  return from && into ? { from, into } : refuse('name-unknown');
}

import { operationsOf, refusedBy } from '../../../machines/access/permissions.ts';
import { type CatalogueKind, permissionOfKind } from '../../../machines/order/catalogue-merge.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { findNames, type NameRow } from '../../record/catalogue-names.ts';
import type { Frame } from '../../record/transact.ts';
import { intakeLock } from '../intake/intake-lock.ts';
import { serializeZones } from '../settings/lock-zone.ts';

/**
 * Two names of a catalogue, with the locks under which they may be merged: no intake is under way, so that none has read
 * a name that is about to be gone, and no zone takes a node.
 */
export async function lockNames(
  frame: Frame,
  kind: CatalogueKind,
  { from, into }: { from: number; into: number },
): Promise<{ from: NameRow; into: NameRow } | Refusal> {
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
function namesOf(names: NameRow[], reach: readonly string[], fromId: number, intoId: number) {
  const reachableName = (id: number) =>
    names.find((name) => name.id === id && (name.operation === null || reach.includes(name.operation)));
  const [from, into] = [reachableName(fromId), reachableName(intoId)];
  return from && into ? { from, into } : refuse('name-unknown');
}

import { type Actor, type Permission, refusedBy } from '../access/permissions.ts';
import { type Refusal, refuse } from '../words/refusals.ts';

/** The catalogues to which an intake adds names. Nodes are of one operation, the others of all. */
export const catalogueKinds = ['symptom', 'node', 'order_type'] as const;
export type CatalogueKind = (typeof catalogueKinds)[number];

/** What it takes to merge two names of a catalogue: the right to the editor in which they stand. */
export const permissionOfKind = {
  symptom: 'can_edit_priorities',
  node: 'can_edit_zones',
  order_type: 'can_edit_priorities',
} as const satisfies Record<CatalogueKind, Permission>;

/** The catalogues whose names a user may merge. */
export const kindsOf = (actor: Pick<Actor, 'permissions'>): CatalogueKind[] =>
  catalogueKinds.filter((kind) => !refusedBy(actor, permissionOfKind[kind]));

/** The orders of a name are counted so far in lists; a name with more has too many to be a spelling that came by mistake. */
export const countedOrders = 1_000;

/** A name is new for so many days. */
export const newDays = 7;

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000);

/** For how many days a merge can be taken back: what was moved is known for longer, but what came since is not. */
export const undoDays = 30;

/** A name of a catalogue, as two of them are compared before they are merged. */
export type CatalogueName = {
  id: number;
  name: string;
  /** Of a node. */
  operation: string | null;
  /** The name that it was merged into. */
  mergedInto: string | null;
};

/** Why one name cannot be merged into another; null: it can. */
export function refuseMerge(from: CatalogueName, into: CatalogueName): Refusal | null {
  if (from.id === into.id) return refuse('merge-into-itself');
  if (from.operation !== into.operation) return refuse('merge-across-operations');
  for (const { name, mergedInto } of [from, into])
    if (mergedInto !== null)
      return refuse('already-merged', { text: `“${name}” ya se unió con “${mergedInto}”.` });
  return null;
}

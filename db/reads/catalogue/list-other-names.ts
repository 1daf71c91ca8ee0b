import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import { type CatalogueKind, kindsOf } from '../../../machines/order/catalogue-merge.ts';
import type { Db } from '../../connection/open.ts';

/** The names into which one can be merged: the others of its kind, of a node those of its operation, by name. */
export async function listOtherNames(
  { sql }: Db,
  actor: Pick<Actor, 'operations' | 'permissions'>,
  { kind, id }: { kind: CatalogueKind; id: number },
): Promise<{ id: number; name: string }[]> {
  if (!kindsOf(actor).includes(kind)) return [];
  if (kind === 'symptom')
    return sql`select id, text as name from symptoms where merged_into is null and id <> ${id} order by 2, 1`;
  if (kind === 'order_type')
    return sql`select value as id, text as name from order_types where merged_into is null and value <> ${id} order by 2, 1`;
  return sql`
    select n.id, n.name from nodes n join nodes f on f.operation = n.operation and f.id = ${id}
    where n.merged_into is null and n.id <> ${id} and n.operation = any(${operationsOf(actor)}::text[]) order by 2, 1`;
}

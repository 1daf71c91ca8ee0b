import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import { type CatalogueKind, kindsOf } from '../../../machines/order/catalogue-merge.ts';
import type { Db } from '../../connection/open.ts';

/** How many names of these kinds intakes have added since then, among those that the user may merge. */
export async function countNewNames(
  { sql }: Db,
  actor: Pick<Actor, 'operations' | 'permissions'>,
  since: Date,
  some: readonly CatalogueKind[],
): Promise<number> {
  const kinds = kindsOf(actor).filter((kind) => some.includes(kind));
  const [row] = await sql<{ count: number }[]>`
    select ((select count(*) from symptoms where merged_into is null and added_at >= ${since} and 'symptom' = any(${kinds}::text[]))
      + (select count(*) from order_types where merged_into is null and added_at >= ${since} and 'order_type' = any(${kinds}::text[]))
      + (select count(*) from nodes where merged_into is null and added_at >= ${since} and operation = any(${operationsOf(actor)}::text[])
        and 'node' = any(${kinds}::text[])))::int as count`;
  return row!.count;
}

import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import { type CatalogueKind, kindsOf, undoDays } from '../../../machines/order/catalogue-merge.ts';
import type { Db } from '../../connection/open.ts';
import type { Columns, catalogueMerges } from '../../schema/index.ts';

/** A merge of the last days, newest first. */
export type RecentMerge = Columns<
  typeof catalogueMerges,
  'id' | 'kind' | 'operation' | 'at' | 'actorName' | 'undoneAt' | 'undoneBy'
> & {
  from: string;
  into: string;
  orders: number;
  /** The name into which the target was merged since: that has to be taken back first. */
  after: string | null;
};

/** As many are shown. */
const mostMerges = 50;

/** Those that can be taken back by who asks, and those that were: of symptoms and order types, where all its operations are theirs. */
export async function listMerges(
  { sql }: Db,
  actor: Pick<Actor, 'operations' | 'permissions'>,
  now: Date,
): Promise<RecentMerge[]> {
  const kinds: CatalogueKind[] = kindsOf(actor);
  return [
    ...(await sql<RecentMerge[]>`
      with names as (
        select 'symptom' as kind, id, text as name, merged_into from symptoms
        union all select 'order_type', value, text, merged_into from order_types
        union all select 'node', id, name, merged_into from nodes where operation = any(${operationsOf(actor)}::text[]))
      select m.id, m.kind, m.operation, m.at, m.actor_name, m.undone_at, m.undone_by, f.name as from, t.name as into,
        cardinality(m.orders) as orders, l.name as after
      from catalogue_merges m join names f on f.kind = m.kind and f.id = m.from_id
      join names t on t.kind = m.kind and t.id = m.into_id
      left join names l on l.kind = m.kind and l.id = t.merged_into and m.undone_at is null
      where m.kind = any(${kinds}::text[]) and m.operations <@ ${operationsOf(actor)}::text[]
        and m.at > ${now}::timestamptz - make_interval(days => ${undoDays})
      order by m.at desc, m.id desc limit ${sql.unsafe(String(mostMerges))}`),
  ];
}

import { type Actor, operationsOf, refusedBy } from '../../../machines/access/permissions.ts';
import {
  type CatalogueKind,
  permissionOfKind,
  refuseMerge,
} from '../../../machines/order/catalogue-merge.ts';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import type { Db } from '../../connection/open.ts';
import { findNames, listUses, orderHas, refuseElsewhere } from '../../record/catalogue-names.ts';

/** What a merge would move. */
export type ForeseenMerge = {
  from: string;
  into: string;
  orders: number;
  pending: number;
  /** The priority that the orders of an operation have, and will have, where the two differ. */
  priorities: { operation: string; before: number; after: number }[];
  /** Of a node: the zones of both, by name. */
  zones: { before: string | null; after: string | null } | null;
  /** Skills that visits of the name need. */
  skills: number;
};

/** What `mergeNames` would move, or why it would refuse. */
export async function foreseeMerge(
  { sql }: Db,
  actor: Pick<Actor, 'operations' | 'permissions'>,
  merge: { kind: CatalogueKind; from: number; into: number },
): Promise<ForeseenMerge | Refusal> {
  const { kind } = merge;
  const refused = refusedBy(actor, permissionOfKind[kind]);
  if (refused) return refuse(refused);
  const reach = operationsOf(actor);
  const names = await findNames(sql, kind, [merge.from, merge.into]);
  const reachableName = (id: number) =>
    names.find((name) => name.id === id && (name.operation === null || reach.includes(name.operation)));
  const [from, into] = [reachableName(merge.from), reachableName(merge.into)];
  if (!from || !into) return refuse('name-unknown');
  const uses = await listUses(sql, { kind, from });
  const elsewhere = uses.filter(({ code }) => !reach.includes(code));
  const refusal =
    refuseMerge(from, into) ?? (elsewhere.length > 0 ? refuseElsewhere(from.name, elsewhere) : null);
  if (refusal) return refusal;
  const [counted] = await sql<{ orders: number; pending: number; skills: number }[]>`
    select (select count(*)::int from orders w where ${orderHas(sql, kind, from.id)}) as orders,
      (select count(*)::int from orders w where w.status_id <= 2 and ${orderHas(sql, kind, from.id)}) as pending,
      (select count(distinct n.skill_id)::int from skill_needs n
        where ${kind === 'symptom' ? sql`n.symptom_id = ${from.id}` : kind === 'node' ? sql`false` : sql`n.order_type = ${from.id}`}) as skills`;
  const priorities =
    kind !== 'symptom'
      ? []
      : await sql<ForeseenMerge['priorities']>`
          select o.name as operation, coalesce(p.priority, 0) as before,
            case when coalesce(q.priority, 0) = 0 and coalesce(q.version, 1) = 1 then coalesce(p.priority, 0) else q.priority end as after
          from operations o left join priorities p on p.operation = o.code and p.symptom_id = ${from.id}
          left join priorities q on q.operation = o.code and q.symptom_id = ${into.id}
          where o.code = any(${uses.map(({ code }) => code)}::text[]) order by o.code`;
  const zones =
    kind !== 'node'
      ? []
      : await sql<{ id: number; name: string }[]>`
          select id, name from zones where id = any(${[from.zoneId, into.zoneId].filter((id) => id !== null)}::int[])`;
  const zoneOf = (id: number | null) => zones.find((zone) => zone.id === id)?.name ?? null;
  return {
    from: from.name,
    into: into.name,
    ...counted!,
    priorities: priorities.filter(({ before, after }) => before !== after),
    zones:
      kind === 'node' && from.zoneId !== into.zoneId
        ? { before: zoneOf(from.zoneId), after: zoneOf(into.zoneId ?? from.zoneId) }
        : null,
  };
}

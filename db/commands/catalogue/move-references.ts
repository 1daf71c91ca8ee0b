import type { CatalogueKind } from '../../../machines/order/catalogue-merge.ts';
import type { Tx } from '../../connection/sql.ts';
import { catalogues, type NameRow, orderHas, visitHas } from '../../record/catalogue-names.ts';
import { isClosedVisit, isOpenVisit } from '../../record/open-visits.ts';
import { renameVisits } from '../../record/save-visits.ts';
import type { MovedSettings } from '../../schema/catalogue-merges.ts';

type Names = { kind: CatalogueKind; from: NameRow; into: NameRow };

export type MovedWork = { orders: string[]; pending: number; visits: number[] };

/** A merge moves so many orders at most: about six seconds, all in one transaction. */
export const mostOrders = 50_000;

/**
 * Orders and visits of one name get the other, in few statements. Closed ones first, for which no command waits; then
 * visits before orders, since commands lock a visit before its order; then once more the visits that were made of an
 * order before its lock was ours.
 */
export async function moveWork(tx: Tx, names: Names, operations: string[]): Promise<MovedWork> {
  const closedVisits = await moveVisits(tx, names, await lockVisits(tx, names, operations, 'closed'));
  const closed = await moveOrders(tx, names, 'closed');
  const visits = await moveVisits(tx, names, await lockVisits(tx, names, operations, 'all'));
  const pending = await moveOrders(tx, names, 'all');
  const orders = [...closed, ...pending];
  const late = await moveVisits(tx, names, await lockVisitsOf(tx, names, orders));
  return { orders, pending: pending.length, visits: [...closedVisits, ...visits, ...late] };
}

async function moveOrders(tx: Tx, { kind, from, into }: Names, which: 'closed' | 'all'): Promise<string[]> {
  const moved = await tx<{ number: string }[]>`
    with held as materialized (
      select w.number from orders w where ${orderHas(tx, kind, from.id)} ${which === 'closed' ? tx`and w.status_id > 2` : tx``}
      order by w.number for no key update)
    update orders w set ${tx(catalogues[kind].order)} = ${into.id} from held h where w.number = h.number returning w.number`;
  return moved.map(({ number }) => number);
}

/** The open visits that have the name, and those of the orders that have it. */
async function lockVisits(
  tx: Tx,
  { kind, from }: Names,
  operations: string[],
  which: 'closed' | 'all',
): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    with named as (
      ${which === 'closed' ? tx`` : tx`select v.id from visits v where v.operation = any(${operations}::text[]) and ${isOpenVisit(tx)} and ${visitHas(tx, kind, from)} union`}
      select v.id from orders w join order_visits a on a.order_number = w.number join visits v on v.id = a.visit_id
      where ${orderHas(tx, kind, from.id)} and ${visitHas(tx, kind, from)} ${which === 'closed' ? tx`and ${isClosedVisit(tx)}` : tx``})
    select v.id from named n join visits v on v.id = n.id order by v.id for no key update of v`;
  return rows.map(({ id }) => id);
}

async function lockVisitsOf(tx: Tx, { kind, from }: Names, orders: string[]): Promise<number[]> {
  if (orders.length === 0) return [];
  const rows = await tx<{ id: number }[]>`
    select v.id from order_visits a join visits v on v.id = a.visit_id
    where a.order_number = any(${orders}::text[]) and ${visitHas(tx, kind, from)} order by v.id for no key update of v`;
  return rows.map(({ id }) => id);
}

async function moveVisits(tx: Tx, { kind, into }: Names, ids: number[]): Promise<number[]> {
  if (ids.length > 0)
    await renameVisits(tx, ids, catalogues[kind].visit, kind === 'node' ? into.name : into.id);
  return ids;
}

/**
 * What is set up for a name goes to the other where that has nothing of its own: its priority in an operation, its place
 * in a zone. Skills are needed for either, and saved views filter by the other.
 */
export async function moveSettings(tx: Tx, names: Names): Promise<MovedSettings> {
  const { kind, from, into } = names;
  const settings: MovedSettings = {
    aliases: await moveAliases(tx, kind, from.id, into.id),
    ...{ priorities: [], needs: [], views: [], zone: null },
  };
  if (kind === 'node') settings.zone = await moveZone(tx, from, into);
  else settings.needs = await moveNeeds(tx, kind, from.id, into.id);
  if (kind === 'symptom') settings.priorities = await movePriorities(tx, from.id, into.id);
  if (kind === 'order_type') settings.views = await moveFilters(tx, from.id, into.id);
  const { table, id } = catalogues[kind];
  await tx`update ${tx(table)} set merged_into = ${into.id} where ${tx(id)} = ${from.id}`;
  return settings;
}

/** Each alias leads to its target in one step, so that a name is resolved by one look. */
async function moveAliases(tx: Tx, kind: CatalogueKind, from: number, into: number): Promise<number[]> {
  const { table, id } = catalogues[kind];
  const rows = await tx<{ id: number }[]>`
    update ${tx(table)} set merged_into = ${into} where merged_into = ${from} returning ${tx(id)} as id`;
  return rows.map((row) => row.id);
}

/** The target's own priority stays; one that it never had, or that an intake began with 0, is taken over. */
async function movePriorities(tx: Tx, from: number, into: number): Promise<MovedSettings['priorities']> {
  return [
    ...(await tx<MovedSettings['priorities']>`
      with given as (
        select p.operation, p.priority, q.priority as before from priorities p
        left join priorities q on q.operation = p.operation and q.symptom_id = ${into}
        where p.symptom_id = ${from} and p.priority <> 0 and coalesce(q.priority, 0) = 0 and coalesce(q.version, 1) = 1
      ), taken as (
        insert into priorities as t (operation, symptom_id, priority)
        select operation, ${into}, priority from given order by operation
        on conflict (operation, symptom_id) do update set priority = excluded.priority, version = t.version + 1
        returning operation, priority, version)
      select t.operation, t.priority, t.version, g.before from taken t join given g on g.operation = t.operation order by 1`),
  ];
}

async function moveNeeds(
  tx: Tx,
  kind: 'symptom' | 'order_type',
  from: number,
  into: number,
): Promise<MovedSettings['needs']> {
  const column = kind === 'symptom' ? tx`symptom_id` : tx`order_type`;
  const other = kind === 'symptom' ? tx`order_type` : tx`symptom_id`;
  await lockSkills(tx, await tx`select distinct n.skill_id from skill_needs n where n.${column} = ${from}`);
  const needs = await tx<MovedSettings['needs']>`
    select n.id, n.skill_id, n.order_type, n.symptom_id, not exists (
      select 1 from skill_needs t where t.skill_id = n.skill_id and t.${column} = ${into} and t.${other} is not distinct from n.${other}) as moved
    from skill_needs n where n.${column} = ${from} order by n.id`;
  const ids = (moved: boolean) => needs.filter((need) => need.moved === moved).map(({ id }) => id);
  await tx`update skill_needs set ${column} = ${into} where id = any(${ids(true)}::int[])`;
  await tx`delete from skill_needs where id = any(${ids(false)}::int[])`;
  return [...needs];
}

/** The row that serialises the changes of an operation's skills gets its next version: an open form has seen another. */
export async function lockSkills(tx: Tx, needs: readonly { skillId: number }[]): Promise<void> {
  await tx`
    insert into skill_rules as r (operation, version)
    select distinct operation, 2 from skills where id = any(${needs.map(({ skillId }) => skillId)}::int[]) order by operation
    on conflict (operation) do update set version = r.version + 1`;
}

async function moveZone(tx: Tx, from: NameRow, into: NameRow): Promise<MovedSettings['zone']> {
  if (from.zoneId === null) return null;
  const taken = into.zoneId === null;
  if (taken) await tx`update nodes set zone_id = ${from.zoneId} where id = ${into.id}`;
  await tx`update nodes set zone_id = null where id = ${from.id}`;
  await tx`update zones set version = version + 1 where id = ${from.zoneId}`;
  return { id: from.zoneId, taken };
}

/** Boards are filtered by an order type as `clase` and `tipo` of their address. */
async function moveFilters(tx: Tx, from: number, into: number): Promise<string[]> {
  const [before, after] = [`(^|&)(clase|tipo)=${from}(?=&|$)`, `\\1\\2=${into}`];
  const views = await tx<{ id: string }[]>`
    update saved_views set filters = regexp_replace(filters, ${before}, ${after}, 'g') where filters ~ ${before} returning id`;
  await tx`
    update users set preferences = jsonb_set(preferences, '{jefetec}', to_jsonb(regexp_replace(preferences ->> 'jefetec', ${before}, ${after}, 'g')))
    where preferences ->> 'jefetec' ~ ${before}`;
  return views.map(({ id }) => id);
}

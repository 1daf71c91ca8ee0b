import type { CatalogueKind, CatalogueName } from '../../machines/order/catalogue-merge.ts';
import { refuse } from '../../machines/words/refusals.ts';
import type { Fragment, Query } from '../connection/sql.ts';
import { isOpenVisit } from './open-visits.ts';

/** Where the names of a catalogue stand, and the columns that hold them. */
type Catalogue = {
  table: 'symptoms' | 'nodes' | 'order_types';
  id: 'id' | 'value';
  name: 'text' | 'name';
  /** Of an order. */
  order: 'symptom_id' | 'node_id' | 'type';
  /** The copy in a visit, by id; a node's is its name. */
  visit: 'symptom_id' | 'node_name' | 'order_type';
};

export const catalogues: Record<CatalogueKind, Catalogue> = {
  symptom: { table: 'symptoms', id: 'id', name: 'text', order: 'symptom_id', visit: 'symptom_id' },
  node: { table: 'nodes', id: 'id', name: 'name', order: 'node_id', visit: 'node_name' },
  order_type: { table: 'order_types', id: 'value', name: 'text', order: 'type', visit: 'order_type' },
};

/** SQL: whether an order has the name with this id. */
export const orderHas = (sql: Query, kind: CatalogueKind, id: number): Fragment =>
  kind === 'symptom'
    ? sql`w.symptom_id = ${id}`
    : kind === 'node'
      ? sql`w.node_id = ${id}`
      : sql`w.type = ${id}`;

/** SQL: whether a visit has a copy of it. */
export const visitHas = (sql: Query, kind: CatalogueKind, name: { id: number; name: string }): Fragment =>
  kind === 'symptom'
    ? sql`v.symptom_id = ${name.id}`
    : kind === 'node'
      ? sql`v.node_name = ${name.name}`
      : sql`v.order_type = ${name.id}`;

export type NameRow = CatalogueName & { zoneId: number | null };

/** Names of a catalogue by their ids, as they are now. */
export async function findNames(sql: Query, kind: CatalogueKind, ids: number[]): Promise<NameRow[]> {
  const { table, id, name } = catalogues[kind];
  const ofNode = kind === 'node' ? sql`c.operation, c.zone_id` : sql`null as operation, null as zone_id`;
  return [
    ...(await sql<NameRow[]>`
      select c.${sql(id)} as id, c.${sql(name)} as name, t.${sql(name)} as merged_into, ${ofNode}
      from ${sql(table)} c left join ${sql(table)} t on t.${sql(id)} = c.merged_into
      where c.${sql(id)} = any(${ids}::int[]) order by 1`),
  ];
}

/** The operations in which something has the name: orders, open visits, needs of skills, and a priority that was set. */
export async function listUses(
  sql: Query,
  { kind, from }: { kind: CatalogueKind; from: NameRow },
): Promise<{ code: string; name: string }[]> {
  if (kind === 'node') return sql`select code, name from operations where code = ${from.operation}`;
  const needs = kind === 'symptom' ? sql`n.symptom_id = ${from.id}` : sql`n.order_type = ${from.id}`;
  const priority =
    kind === 'symptom'
      ? sql`exists (select 1 from priorities p where p.operation = o.code and p.symptom_id = ${from.id} and p.priority <> 0)`
      : sql`false`;
  return sql`
    select o.code, o.name from operations o
    where exists (select 1 from orders w where w.operation = o.code and ${orderHas(sql, kind, from.id)})
      or exists (select 1 from visits v where v.operation = o.code and ${isOpenVisit(sql)} and ${visitHas(sql, kind, from)})
      or exists (select 1 from skill_needs n join skills s on s.id = n.skill_id where s.operation = o.code and ${needs})
      or ${priority}
    order by o.code`;
}

/** The names of a catalogue are those of all operations: what one user merges, all have merged. */
export const refuseElsewhere = (name: string, elsewhere: { name: string }[]) =>
  refuse('name-used-elsewhere', {
    text: `“${name}” se usa también en operaciones que no tenés asignadas: ${elsewhere
      .map((operation) => operation.name)
      .join(', ')}.`,
  });

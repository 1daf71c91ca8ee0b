import type { CatalogueKind } from '../../../machines/order/catalogue-merge.ts';
import type { Fragment, Query } from '../../connection/sql.ts';

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

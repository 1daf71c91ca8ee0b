import { nameKey } from '../../../machines/order/catalogue-name.ts';
import { type Added, type RowProblem, rowProblem } from '../../../machines/order/intake.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import type { Frame } from '../../record/transact.ts';
import {
  type Columns,
  nodes as nodeTable,
  orderTypes,
  symptoms as symptomTable,
} from '../../schema/index.ts';
import type { Promised } from './kind.ts';
import type { OrderInput } from './rows.ts';

/** What orders refer to by number or name, including what this intake adds. */
export type Lookups = {
  /** By value: itself, or what it was merged into. */
  types: Map<number, number>;
  newTypes: Map<number, string>;
  /** By id, as the types. */
  symptoms: Map<number, number>;
  /** The texts by their ids. */
  symptomTexts: Map<number, string>;
  symptomByText: Names<number>;
  /** By operation. */
  nodes: Map<string, Names<string>>;
  /** As the first row names them that was taken; of nodes after their operation's code. */
  newSymptoms: Names<string>;
  newNodes: Names<string>;
};

/** Values by name: as it is written where there is one, else by its key. */
class Names<Value> {
  private exact = new Map<string, Value>();
  private byKey = new Map<string, Value>();
  /** Of two names with one key the first counts. */
  add(name: string, value: Value): void {
    if (!this.exact.has(name)) this.exact.set(name, value);
    if (!this.byKey.has(nameKey(name))) this.byKey.set(nameKey(name), value);
  }
  find = (name: string): Value | undefined => this.exact.get(name) ?? this.byKey.get(nameKey(name));
}

/** A name that was merged into another means that one. Names of their own come first where two have one key. */
export async function readLookups({ tx }: Frame, promised: Promised, operations: string[]): Promise<Lookups> {
  const types = await typed(tx)
    .select({ value: orderTypes.value, mergedInto: orderTypes.mergedInto })
    .from(orderTypes);
  const promisedTypes = [...promised].flatMap((key) =>
    key.startsWith('type.') ? [Number(key.slice(5))] : [],
  );
  const symptoms = await typed(tx).select().from(symptomTable).orderBy(symptomTable.id);
  const symptomByText = new Names<number>();
  for (const { id, text, mergedInto } of ownFirst(symptoms)) symptomByText.add(text, mergedInto ?? id);
  const recorded = await typed(tx)
    .select({
      id: nodeTable.id,
      operation: nodeTable.operation,
      name: nodeTable.name,
      mergedInto: nodeTable.mergedInto,
    })
    .from(nodeTable)
    .where(anyOf(nodeTable.operation, operations))
    .orderBy(nodeTable.id);
  const nameOf = new Map(recorded.map(({ id, name }) => [id, name]));
  const nodes = new Map(operations.map((operation) => [operation, new Names<string>()]));
  for (const { operation, name, mergedInto } of ownFirst(recorded))
    nodes.get(operation)!.add(name, mergedInto === null ? name : nameOf.get(mergedInto)!);
  return {
    types: new Map([
      ...types.map(({ value, mergedInto }) => [value, mergedInto ?? value] as const),
      ...promisedTypes.map((value) => [value, value] as const),
    ]),
    newTypes: new Map(),
    symptoms: new Map(symptoms.map(({ id, mergedInto }) => [id, mergedInto ?? id])),
    symptomTexts: new Map(symptoms.map(({ id, text }) => [id, text])),
    symptomByText,
    nodes,
    newSymptoms: new Names(),
    newNodes: new Names(),
  };
}

const ownFirst = <Row extends { mergedInto: number | null }>(rows: readonly Row[]): Row[] => [
  ...rows.filter(({ mergedInto }) => mergedInto === null),
  ...rows.filter(({ mergedInto }) => mergedInto !== null),
];

export function checkType({ types, newTypes }: Lookups, row: OrderInput): RowProblem | null {
  if (row.ot_type === undefined || types.has(row.ot_type) || newTypes.has(row.ot_type)) return null;
  return row.ot_type_friendly ? null : rowProblem('type-unknown', 'ot_type');
}

/** The order type by the value that counts; undefined: the row has none. */
export const typeOf = ({ types }: Lookups, row: OrderInput): number | undefined =>
  row.ot_type === undefined ? undefined : (types.get(row.ot_type) ?? row.ot_type);

/** The symptom's id, its text while it is new, null when it is cleared, undefined when the row has none. */
export function symptomOf(
  lookups: Lookups,
  row: OrderInput,
): number | string | null | undefined | RowProblem {
  if (row.symptom_id != null)
    return lookups.symptoms.get(row.symptom_id) ?? rowProblem('symptom-unknown', 'symptom_id');
  if (row.symptom)
    return lookups.symptomByText.find(row.symptom) ?? lookups.newSymptoms.find(row.symptom) ?? row.symptom;
  return row.symptom_id === null || row.symptom === null ? null : undefined;
}

/** A symptom of an order as it is read: its text, also while it is new. */
export const symptomText = ({ symptomTexts }: Lookups, symptom: number | string | null): string | null =>
  typeof symptom === 'number' ? (symptomTexts.get(symptom) ?? String(symptom)) : symptom;

/** The node by the name that the record has for it, or as the row names it. */
export const nodeOf = (
  { nodes, newNodes }: Lookups,
  operation: string,
  name: string | null | undefined,
): string | null | undefined =>
  name && (nodes.get(operation)?.find(name) ?? newNodes.find(`${operation} ${name}`) ?? name);

/** Later rows name what this one added as it did. */
export function noteNames(
  lookups: Lookups,
  operation: string,
  { node, symptom }: { node: string | null; symptom: number | string | null },
): void {
  if (typeof symptom === 'string') lookups.newSymptoms.add(symptom, symptom);
  if (node) lookups.newNodes.add(`${operation} ${node}`, node);
}

/** What these orders add to the catalogues, each once. */
export function addedBy(
  lookups: Lookups,
  orders: Iterable<{ number: string; node: string | null; symptom: number | string | null }>,
): Added[] {
  const added = new Map<string, Added>();
  const add = (newName: Added) => {
    const key = `${newName.kind}.${newName.subsidiary_id}.${nameKey(newName.name)}`;
    if (!added.has(key)) added.set(key, newName);
  };
  for (const name of lookups.newTypes.values()) add({ kind: 'order_type', name, subsidiary_id: null });
  for (const { number, node, symptom } of orders) {
    const operation = number.slice(0, 3);
    if (typeof symptom === 'string') add({ kind: 'symptom', name: symptom, subsidiary_id: null });
    if (node && lookups.nodes.get(operation)?.find(node) === undefined)
      add({ kind: 'node', name: node, subsidiary_id: operation });
  }
  return [...added.values()];
}

/** Writes the new types, symptoms and nodes of these orders; answers the ids of the new symptoms. */
export async function saveLookups(
  { tx, now, record }: Frame,
  { newTypes }: Lookups,
  orders: { operation: string; type: number; node: string | null; symptom: number | string | null }[],
): Promise<(symptom: number | string | null) => number | null> {
  if (newTypes.size > 0)
    await tx`
      insert into order_types (value, text, added_at)
      select value, text, ${now}::timestamptz from unnest(${[...newTypes.keys()]}::int[], ${[...newTypes.values()]}::text[]) as n (value, text)
      on conflict do nothing`;
  const texts = new Map(
    orders.flatMap(({ symptom }) => (typeof symptom === 'string' ? [[nameKey(symptom), symptom]] : [])),
  );
  const ids = new Map<string, number>();
  if (texts.size > 0) {
    const rows = await tx<Columns<typeof symptomTable, 'id' | 'text'>[]>`
      insert into symptoms (text, added_at) select text, ${now}::timestamptz from unnest(${[...texts.values()]}::text[]) as n (text)
      returning id, text`;
    for (const { id, text } of rows) ids.set(nameKey(text), id);
  }
  const idOf = (symptom: number | string | null) =>
    typeof symptom === 'string' ? ids.get(nameKey(symptom))! : symptom;

  const priorities = orders.flatMap(({ operation, symptom }) => {
    const id = idOf(symptom);
    return id === null ? [] : [{ operation, id }];
  });
  await tx`
    insert into priorities (operation, symptom_id, priority)
    select distinct operation, id, 0 from jsonb_to_recordset(${tx.json(priorities)}) as x (operation text, id int)
    on conflict do nothing`;
  const nodes = orders.flatMap(({ operation, node }) => (node ? [{ operation, node }] : []));
  const newNodes = await tx<{ operation: string }[]>`
    insert into nodes (operation, name, added_at)
    select distinct x.operation, x.node, ${now}::timestamptz from jsonb_to_recordset(${tx.json(nodes)}) as x (operation text, node text)
    where not exists (select 1 from nodes n where n.operation = x.operation and n.name = x.node)
    on conflict do nothing returning operation`;
  const added = [
    ...newNodes.map(({ operation }) => operation),
    ...orders
      .filter(({ type, symptom }) => typeof symptom === 'string' || newTypes.has(type))
      .map(({ operation }) => operation),
  ];
  for (const operation of new Set(added)) record({ operation, name: 'names.added' });
  return idOf;
}

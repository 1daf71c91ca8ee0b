import { desc } from 'drizzle-orm';
import { type RowProblem, rowProblem } from '../../../machines/order/intake.ts';
import { typed } from '../../connection/typed.ts';
import type { Frame } from '../../record/transact.ts';
import { type Columns, orderTypes, symptoms as symptomTable } from '../../schema/index.ts';
import type { Promised } from './kind.ts';
import type { OrderInput } from './rows.ts';

/** What orders refer to by number or text, including what this intake adds. */
export type Lookups = {
  types: Set<number>;
  newTypes: Map<number, string>;
  symptoms: Set<number>;
  symptomByText: Map<string, number>;
};

/** Feeds vary the capitals of a symptom. */
const keyOf = (text: string) => text.toLocaleLowerCase('es');

export async function readLookups({ tx }: Frame, promised: Promised): Promise<Lookups> {
  const types = await typed(tx).select({ value: orderTypes.value }).from(orderTypes);
  const symptoms = await typed(tx).select().from(symptomTable).orderBy(desc(symptomTable.id));
  const kept = [...promised].flatMap((one) => (one.startsWith('type.') ? [Number(one.slice(5))] : []));
  return {
    types: new Set([...types.map(({ value }) => value), ...kept]),
    newTypes: new Map(),
    symptoms: new Set(symptoms.map(({ id }) => id)),
    symptomByText: new Map(symptoms.map(({ id, text }) => [keyOf(text), id])),
  };
}

export function checkType({ types, newTypes }: Lookups, row: OrderInput): RowProblem | null {
  if (row.ot_type === undefined || types.has(row.ot_type) || newTypes.has(row.ot_type)) return null;
  return row.ot_type_friendly ? null : rowProblem('type-unknown', 'ot_type');
}

/** The symptom's id, its text while it is new, null when it is cleared, undefined when the row has none. */
export function symptomOf(
  lookups: Lookups,
  row: OrderInput,
): number | string | null | undefined | RowProblem {
  if (row.symptom_id != null)
    return lookups.symptoms.has(row.symptom_id)
      ? row.symptom_id
      : rowProblem('symptom-unknown', 'symptom_id');
  if (row.symptom) return lookups.symptomByText.get(keyOf(row.symptom)) ?? row.symptom;
  return row.symptom_id === null || row.symptom === null ? null : undefined;
}

/** Writes the new types, symptoms and nodes of these orders; answers the ids of the new symptoms. */
export async function saveLookups(
  { tx }: Frame,
  { newTypes }: Lookups,
  orders: { operation: string; node: string | null; symptom: number | string | null }[],
): Promise<(symptom: number | string | null) => number | null> {
  if (newTypes.size > 0)
    await tx`
      insert into order_types (value, text)
      select * from unnest(${[...newTypes.keys()]}::int[], ${[...newTypes.values()]}::text[]) on conflict do nothing`;
  const texts = new Map(
    orders.flatMap(({ symptom }) => (typeof symptom === 'string' ? [[keyOf(symptom), symptom]] : [])),
  );
  const added = new Map<string, number>();
  if (texts.size > 0) {
    const rows = await tx<Columns<typeof symptomTable, 'id' | 'text'>[]>`
      insert into symptoms (text) select * from unnest(${[...texts.values()]}::text[]) returning id, text`;
    for (const { id, text } of rows) added.set(keyOf(text), id);
  }
  const idOf = (symptom: number | string | null) =>
    typeof symptom === 'string' ? added.get(keyOf(symptom))! : symptom;

  const priorities = orders.flatMap(({ operation, symptom }) => {
    const id = idOf(symptom);
    return id === null ? [] : [{ operation, id }];
  });
  await tx`
    insert into priorities (operation, symptom_id, priority)
    select distinct operation, id, 0 from jsonb_to_recordset(${tx.json(priorities)}) as x (operation text, id int)
    on conflict do nothing`;
  const nodes = orders.flatMap(({ operation, node }) => (node ? [{ operation, node }] : []));
  await tx`
    insert into nodes (operation, name)
    select distinct x.operation, x.node from jsonb_to_recordset(${tx.json(nodes)}) as x (operation text, node text)
    where not exists (select 1 from nodes n where n.operation = x.operation and n.name = x.node)
    on conflict do nothing`;
  return idOf;
}

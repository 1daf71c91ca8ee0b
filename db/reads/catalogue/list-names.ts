import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import { type CatalogueKind, countedOrders, kindsOf } from '../../../machines/order/catalogue-merge.ts';
import { nearest } from '../../../machines/order/near-name.ts';
import type { Db } from '../../connection/open.ts';

/** A name of a catalogue, with what it is used for within the operations of who asks. */
export type NewName = {
  kind: CatalogueKind;
  id: number;
  name: string;
  /** Of a node. */
  operation: string | null;
  /** Null: it was there before this was kept. */
  addedAt: Date | null;
  /** At most `countedOrders` and one: there are more. */
  orders: number;
  pending: number;
  /** An older name that it is probably a spelling of. */
  near: { id: number; name: string } | null;
};

export type NamesQuery = {
  /** Those added since then; null: all. */
  since: Date | null;
  kind: CatalogueKind | null;
  operation: string | null;
  text: string;
};

/** As many are answered; there are more where `total` says so. */
export const mostNames = 300;

type Reach = Pick<Actor, 'operations' | 'permissions'>;
type Row = Omit<NewName, 'near'> & { total: number };

/** The names that a user may merge, the newest first. */
export async function listNames(
  db: Db,
  actor: Reach,
  { since, kind, operation, text }: NamesQuery,
): Promise<{ names: NewName[]; total: number }> {
  const { sql } = db;
  const kinds = kindsOf(actor).filter((candidate) => kind === null || candidate === kind);
  const reach = operationsOf(actor).filter((code) => operation === null || code === operation);
  const usedIn =
    operation === null
      ? sql``
      : sql`and (c.kind = 'node' or exists (select 1 from orders w where w.operation = ${operation}
    and case when c.kind = 'symptom' then w.symptom_id = c.id else w.type = c.id end))`;
  const counted = sql.unsafe(String(countedOrders + 1));
  const rows = await sql<Row[]>`
    with names as (
      select 'symptom' as kind, id, text as name, null as operation, added_at from symptoms where merged_into is null
      union all select 'order_type', value, text, null, added_at from order_types where merged_into is null
      union all select 'node', id, name, operation, added_at from nodes where merged_into is null and operation = any(${reach}::text[])),
    listed as (
      select c.*, count(*) over ()::int as total from names c where c.kind = any(${kinds}::text[])
        ${since === null ? sql`` : sql`and c.added_at >= ${since}`} ${usedIn}
        ${text === '' ? sql`` : sql`and strpos(search_plain(c.name), search_plain(${text})) > 0`}
      order by c.added_at desc nulls last, c.name, c.id limit ${sql.unsafe(String(mostNames))})
    select c.*, coalesce(u.orders, 0) as orders, coalesce(u.pending, 0) as pending from listed c
    left join lateral (
      select count(*)::int as orders, (count(*) filter (where w.status_id <= 2))::int as pending from (
        (select status_id from orders where symptom_id = c.id and operation = any(${reach}::text[]) and c.kind = 'symptom' limit ${counted})
        union all (select status_id from orders where type = c.id and operation = any(${reach}::text[]) and c.kind = 'order_type' limit ${counted})
        union all (select status_id from orders where node_id = c.id and c.kind = 'node' limit ${counted})) w) u on true
    order by c.added_at desc nulls last, c.name, c.id`;
  const near = await readNear(db, rows);
  return {
    names: rows.map(({ total: _, ...row }) => ({ ...row, near: near(row) })),
    total: rows[0]?.total ?? 0,
  };
}

type Older = {
  kind: CatalogueKind;
  id: number;
  name: string;
  operation: string | null;
  addedAt: Date | null;
};

/** Of those whose age is known; what was there before them is older. */
async function readNear(
  { sql }: Db,
  rows: readonly Row[],
): Promise<(row: Omit<Row, 'total'>) => NewName['near']> {
  const fresh = rows.filter(({ addedAt }) => addedAt !== null);
  if (fresh.length === 0) return () => null;
  const operations = [...new Set(fresh.flatMap(({ operation }) => operation ?? []))];
  const all = await sql<Older[]>`
    select 'symptom' as kind, id, text as name, null as operation, added_at from symptoms where merged_into is null
    union all select 'order_type', value, text, null, added_at from order_types where merged_into is null
    union all select 'node', id, name, operation, added_at from nodes where merged_into is null and operation = any(${operations}::text[])
    order by 2`;
  const groups = new Map<string, Older[]>();
  const groupOf = ({ kind, operation }: Pick<Older, 'kind' | 'operation'>) => `${kind} ${operation}`;
  for (const name of all) groups.set(groupOf(name), [...(groups.get(groupOf(name)) ?? []), name]);
  const finders = new Map([...groups].map(([group, names]) => [group, nearest(names)]));
  const ageOf = ({ addedAt, id }: Pick<Older, 'addedAt' | 'id'>): [number, number] => [
    addedAt?.getTime() ?? 0,
    id,
  ];
  const isOlder = (name: Older, than: Omit<Row, 'total'>) => {
    const [[at, id], [atOther, idOther]] = [ageOf(name), ageOf(than)];
    return at < atOther || (at === atOther && id < idOther);
  };
  return (row) => {
    if (row.addedAt === null) return null;
    const nearName = finders.get(groupOf(row))?.(row.name, (other) => isOlder(other, row));
    return nearName ? { id: nearName.id, name: nearName.name } : null;
  };
}

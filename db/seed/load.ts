import { connect } from 'node:net';
import postgres from 'postgres';
import type { Sql, Tx } from '../connection/sql.ts';
import { recountPlaces } from '../record/places.ts';

/**
 * A connection for loading: without time limits, and without Nagle's algorithm, which would delay the small
 * last packet of each COPY by 40 ms, twice a table.
 */
export function openForLoading(url: string): Sql {
  return postgres(url, {
    max: 1,
    onnotice: () => {},
    connect_timeout: 10,
    idle_timeout: 0,
    connection: { application_name: 'agenda-tecnica seed', statement_timeout: 0 } as never,
    types: { bigint: { to: 20, from: [20], serialize: (n: number) => String(n), parse: Number } },
    ...withoutDelay(url),
  } as never) as unknown as Sql;
}

/** postgres.js has no option for it, but takes a socket; not where the address is more than a host and a port. */
function withoutDelay(url: string) {
  const { hostname, port, searchParams } = new URL(url);
  if (!hostname || searchParams.has('sslmode') || searchParams.has('ssl')) return {};
  const socket = () =>
    new Promise((done, fail) => {
      const opened = connect({ host: hostname, port: Number(port || 5432), noDelay: true });
      opened.once('connect', () => done(opened)).once('error', fail);
    });
  return { socket };
}

/**
 * Fills tables while their keys, indexes and foreign keys are dropped, and creates these again: each index is
 * then built at once, and every foreign key checked by one join instead of row by row. In the caller's
 * transaction, so that a failure restores the tables, and a duplicate fails at the end; the tables are locked
 * until then. Checks stay.
 */
export async function withoutIndexes<T>(
  tx: Tx,
  tables: readonly string[],
  fill: () => Promise<T>,
): Promise<T> {
  const { indexes, constraints } = await dropIndexes(tx, tables);
  const answer = await fill();
  await tx`set local maintenance_work_mem = '512MB'`;
  await tx`set local work_mem = '128MB'`;
  for (const { make } of [...indexes, ...constraints]) await tx.unsafe(make);
  return answer;
}

/**
 * Fills visits while their triggers are off, and then does for all of them at once what these would have done one by
 * one: their orders, successors and counters of places, and who is on the way. In the caller's transaction.
 */
export async function withoutVisitTriggers<T>(tx: Tx, fill: () => Promise<T>): Promise<T> {
  await tx`alter table visits disable trigger user`;
  const answer = await fill();
  await tx`alter table visits enable trigger user`;
  await tx`insert into order_visits select order_number, id from visits order by 1, 2 on conflict do nothing`;
  await tx`
    insert into visit_successors select rescheduled_previous, id from visits
    where rescheduled_previous is not null on conflict do nothing`;
  await tx`
    insert into technicians_on_the_way select technician_id, id from visits v
    where on_the_way and not exists (select 1 from technicians_on_the_way t where t.visit_id = v.id)`;
  await recountPlaces(tx);
  return answer;
}

/** A dropped item, and the statement that creates it again. */
export type DroppedItem = {
  table: string;
  kind: 'index' | 'key' | 'reference';
  definition: string;
  make: string;
};

/**
 * Drops the keys, the indexes and the foreign keys from and to these tables.
 * @returns indexes first, keys before the foreign keys that need them: in the order of creation
 */
export async function dropIndexes(
  tx: Tx,
  tables: readonly string[],
): Promise<{ indexes: DroppedItem[]; constraints: DroppedItem[] }> {
  // A table is not altered while a trigger waits for the end of the transaction.
  await tx`set constraints all immediate`;
  // Primary keys before the foreign keys that need them: the order of creation; dropped in reverse.
  const constraints = await tx<{ table: string; name: string; type: string; definition: string }[]>`
    with filled as (select unnest(${tables}::text[])::regclass as oid)
    select conrelid::regclass::text as table, quote_ident(conname) as name, contype::text as type,
      pg_get_constraintdef(oid) as definition
    from pg_constraint
    where conparentid = 0 and ((conrelid in (select oid from filled) and contype in ('p', 'u', 'f'))
      or (confrelid in (select oid from filled) and contype = 'f'))
    order by array_position(array['p', 'u', 'f'], contype::text), conrelid::regclass::text, conname`;
  const indexes = await tx<{ table: string; name: string; definition: string }[]>`
    select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name,
      replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
    from pg_index i where i.indrelid = any(${tables}::text[]::regclass[])
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
    order by 2`;
  for (const { table, name } of constraints.toReversed())
    await tx.unsafe(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await tx.unsafe(`drop index ${name}`);
  return {
    indexes: indexes.map(({ table, definition }) => ({ table, kind: 'index', definition, make: definition })),
    constraints: constraints.map(({ table, name, type, definition }) => ({
      table,
      kind: type === 'f' ? 'reference' : 'key',
      definition,
      make: `alter table ${table} add constraint ${name} ${definition}`,
    })),
  };
}

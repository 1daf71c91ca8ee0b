import type { ClientBase } from 'pg';

export type Table = { name: string; columns: string[] };
/** An identity column and its sequence's position. */
export type Identity = { table: string; column: string; last: number; called: boolean };

/** Every table of ours, partitioned ones without their partitions; BullMQ's and drizzle's are in other schemas. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and ${isOwnObject('c', 'pg_class')}
    group by c.relname order by c.relname`);
  return rows;
}

/** A partition, its bound, and its own partitioning, if any. */
export type Partition = { name: string; parent: string; bound: string; key: string | null };

/** Parents before children, so that they can be created in this order. */
export async function listPartitions(client: ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(`
    with recursive parts as (
      select c.oid, c.relname::text as name, p.relname::text as parent, pg_get_expr(c.relpartbound, c.oid) as bound,
        pg_get_partkeydef(c.oid) as key, 1 as depth
      from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
      where c.relnamespace = 'public'::regnamespace and c.relispartition and not p.relispartition and p.relkind = 'p'
        and c.relkind in ('r', 'p')
      union all
      select c.oid, c.relname::text, p.name, pg_get_expr(c.relpartbound, c.oid), pg_get_partkeydef(c.oid), p.depth + 1
      from parts p join pg_inherits i on i.inhparent = p.oid join pg_class c on c.oid = i.inhrelid
    )
    select name, parent, bound, key from parts order by depth, name`);
  return rows;
}

/** Where each sequence is: beyond the highest row when later ones were deleted. */
export async function listIdentities(client: ClientBase): Promise<Identity[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity <> ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1, 2`);
  const identities: Identity[] = [];
  for (const { table, column, sequence } of rows) {
    const positions = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${sequence}`,
    );
    identities.push({
      table,
      column,
      last: Number(positions.rows[0]!.last),
      called: positions.rows[0]!.called,
    });
  }
  return identities;
}

/** The newest applied migration (drizzle's `when`, ms): the schema's version. Null: none. */
export async function schemaVersion(client: ClientBase): Promise<number | null> {
  const { rows: existing } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!existing[0]!.there) return null;
  const { rows } = await client.query<{ version: string | null }>(
    'select max(created_at)::text as version from drizzle.__drizzle_migrations',
  );
  return rows[0]!.version === null ? null : Number(rows[0]!.version);
}

/** Drops every table and function of ours, and what BullMQ and drizzle keep; extensions stay. */
export async function dropEverything(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop table if exists public.%I cascade', c.relname) as statement from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and ${isOwnObject('c', 'pg_class')}
    union all
    select format('drop function if exists %s cascade', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and ${isOwnObject('p', 'pg_proc')}`);
  for (const { statement } of rows) await client.query(statement);
  await client.query('drop schema if exists drizzle cascade; drop schema if exists bullmq cascade');
}

/** The foreign keys, as statements that drop and create them. */
export async function listReferences(client: ClientBase): Promise<{ drop: string; add: string }[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    order by conrelid::regclass::text, conname`);
  return rows;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const isOwnObject = (row: string, catalogue: string) =>
  `not exists (select 1 from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${row}.oid and d.deptype = 'e')`;

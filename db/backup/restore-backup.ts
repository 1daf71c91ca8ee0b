import { createHash, type Hash } from 'node:crypto';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { forNodePostgres } from '../../machines/process/database-url.ts';
import { journal, migrate, migrateTo } from '../migrate.ts';
import {
  dropEverything,
  type Identity,
  listPartitions,
  listReferences,
  listTables,
  quoted,
} from './catalogue.ts';
import { countRows, type End, type Head } from './format.ts';
import { type Part, readBackup } from './read-backup.ts';

type Options = {
  /** Called with the database's content, if any; false: nothing is restored. */
  mayReplace(content: string[]): boolean;
  /** drizzle's migrations; default the product's. */
  migrations?: string;
};

/**
 * Replaces a database's content by a backup: the backup's schema, the rows, the sequences, and then later migrations.
 * The whole file is checked before anything is changed, and the rows are written in one transaction: all or none.
 *
 * @returns rows by table, and when the backup was made
 * @throws Error in one line: the file is not a backup, cut, damaged, or of a newer version; the database is in use,
 * or holds something that may not be replaced; a table differs from the backup
 */
export async function restoreBackup(
  url: string,
  file: string,
  { mayReplace, migrations }: Options,
): Promise<{ rows: Record<string, number>; madeAt: string }> {
  const { head, end } = await checkBackup(file);
  if (!journal(migrations).some(({ when }) => when === head.schema.version))
    throw new Error(
      `${file} is of another version (${head.schema.name}, ${head.schema.version}) than this program knows: restore with the program that made it, or a newer one.`,
    );
  const client = new pg.Client({
    connectionString: forNodePostgres(url),
    application_name: 'agenda-tecnica-restore',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await refuseInUse(client);
    const content = await listContent(client);
    if (content.length > 0 && !mayReplace(content)) throw new Error('Nothing was changed.');
    await dropEverything(client);
    await migrateTo(url, head.schema.version, migrations);
    await client.query('begin');
    const references = await listReferences(client);
    for (const { drop } of references) await client.query(drop);
    await makePartitions(client, head);
    for (const { name } of await listTables(client)) {
      await client.query(`truncate ${quoted(name)} cascade`);
      await client.query(`alter table ${quoted(name)} disable trigger user`);
    }
    for await (const part of readBackup(file)) if (part.kind === 'table') await load(client, part, end);
    for (const identity of end.identities) await setIdentity(client, identity);
    for (const { add } of references) await client.query(add);
    for (const { name } of await listTables(client))
      await client.query(`alter table ${quoted(name)} enable trigger user`);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end().catch(() => {});
  }
  await migrate(url, migrations);
  const rows = Object.fromEntries(Object.entries(end.tables).map(([name, table]) => [name, table.rows]));
  return { rows, madeAt: head.madeAt };
}

/** Reads a whole backup and checks every table's hash. @throws Error in one line */
export async function checkBackup(file: string): Promise<{ head: Head; end: End }> {
  let head: Head | undefined;
  const sums: End['tables'] = {};
  for await (const part of readBackup(file)) {
    if (part.kind === 'head') head = part.head;
    if (part.kind === 'table') {
      const sum = newSum();
      for await (const piece of part.rows) sum.take(piece);
      sums[part.table] = sum.end();
    }
    if (part.kind === 'end') {
      for (const name of new Set([...Object.keys(sums), ...Object.keys(part.end.tables)]))
        compare(name, sums[name], part.end.tables[name]);
      return { head: head!, end: part.end };
    }
  }
  throw new Error(`${file} was cut: its end is missing.`);
}

async function load(client: pg.Client, part: Extract<Part, { kind: 'table' }>, end: End) {
  const sum = newSum();
  const pass = new Transform({
    transform(piece, _encoding, done) {
      sum.take(piece);
      done(null, piece);
    },
  });
  const into = client.query(copyFrom(part.statement));
  await pipeline(part.rows, pass, into);
  compare(part.table, sum.end(), end.tables[part.table]);
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${quoted(part.table)}`);
  const rowCount = Number(rows[0]!.count);
  if (rowCount !== end.tables[part.table]!.rows)
    throw new Error(`${part.table}: ${rowCount} rows were kept of ${end.tables[part.table]!.rows}.`);
}

function newSum() {
  const hash: Hash = createHash('sha256');
  let rows = 0;
  return {
    take(piece: Buffer) {
      hash.update(piece);
      rows += countRows(piece);
    },
    end: () => ({ rows, sha256: hash.digest('hex') }),
  };
}

type Sum = End['tables'][string];
function compare(table: string, sums: Sum | undefined, written: Sum | undefined) {
  if (sums && written && sums.rows === written.rows && sums.sha256 === written.sha256) return;
  throw new Error(`The backup is damaged: the rows of ${table} are not those that were written.`);
}

async function refuseInUse(client: pg.Client) {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'agenda-tecnica'`,
  );
  if (rows[0]!.count > 0)
    throw new Error('The product is running on this database: stop every web and worker process first.');
}

/** What would be lost, for the operator; empty for an empty database, migrated or not. */
async function listContent(client: pg.Client): Promise<string[]> {
  const content: string[] = [];
  for (const { name } of await listTables(client)) {
    // Without users, orders and operations there are only rows of the migrations.
    if (!['users', 'operations', 'orders', 'visits', 'events', 'clients'].includes(name)) continue;
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${quoted(name)}`);
    if (rows[0]!.count !== '0') content.push(`${rows[0]!.count} ${name}`);
  }
  return content;
}

async function makePartitions(client: pg.Client, { partitions }: Head) {
  for (const { name, parent } of await listPartitions(client)) {
    await client.query(`alter table ${quoted(parent)} detach partition ${quoted(name)}`);
    await client.query(`drop table ${quoted(name)}`);
  }
  for (const { name, parent, bound, key } of partitions) {
    const parted = key === null ? '' : `partition by ${key}`;
    await client.query(`create table ${quoted(name)} partition of ${quoted(parent)} ${bound} ${parted}`);
  }
}

async function setIdentity(client: pg.Client, { table, column, last, called }: Identity) {
  await client.query(`select setval(pg_get_serial_sequence($1, $2), $3::bigint, $4)`, [
    quoted(table),
    column,
    last,
    called,
  ]);
}

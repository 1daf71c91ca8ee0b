import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { forNodePostgres } from '../../machines/process/database-url.ts';
import { journal } from '../migrate.ts';
import {
  listIdentities,
  listPartitions,
  listTables,
  quoted,
  schemaVersion,
  type Table,
} from './catalogue.ts';
import { countRows, type End, endMark, type Head, headMark, rowsEnd } from './format.ts';
import { listPhotoFiles, type PhotoFile } from './photo-files.ts';

/**
 * Writes the whole record, as of one moment, into one file, while the product runs. Rows are streamed: a
 * million visits take no more memory than ten. BullMQ's tables are left out, because the record holds
 * everything needed (docs/operations/backup.md).
 *
 * @param file created, readable by its owner only; it gets its name once it is complete and on the disk
 * @param keepPhotos receives the photos of that moment; the backup is complete once they are kept
 * @returns rows by table
 * @throws Error in one line when the file exists or the database has no schema of ours
 */
export async function writeBackup(
  url: string,
  file: string,
  keepPhotos?: (photos: PhotoFile[]) => Promise<void>,
): Promise<End['tables']> {
  const part = `${file}.part`;
  const handle = await open(file, 'wx', 0o600);
  await handle.close();
  const client = new pg.Client({
    connectionString: forNodePostgres(url),
    application_name: 'agenda-tecnica-backup',
  });
  client.on('error', () => {});
  const tables: End['tables'] = {};
  try {
    await client.connect();
    await client.query('begin isolation level repeatable read read only');
    const out = createWriteStream(part, { mode: 0o600, flush: true });
    await pipeline(Readable.from(pieces(client, tables), { objectMode: false }), createGzip(), out);
    const photos = await listPhotoFiles(client);
    await client.query('commit');
    await keepPhotos?.(photos);
    await rename(part, file);
    return tables;
  } catch (error) {
    await Promise.all([rm(part, { force: true }), rm(file, { force: true })]);
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether there is an account: a database that was just made has none. */
export async function holdsUsers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: forNodePostgres(url) });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ is: boolean }>(
      `select to_regclass('public.users') is not null as is`,
    );
    if (!rows[0]!.is) return false;
    const users = await client.query('select 1 from users limit 1');
    return users.rowCount === 1;
  } finally {
    await client.end().catch(() => {});
  }
}

async function* pieces(client: pg.Client, tables: End['tables']): AsyncGenerator<string | Buffer> {
  const version = await schemaVersion(client);
  if (version === null)
    throw new Error('The database holds no schema of Agenda técnica: nothing to back up.');
  const name = journal().find(({ when }) => when === version)?.tag ?? 'of another version';
  const head: Head = {
    format: 1,
    madeAt: new Date().toISOString(),
    schema: { version, name },
    partitions: await listPartitions(client),
  };
  yield `${headMark}${JSON.stringify(head)}\n`;
  for (const table of await listTables(client)) {
    const columns = table.columns.map(quoted).join(',');
    yield `copy ${quoted(table.name)} (${columns}) from stdin;\n`;
    const hash = createHash('sha256');
    let rows = 0;
    for await (const piece of rowsOf(client, table)) {
      hash.update(piece);
      rows += countRows(piece);
      yield piece;
    }
    tables[table.name] = { rows, sha256: hash.digest('hex') };
    yield `${rowsEnd}\n`;
  }
  // After the rows: a number given in between is not given again.
  const end: End = { tables, identities: await listIdentities(client) };
  yield `${endMark}${JSON.stringify(end)}\n`;
}

/** By a query: a partitioned table has no rows of its own to copy. */
const rowsOf = (client: pg.Client, { name, columns }: Table): AsyncIterable<Buffer> =>
  client.query(copyTo(`copy (select ${columns.map(quoted).join(',')} from ${quoted(name)}) to stdout`));

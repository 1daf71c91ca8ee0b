import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDb } from '../../db/connection/open.ts';
import { startEmbedded } from '../../db/embedded/start.ts';
import { migrate } from '../../db/migrate.ts';
import { loadDemo } from '../../db/seed/demo/load-demo.ts';
import { openForLoading } from '../../db/seed/load.ts';
import { addLeanHistory, type LeanAsked } from './lean-history.ts';
import type { BenchRecord } from './record.ts';

/** How large it is: what it holds, and bytes of rows, of their indexes, and of all. */
export type Extent = { visits: number; tables: number; indexes: number; bytes: number };
export type LeanRecord = BenchRecord & { operations: string[]; extent: Extent };

type Asked = Omit<LeanAsked, 'now' | 'log'> & {
  /** A folder where the record stays, and is found again on the same day; null: it is deleted. */
  keepIn: string | null;
};

/**
 * A PostgreSQL of the benchmark's own with the demo and a lean history (`lean-history.ts`): loaded with everything off
 * that makes loading safe, then started anew as the product starts it, but with more memory.
 */
export async function openLeanRecord(asked: Asked, log: (line: string) => void): Promise<LeanRecord> {
  const day = new Date().toISOString().slice(0, 10);
  const kept = asked.keepIn && join(asked.keepIn, `${asked.operations * asked.visitsEach}-${day}`);
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'agenda-bench-'));
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o755); // PostgreSQL runs as another account when the bench runs as root
  const remove = () => {
    if (!kept) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const loaded = join(dataDir, 'loaded.json');
    if (!existsSync(loaded))
      writeFileSync(loaded, JSON.stringify(await load(dataDir, { ...asked, now: new Date(), log })));
    const operations: string[] = JSON.parse(readFileSync(loaded, 'utf8'));
    const server = await startEmbedded({ dataDir, flags: asMeasured });
    const db = openDb(server.url, { statementMs: 600_000 });
    const [extent] = await db.sql<Extent[]>`
      select (select sum(reltuples)::bigint from pg_class c join pg_inherits i on i.inhrelid = c.oid where i.inhparent = 'visits'::regclass) as visits,
        sum(pg_table_size(oid))::bigint as tables, sum(pg_indexes_size(oid))::bigint as indexes,
        pg_database_size(current_database())::bigint as bytes
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
    return {
      url: server.url,
      db,
      operations,
      extent: extent!,
      close: async () => {
        await db.close();
        await server.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

async function load(dataDir: string, asked: LeanAsked): Promise<string[]> {
  const { operations, visitsEach, log } = asked;
  const begun = Date.now();
  const server = await startEmbedded({ dataDir, flags: inHaste });
  try {
    await migrate(server.url);
    const sql = openForLoading(server.url);
    await loadDemo(sql, asked.now);
    log(`the demo is there; now ${operations * visitsEach} visits of ${operations} operations`);
    const codes = await addLeanHistory(server.url, asked);
    await sql`checkpoint`;
    await sql.end({ timeout: 5 });
    const seconds = (Date.now() - begun) / 1_000;
    log(`loaded in ${Math.round(seconds)} s, ${Math.round((operations * visitsEach) / seconds)} visits/s`);
    return codes;
  } finally {
    await server.stop();
    // What was written without waiting is not to be paid by the side that is measured first.
    await promisify(execFile)('sync').catch(() => {});
  }
}

/** What every size is given alike, as docker-compose.yml gives it. The rest are PostgreSQL's defaults. */
const asMeasured = ['-c shared_buffers=512MB'];

const inHaste = [
  ...[
    'wal_level=minimal',
    'max_wal_senders=0',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
  ],
  ...['max_wal_size=4GB', 'checkpoint_timeout=30min', 'autovacuum=off', 'shared_buffers=768MB'],
].map((setting) => `-c ${setting}`);

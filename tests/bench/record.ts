import { fork } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Db, openDb, openForMaintenance } from '../../db/connection/open.ts';
import { startEmbedded } from '../../db/embedded/start.ts';
import { migrate } from '../../db/migrate.ts';
import { settleOldMonths } from '../../workers/timed-jobs.ts';

/** A PostgreSQL of the benchmark's own, durable as in production, holding the demo and so many visits of history; `more`: of how many operations and years. */
export type BenchRecord = { url: string; db: Db; close(): Promise<void> };

export async function openBenchRecord(
  visits: number,
  log: (line: string) => void,
  more: string[] = [],
): Promise<BenchRecord> {
  const dir = mkdtempSync(join(tmpdir(), 'agenda-bench-'));
  chmodSync(dir, 0o755); // PostgreSQL runs as another account when the bench runs as root
  const server = await startEmbedded({ dataDir: dir });
  const remove = async () => {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await migrate(server.url);
    log(`Loading the demo and ${visits} visits…`);
    await seed(server.url, visits, more);
    const db = openDb(server.url);
    // As a worker's clock leaves it within the hour.
    await settleOldMonths(db);
    // Nothing that loading left behind is to be paid by the side that is measured first.
    await withoutDeadline(server.url, 'checkpoint');
    return {
      url: server.url,
      db,
      close: async () => {
        await db.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Count a table anew after it was filled: of a million visits that takes longer than a screen may wait. */
type Counted =
  | 'visits'
  | 'segment_days'
  | 'users'
  | 'technicians'
  | 'user_operations'
  | 'sessions'
  | 'operations';
export const analyze = (record: { url: string }, ...tables: Counted[]): Promise<void> =>
  withoutDeadline(record.url, `analyze ${tables.join(', ')}`);

async function withoutDeadline(url: string, statement: string): Promise<void> {
  const db = openForMaintenance(url);
  try {
    await db.sql.unsafe(statement);
  } finally {
    await db.close();
  }
}

function seed(url: string, visits: number, more: string[]): Promise<void> {
  const file = fileURLToPath(new URL('../../db/seed/index.ts', import.meta.url));
  const words = ['--demo', ...(visits > 0 ? ['--visits', String(visits), ...more] : [])];
  const child = fork(file, words, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((done, fail) =>
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`the seed ended with ${code}`)))),
  );
}

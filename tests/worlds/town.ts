import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { startEmbedded } from '../../db/embedded/start.ts';
import { migrate } from '../../db/migrate.ts';
import { loadDemo } from '../../db/seed/demo/load-demo.ts';
import { openForLoading } from '../../db/seed/load.ts';

/** The database that worlds are cloned from. */
export const townName = 'town';

/**
 * The PostgreSQL of a run of `tests/screens/`, and in it the town: the demo with three months of history, whose draws are the
 * same on every day. @returns the address of its database `postgres`
 */
export async function startTown(): Promise<{ url: string; stop(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'agenda-town-'));
  chmodSync(dir, 0o755); // PostgreSQL runs as another account when the tests run as root
  // Nothing here has to survive a power cut.
  const flags = ['-c fsync=off', '-c synchronous_commit=off', '-c full_page_writes=off'];
  const server = await startEmbedded({ dataDir: dir, flags });
  await migrate(server.url);
  const loading = openForLoading(server.url);
  await loadDemo(loading, new Date(), undefined, { historyDays: 100, seed: 'town' });
  await loading.end();
  const url = new URL(server.url);
  url.pathname = '/postgres';
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  await sql.unsafe(`alter database agenda rename to ${townName}`);
  await sql.unsafe(`alter database ${townName} with is_template true allow_connections false`);
  await sql.end();
  return {
    url: url.href,
    async stop() {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

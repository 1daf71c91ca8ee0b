import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../../db/embedded/start.ts';
import { migrate } from '../../../db/migrate.ts';

const asksTheDatabase = new Set(['db', 'server', 'workers', 'firm', 'app']);

/** Kept on the process: vitest sets each project up by itself, in a module of its own. */
const kept = globalThis as {
  serverOfRun?: Promise<{ url: string; stop(): Promise<void> }>;
  usersOfServer?: number;
};

/**
 * One real PostgreSQL for the whole run, with a migrated database `agenda` as the template that
 * `ownDatabase` copies. Projects that only ask the house or the machines do without it.
 */
export default async function setup(project: TestProject) {
  if (!asksTheDatabase.has(project.name)) return;
  kept.serverOfRun ??= startServer();
  kept.usersOfServer = (kept.usersOfServer ?? 0) + 1;
  const { url, stop } = await kept.serverOfRun;
  project.provide('postgresUrl', url);
  return async () => {
    kept.usersOfServer! -= 1;
    if (kept.usersOfServer === 0) await stop();
  };
}

async function startServer() {
  const dir = mkdtempSync(join(tmpdir(), 'agenda-tests-'));
  chmodSync(dir, 0o755); // PostgreSQL runs as another account when the tests run as root
  // Nothing here has to survive a power cut, and fsync is most of the cost of a new database.
  const flags = ['-c fsync=off', '-c synchronous_commit=off', '-c full_page_writes=off'];
  const server = await startEmbedded({ dataDir: dir, flags });
  await migrate(server.url);
  await refuseConnections(server.url);
  const stop = async () => {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  return { url: server.url, stop };
}

/** A template can be copied only while no client is connected to it. */
async function refuseConnections(url: string) {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const sql = postgres(admin.href, { max: 1, onnotice: () => {} });
  await sql`alter database agenda with is_template true allow_connections false`;
  await sql.end();
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

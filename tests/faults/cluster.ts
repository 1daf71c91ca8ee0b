import { fork } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { openDb } from '../../db/connection/open.ts';
import type { Sql } from '../../db/connection/sql.ts';
import { type Embedded, startEmbedded } from '../../db/embedded/start.ts';
import { migrate } from '../../db/migrate.ts';
import { until } from '../support/until.ts';
import { type People, settlePeople } from './people.ts';

/** A PostgreSQL of the suite's own, durable as in production, that can die; its databases are copies of the seeded demo. */
export type Cluster = {
  /** Everything of this run that is a file. */
  dir: string;
  port(): number;
  people: People;
  /** A database equal to all others that were just made. @returns its address */
  copy(name: string, tablespace?: string): Promise<string>;
  /** Its size in bytes. */
  size(name: string): Promise<number>;
  /** A place of the server's own for databases, in a folder given to its account. */
  addTablespace(name: string, folder: string): Promise<void>;
  dropTablespace(name: string): Promise<void>;
  /** A database with nothing in it, not even tables. @returns its address */
  empty(name: string): Promise<string>;
  drop(name: string): Promise<void>;
  /** As after a power cut: no closing handshake, nothing written that was not written yet. */
  crash(): Promise<void>;
  /** Back at the same address. */
  restart(): Promise<void>;
  /** Called before it is closed. */
  onClose(work: () => Promise<void>): void;
  close(): Promise<void>;
};

/**
 * @param about what the databases hold beside the demo, in the seed's words, and who works there
 */
export async function openCluster(
  log: (line: string) => void,
  about: { seed?: string[]; settle?: (sql: Sql) => Promise<People> } = {},
): Promise<Cluster> {
  const dir = mkdtempSync(join(tmpdir(), 'agenda-faults-'));
  chmodSync(dir, 0o755); // PostgreSQL runs as another account when the suite runs as root
  let server = await startEmbedded({ dataDir: dir });
  const { port } = server;
  const before: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const work of before.reverse()) await work();
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    log('Loading the demo…');
    const people = await loadDemo(server.url, about);
    await asAdmin(server, (sql) => sql`alter database agenda with is_template true allow_connections false`);
    return {
      dir,
      port: () => port,
      people,
      copy: async (name, tablespace = 'pg_default') => {
        await asAdmin(server, (sql) =>
          sql.unsafe(`create database ${name} template agenda tablespace ${tablespace}`),
        );
        return addressOf(server, name);
      },
      size: (name) =>
        asAdmin(server, async (sql) => {
          const [row] = await sql`select pg_database_size(${name})::float8 as bytes`;
          return row!.bytes;
        }),
      addTablespace: async (name, folder) => {
        const { uid, gid } = statSync(server.folder);
        chownSync(folder, uid, gid);
        await asAdmin(server, (sql) => sql.unsafe(`create tablespace ${name} location '${folder}'`));
      },
      dropTablespace: (name) =>
        asAdmin(server, (sql) => sql.unsafe(`drop tablespace if exists ${name}`)).then(() => {}),
      empty: async (name) => {
        await asAdmin(server, (sql) => sql.unsafe(`create database ${name} template template0`));
        return addressOf(server, name);
      },
      drop: (name) =>
        asAdmin(server, (sql) => sql.unsafe(`drop database if exists ${name} with (force)`)).then(() => {}),
      async crash() {
        const pid = Number(readFileSync(join(server.folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
        process.kill(pid, 'SIGQUIT'); // immediate: recovers from its log at the next start
        await until(() => !isAlive(pid), 20_000);
      },
      async restart() {
        server = await startEmbedded({ dataDir: dir, port });
        if (server.port !== port) throw new Error('PostgreSQL came back at another port.');
      },
      onClose: (work) => void before.push(work),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Fills an empty database with the demo and the people of the suite. */
export async function loadDemo(
  url: string,
  about: { seed?: string[]; settle?: (sql: Sql) => Promise<People> } = {},
): Promise<People> {
  await migrate(url);
  await seed(url, about.seed);
  // Thousands of rows at once, on whatever machine: it is not waited for as a user does.
  const db = openDb(url, { statementMs: 300_000 });
  return (about.settle ?? settlePeople)(db.sql).finally(() => db.close());
}

const addressOf = (server: Embedded, database: string) => {
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return url.href;
};

async function asAdmin<T>(server: Embedded, act: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
  const sql = postgres(addressOf(server, 'postgres'), { max: 1, onnotice: () => {} });
  try {
    return await act(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function seed(url: string, more: string[] = []): Promise<void> {
  const file = fileURLToPath(new URL('../../dist/seed.js', import.meta.url));
  const child = fork(file, ['--demo', ...more], {
    execArgv: [],
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((done, fail) =>
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`the seed ended with ${code}`)))),
  );
}

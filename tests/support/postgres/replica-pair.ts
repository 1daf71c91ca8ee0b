import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { type Embedded, startEmbedded } from '../../../db/embedded/start.ts';
import { migrate } from '../../../db/migrate.ts';
import { until } from '../until.ts';

/** Two PostgreSQL of which either can be the primary, and the other its standby, by streaming replication. */
export type ReplicaPair = {
  /** The address with both servers. */
  url: string;
  /** The address of one server alone. */
  urlOf(index: 0 | 1): string;
  /** Ends the server as a shutdown of its machine does: a standby that follows it has received everything. */
  stop(index: 0 | 1): Promise<void>;
  promote(index: 0 | 1): Promise<void>;
  /** Starts a server that was stopped, as the standby of the other one. */
  startAsStandby(index: 0 | 1): Promise<void>;
  /** Whether it is a standby that receives what the other one writes. */
  isFollowing(index: 0 | 1): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * The second server is a cold copy of the first one's folder, because the embedded PostgreSQL has no pg_basebackup.
 * The database is migrated and empty.
 * @param options.flags further server options of both
 */
export async function openReplicaPair(options: { flags?: string[] } = {}): Promise<ReplicaPair> {
  const dir = mkdtempSync(join(tmpdir(), 'agenda-pair-'));
  chmodSync(dir, 0o755); // PostgreSQL runs as another account when the tests run as root
  const folders = [join(dir, 'a'), join(dir, 'b')] as const;
  mkdirSync(folders[0]);
  const flags = ['-c fsync=off', '-c full_page_writes=off', ...(options.flags ?? [])];
  const servers: (Embedded | undefined)[] = [await startEmbedded({ dataDir: folders[0], flags })];
  const places: { url: string; port: number; folder: string }[] = [];
  const close = async () => {
    for (const server of servers) await server?.stop();
    rmSync(dir, { recursive: true, force: true });
  };

  const start = async (index: 0 | 1, port?: number) => {
    const started = await startEmbedded({ dataDir: folders[index], flags, ...(port ? { port } : {}) });
    if (port && started.port !== port) throw new Error('PostgreSQL came back at another port.');
    servers[index] = started;
    places[index] = { url: started.url, port: started.port, folder: started.folder };
  };
  const makeStandby = (index: 0 | 1, folder: string) => {
    const source = new URL(places[1 - index]!.url);
    writeFileSync(join(folder, 'standby.signal'), '');
    appendFileSync(
      join(folder, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${source.port} user=postgres password=${source.password}'\n`,
    );
  };
  const ask = async (index: 0 | 1, text: string) => {
    const sql = postgres(places[index]!.url, { max: 1, onnotice: () => {} });
    try {
      return await sql.unsafe(text);
    } finally {
      await sql.end({ timeout: 1 });
    }
  };

  const pair: ReplicaPair = {
    get url() {
      const [a, b] = [places[0]!, places[1]!];
      // The standby first: it is not used because of its place in the list.
      return a.url.replace(`127.0.0.1:${a.port}`, `127.0.0.1:${b.port},127.0.0.1:${a.port}`);
    },
    urlOf: (index) => places[index]!.url,
    async stop(index) {
      await servers[index]!.stop();
      servers[index] = undefined;
    },
    async promote(index) {
      await ask(index, 'select pg_promote()');
    },
    async startAsStandby(index) {
      makeStandby(index, places[index]!.folder);
      await start(index, places[index]!.port);
      await until(() => pair.isFollowing(index));
    },
    isFollowing: (index) =>
      ask(
        index,
        `select 1 from pg_stat_wal_receiver where pg_is_in_recovery() and status = 'streaming'`,
      ).then(({ length }) => length === 1),
    close,
  };
  try {
    const [first] = servers as [Embedded];
    places[0] = { url: first.url, port: first.port, folder: first.folder };
    await migrate(first.url);
    await first.stop();
    // With its owner, which Node's own copy does not keep.
    const copied = spawnSync('cp', ['-a', folders[0], folders[1]]);
    if (copied.status !== 0) throw new Error(`cp: ${copied.stderr}`);
    await start(0, first.port);
    makeStandby(1, join(folders[1], 'postgres'));
    await start(1);
    await until(() => pair.isFollowing(1));
    return pair;
  } catch (error) {
    await close();
    throw error;
  }
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseAccount } from '../../../db/embedded/account.ts';
import { freePort } from '../free-port.ts';

export type PgBouncer = {
  /** The same database through the pooler, in transaction mode. */
  url(direct: string): string;
  pid(): number;
  /** kill -9: every client's connection is cut. */
  kill(): Promise<void>;
  /** At the same port. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** What docs/operations/deploy.md says to set. */
export const connectQuery = [
  'set statement_timeout = 5000',
  'set idle_in_transaction_session_timeout = 10000',
  'set pg_trgm.similarity_threshold = 0.25',
  'set max_parallel_workers_per_gather = 0',
].join('; ');
const planOnce = 'set plan_cache_mode = force_generic_plan';

/** Why there is none here; undefined: it can be started. */
export const withoutPgBouncer = (): string | undefined =>
  spawnSync('pgbouncer', ['--version']).error
    ? 'pgbouncer is not installed (Debian, Ubuntu: apt-get install pgbouncer)'
    : undefined;

/** Whether it carries prepared statements. */
export function pgBouncerPrepares(): boolean {
  const [, major, minor] =
    /(\d+)\.(\d+)/.exec(spawnSync('pgbouncer', ['--version']).stdout?.toString() ?? '') ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

/**
 * A PgBouncer of one's own in transaction mode before a PostgreSQL, for every database of it.
 * @param server an address of that PostgreSQL
 * @param options.serverConnections to PostgreSQL, for each database
 * @param options.connectQuery what its connections are set to
 * @param options.prepares it carries prepared statements, where it is new enough
 */
export async function startPgBouncer(
  server: string,
  options: { serverConnections?: number; connectQuery?: string; prepares?: boolean } = {},
): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(server);
  const port = await freePort();
  const dir = mkdtempSync(join(tmpdir(), 'agenda-pgbouncer-'));
  // Like PostgreSQL it refuses to run as root.
  const account = chooseAccount(dir);
  const write = (name: string, text: string) => {
    const file = join(dir, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (account.uid !== undefined) chownSync(file, account.uid, account.gid!);
    return file;
  };
  if (account.uid !== undefined) chownSync(dir, account.uid, account.gid!);
  chmodSync(dir, 0o700);
  const users = write('users.txt', `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  const ini = write(
    'pgbouncer.ini',
    [
      '[databases]',
      `* = host=${hostname} port=${serverPort || 5432} connect_query='${options.connectQuery ?? [connectQuery, ...(options.prepares ? [planOnce] : [])].join('; ')}'`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${options.serverConnections ?? 6}`,
      'max_client_conn = 500',
      'query_wait_timeout = 5',
      ...(pgBouncerPrepares() ? [`max_prepared_statements = ${options.prepares ? 500 : 0}`] : []),
      `logfile = ${join(dir, 'log')}`,
    ].join('\n'),
  );
  let child: ChildProcess | undefined;
  let ended = Promise.resolve();
  const start = async () => {
    const started = spawn('pgbouncer', ['-q', ini], { ...account, cwd: '/', stdio: 'ignore' });
    child = started;
    ended = new Promise((resolve) => started.once('exit', () => resolve()));
    for (const deadline = Date.now() + 5_000; !(await listens(port)); ) {
      if (Date.now() > deadline || started.exitCode !== null)
        throw new Error(`pgbouncer did not start: ${dir}/log`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const kill = async () => {
    child?.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    pid: () => child!.pid!,
    url(direct) {
      const address = new URL(direct);
      address.host = `127.0.0.1:${port}`;
      return address.href;
    },
    start,
    kill,
    async stop() {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });
}

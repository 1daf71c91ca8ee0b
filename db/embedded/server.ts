import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { runAs } from './account.ts';
import type { Cluster } from './cluster.ts';

/** Adopts the cluster's running server, or starts it on the preferred or a free port of 127.0.0.1. */
export async function startServer(cluster: Cluster, flags: string[], preferred?: number) {
  forgetStalePid(cluster.folder);
  const running = await adopt(cluster);
  if (running) return { port: running, adopted: true };
  for (let attempt = 1; ; attempt++) {
    const port = (attempt === 1 && preferred) || (await freePort());
    const problem = await start(cluster, port, flags);
    if (!problem) return { port, adopted: false };
    if (attempt === 5 || !passing.test(problem)) {
      throw new Error(`PostgreSQL did not start: ${problem}; see ${join(cluster.folder, 'server.log')}.`);
    }
    await wait(500 * attempt);
  }
}

/**
 * Asks the server to end all sessions and write everything; after 6 s it is stopped at once and recovers at
 * the next start.
 */
export async function stopServer({ folder, binaries, account }: Cluster) {
  const stop = (mode: string) =>
    runAs(account, binaries.pgCtl, ['-D', folder, '-w', '-t', '6', '-s', '-m', mode, 'stop']);
  if ((await stop('fast')).code === 0 || !(await isRunning({ folder, binaries, account }))) return;
  await stop('immediate');
}

/** A port taken in between, or sessions of a killed server that are still ending. */
const passing =
  /could not create any TCP\/IP sockets|pre-existing shared memory|lock file ".*" already exists/;

async function isRunning({ folder, binaries, account }: Pick<Cluster, 'folder' | 'binaries' | 'account'>) {
  return (await runAs(account, binaries.pgCtl, ['-D', folder, 'status'])).code === 0;
}

/** The port of this cluster's running server, once it answers; waits for one that is shutting down. */
async function adopt(cluster: Cluster) {
  const deadline = Date.now() + 60_000;
  while (await isRunning(cluster)) {
    const port = Number(pidFile(cluster.folder)[3]);
    const problem = port ? await greet(cluster.password, port) : 'it has no port yet';
    if (!problem) return port;
    if (Date.now() > deadline || problem.includes('password')) {
      throw new Error(`A PostgreSQL already runs on ${cluster.folder} but does not let us in: ${problem}.`);
    }
    await wait(250);
  }
  return undefined;
}

const pidFile = (folder: string) => {
  const file = join(folder, 'postmaster.pid');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
};

async function greet(password: string, port: number) {
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const sql = postgres(url, { max: 1, connect_timeout: 3, onnotice: () => {} });
  try {
    await sql`select 1`;
    return undefined;
  } catch (error) {
    return (error as Error).message || String(error);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * After a crash of the machine or in a new container, the pid in postmaster.pid may belong to another program
 * of the same account, and PostgreSQL would never start.
 */
function forgetStalePid(folder: string) {
  const pid = pidFile(folder)[0];
  const commandLine = `/proc/${pid}/cmdline`;
  if (!pid || !existsSync(commandLine)) return;
  const words = readFileSync(commandLine, 'utf8').split('\0');
  if (!words.includes(folder)) rmSync(join(folder, 'postmaster.pid'));
}

/** Starts the server and waits until it accepts connections; returns the reason when it does not. */
async function start({ folder, binaries, account }: Cluster, port: number, flags: string[]) {
  const log = join(folder, 'server.log');
  const before = rotate(log);
  const options = [
    ...[`-p ${port}`, '-c listen_addresses=127.0.0.1', "-c unix_socket_directories=''"],
    ...['-c timezone=UTC', '-c max_connections=200', ...flags],
  ];
  const args = ['-D', folder, '-w', '-t', '120', '-s', '-l', log, '-o', options.join(' '), 'start'];
  // Not with pipes: the server inherits them, and they would never close.
  const { code, output } = await runAs(account, binaries.pgCtl, args, 'ignore');
  if (code === 0) return undefined;
  const logged = existsSync(log) ? readFileSync(log, 'utf8').slice(before).split('\n') : [];
  const reason =
    logged.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? logged.findLast((line) => line.trim());
  return reason?.replace(/^.*?\b(FATAL|PANIC): +/, '') ?? (output || `pg_ctl ended with ${code}`);
}

/** Limits the log's size; returns the offset of what is logged from now on. */
function rotate(log: string) {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size < 10_000_000) return size;
  renameSync(log, `${log}.old`);
  return 0;
}

function freePort() {
  return new Promise<number>((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

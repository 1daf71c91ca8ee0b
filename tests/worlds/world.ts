import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { Product } from '../support/browser/product.ts';
import { freePort } from '../support/free-port.ts';
import { townName } from './town.ts';

/**
 * A test file's own product: a clone of the town (a quarter of a second), and the built web process on it. The process is
 * the shipped bundle and not an HTTP server inside the test: a screen that works only in a test would be found by neither.
 */
export type World = Product & { close(): Promise<void> };

export type WorldOptions = {
  /** With a worker process: what is sent, reported and timed happens. */
  worker: boolean;
  /** Settings beside those of every world. */
  settings?: Record<string, string>;
};

/** @param townUrl of the server that has the town; default the run's (`TOWN_URL`) */
export async function openWorld(
  { worker, settings = {} }: WorldOptions,
  townUrl = process.env.TOWN_URL!,
): Promise<World> {
  const name = `w_${randomBytes(6).toString('hex')}`;
  await asAdmin(townUrl, (sql) =>
    sql.unsafe(`create database ${name} template ${townName} strategy file_copy`),
  );
  const recordUrl = new URL(townUrl);
  recordUrl.pathname = `/${name}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'agenda-world-'));
  const [port, opsPort] = [await freePort(), await freePort()];
  const product: Product = {
    baseURL: `http://127.0.0.1:${port}`,
    dataDir,
    linkSecret: randomBytes(32).toString('hex'),
    recordUrl: recordUrl.href,
  };
  const env = {
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: product.baseURL,
    DATA_DIR: dataDir,
    DATABASE_URL: recordUrl.href,
    LINK_SECRET: product.linkSecret,
    LOG_LEVEL: 'error',
    DRAIN_SECONDS: '0',
    WEBHOOK_PRIVATE_ADDRESSES: 'true',
    ...(worker ? { OPS_PORT: String(opsPort), WORKER_URL: `http://127.0.0.1:${opsPort}` } : {}),
    ...settings,
  };
  const processes = await Promise.all(
    [...(worker ? ['worker'] : []), 'web'].map((process) => start(process, env)),
  );
  return {
    ...product,
    async close() {
      await Promise.all(processes.map(stop));
      await asAdmin(townUrl, (sql) => sql.unsafe(`drop database ${name} with (force)`));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

let current: { file: string; world: Promise<World> } | undefined;

/** The world of a test file, which its tests share; the one of the file before it is closed. */
export async function worldOf(file: string, options: WorldOptions): Promise<World> {
  if (current?.file !== file) {
    await closeWorld();
    current = { file, world: openWorld(options) };
  }
  return current!.world;
}

export async function closeWorld(): Promise<void> {
  const last = current;
  current = undefined;
  await (await last?.world)?.close();
}

/** A process of the built product, once it has said that it is ready; it ends with this one. */
async function start(name: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--enable-source-maps', `dist/${name}.js`], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
  await new Promise<void>((ready, fail) => {
    child.once('message', () => ready());
    child.once('exit', (code) => fail(new Error(`the ${name} process ended with ${code}`)));
  });
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
}

async function asAdmin(url: string, act: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await act(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { freePort } from '../support/free-port.ts';

const token = 'only-for-the-benchmark-of-this-machine';

/** A Directus over a database of its own in the record's PostgreSQL, with one collection of visits. */
export type Directus = { port: number; token: string; visits: number[]; stop(): Promise<void> };

/**
 * @param folder where `npm i directus` was run; it is no dependency of ours
 * @param url the record's address; the database is made beside it
 * @param count how many visits the collection holds
 */
export async function startDirectus(folder: string, url: string, count: number): Promise<Directus> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`create database directus`;
  await sql.end();
  const own = new URL(url);
  own.pathname = '/directus';
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    HOST: '127.0.0.1',
    PORT: String(port),
    SECRET: token,
    ...{ DB_CLIENT: 'pg', DB_CONNECTION_STRING: own.href },
    ...{ ADMIN_EMAIL: 'jefe@example.com', ADMIN_PASSWORD: 'agenda-demo', ADMIN_TOKEN: token },
    ...{ WEBSOCKETS_ENABLED: 'true', WEBSOCKETS_HEARTBEAT_ENABLED: 'false' },
    ...{
      NO_UPDATE_NOTIFIER: '1',
      TELEMETRY: 'false',
      LOG_LEVEL: 'error',
      CACHE_ENABLED: 'false',
      RATE_LIMITER_ENABLED: 'false',
    },
  };
  const run = (command: string) =>
    spawn(process.execPath, [join(folder, 'node_modules/directus/cli.js'), command], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  await succeeded(run('bootstrap'));
  const server = run('start');
  const stop = () => ended(server);
  try {
    const base = `http://127.0.0.1:${port}`;
    await answering(`${base}/server/ping`, server);
    const post = async (path: string, body: unknown) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`Directus, ${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as { data: { id: number }[] };
    };
    const field = (name: string, type: string) => ({ field: name, type, schema: {}, meta: {} });
    await post('/collections', {
      collection: 'bench_visits',
      schema: {},
      meta: {},
      fields: [
        { ...field('id', 'integer'), schema: { is_primary_key: true, has_auto_increment: true } },
        field('client_name', 'string'),
        field('technician_id', 'integer'),
      ],
    });
    const rows = Array.from({ length: count }, () => ({ client_name: 'Ana Gómez', technician_id: 0 }));
    const { data } = await post('/items/bench_visits', rows);
    return { port, token, visits: data.map(({ id }) => id), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function succeeded(child: ChildProcess): Promise<void> {
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error(`directus bootstrap ended with ${code}`);
}

async function answering(address: string, server: ChildProcess): Promise<void> {
  for (let tried = 0; tried < 240 && server.exitCode === null; tried++) {
    if ((await fetch(address).catch(() => null))?.ok) return;
    await wait(500);
  }
  throw new Error('Directus does not answer');
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const done = new Promise((exit) => server.once('exit', exit));
  server.kill('SIGTERM');
  const late = setTimeout(() => server.kill('SIGKILL'), 5_000);
  await done;
  clearTimeout(late);
}

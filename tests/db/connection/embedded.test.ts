import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from '../../../db/embedded/start.ts';

let dataDir = '';
let running: Embedded[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'agenda-embedded-'));
  chmodSync(dataDir, 0o755);
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  running = [];
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(options: { port?: number; dataDir?: string } = {}) {
  const server = await startEmbedded({ dataDir, flags: ['-c fsync=off'], ...options });
  running.push(server);
  return server;
}

async function ask(url: string, question: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return (await sql.unsafe(question)).map((row) => Object.values(row)[0]);
  } finally {
    await sql.end();
  }
}

it('keeps its data over a stop, in UTF-8, with Spanish order and UTC', async () => {
  const first = await start();
  await ask(
    first.url,
    "create table t as select unnest(array['ñandu', 'nz', 'Árbol', 'oso', 'arco']) as name",
  );
  await first.stop();
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await ask(second.url, 'select name from t order by name')).toEqual([
    'Árbol',
    'arco',
    'nz',
    'ñandu',
    'oso',
  ]);
  expect(await ask(second.url, 'show server_encoding')).toEqual(['UTF8']);
  expect(await ask(second.url, 'show timezone')).toEqual(['UTC']);
});

it('keeps its password to the owner', async () => {
  const server = await start();
  const file = join(dataDir, 'postgres-password');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(server.folder).mode & 0o777).toBe(0o700);
  const wrong = new URL(server.url);
  wrong.password = 'wrong';
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password/);
});

it('adopts the server that a killed process left behind', async () => {
  const survivor = await start();
  const next = await start();
  expect(next).toMatchObject({ adopted: true, port: survivor.port });
});

it('starts again after the server itself was killed, on the port it is asked for', async () => {
  const first = await start();
  process.kill(Number(readFileSync(join(first.folder, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  const second = await start({ port: first.port });
  expect(second).toMatchObject({ adopted: false, port: first.port });
});

it('takes another port when the one it prefers is taken', async () => {
  const other = createServer();
  const taken = await new Promise<number>((done) => {
    other.listen(0, '127.0.0.1', () => done((other.address() as { port: number }).port));
  });
  expect((await start({ port: taken })).port).not.toBe(taken);
  other.close();
});

it('is not fooled by a postmaster.pid whose number is now another program', async () => {
  const first = await start();
  const pidFile = join(first.folder, 'postmaster.pid');
  const text = readFileSync(pidFile, 'utf8');
  await first.stop();
  writeFileSync(pidFile, text.replace(/^\d+/, String(process.pid)));
  expect((await start()).adopted).toBe(false);
});

it.each([
  ['PG_VERSION', undefined, /^The database folder .+ is damaged: PG_VERSION is missing\..+server\.log\.$/],
  ['global/pg_control', undefined, /^The database folder .+ is damaged: global\/pg_control is missing\./],
  ['PG_VERSION', '15\n', /was made by PostgreSQL 15, this is 18\..+server\.log\.$/],
  ['postgresql.conf', 'no such setting = 1\n', /^PostgreSQL did not start: .+server\.log\.$/],
])('says in one line what is wrong with a data folder (%s: %j)', async (name, content, line) => {
  const first = await start();
  await first.stop();
  const file = join(first.folder, name);
  if (content === undefined) rmSync(file);
  else writeFileSync(file, content);
  const problem = await start().then(
    () => 'it started',
    (error: Error) => error.message,
  );
  expect(problem).toMatch(line);
  expect(problem).not.toContain('\n');
});

it('refuses data without their password instead of making a new one', async () => {
  await (await start()).stop();
  rmSync(join(dataDir, 'postgres-password'));
  await expect(start()).rejects.toThrow(/postgres-password is missing/);
});

it('finishes a first start that was killed half-way', async () => {
  mkdirSync(join(dataDir, 'postgres.unfinished'));
  writeFileSync(join(dataDir, 'postgres.unfinished', 'PG_VERSION'), '18\n');
  expect((await start()).adopted).toBe(false);
});

it.runIf(process.getuid?.() === 0)(
  'as root, moves out of a folder that its account may not enter',
  async () => {
    chmodSync(dataDir, 0o700);
    const first = await start();
    try {
      expect(first.folder.startsWith(dataDir)).toBe(false);
      await ask(first.url, 'create table kept ()');
      await first.stop();
      const second = await start();
      expect(second.folder).toBe(first.folder);
      expect(await ask(second.url, 'select count(*)::int from kept')).toEqual([0]);
      await second.stop();
    } finally {
      rmSync(dirname(first.folder), { recursive: true, force: true });
      expect(existsSync(first.folder)).toBe(false);
    }
  },
);

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDb } from '../../db/connection/open.ts';
import { ownDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { startTelegram, type TelegramServer } from '../support/telegram-server.ts';
import { until } from '../support/until.ts';

// The bot in the product's own worker processes, several of them.

const database = ownDatabase();
const children = new Set<ChildProcess>();
let db: Db;
let telegram: TelegramServer;
beforeAll(async () => {
  db = openDb(database.url);
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await telegram?.close();
});
afterAll(() => db?.close());

async function startWorker(env: Record<string, string> = {}) {
  let output = '';
  const child = fork(join(import.meta.dirname, '../../workers/index.ts'), {
    execArgv: ['--import', 'tsx'],
    silent: true,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      DATABASE_URL: database.url,
      LINK_SECRET: 'x'.repeat(32),
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_ROOT: telegram.url,
      ...env,
    },
  });
  children.add(child);
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  await new Promise<void>((ready, failed) => {
    child.once('message', () => ready());
    child.once('exit', (code) => failed(new Error(`the worker ended with ${code}: ${output}`)));
  });
  return Object.assign(child, { output: () => output });
}

const holder = async () =>
  (await db.sql<{ holder: string }[]>`select holder from chat_bots where held_until > now()`)[0]?.holder;

describe('two workers', () => {
  it('do every update once, and a killed one is replaced within 15 s', async () => {
    telegram = await startTelegram();
    const first = await startWorker();
    await until(async () => (await holder()) !== undefined, 10_000);
    const second = await startWorker();
    for (let i = 0; i < 20; i++) telegram.receiveText(800_000 + i, '/start');
    await until(() => telegram.journal.count() >= 20, 15_000);
    // Half done, and killed while more arrive.
    for (let i = 20; i < 30; i++) telegram.receiveText(800_000 + i, '/start');
    first.kill('SIGKILL');
    for (let i = 30; i < 40; i++) telegram.receiveText(800_000 + i, '/start');
    const from = Date.now();
    await until(() => new Set(telegram.journal.all().map(({ to }) => to)).size === 40, 15_000);
    expect(Date.now() - from).toBeLessThan(15_000);
    // What the killed one had said without writing it down may be said again; nothing else is.
    const counts = telegram.journal.all().reduce((n, { to }) => n.set(to, (n.get(to) ?? 0) + 1), new Map());
    expect([...counts].filter(([to, n]) => Number(to) < 800_020 && n > 1)).toEqual([]);
    expect(second.output()).not.toContain(telegram.token.split(':')[1]);

    const ended = new Promise((done) => second.once('exit', done));
    const asked = Date.now();
    second.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(Date.now() - asked).toBeLessThan(8_000);
    expect(await holder()).toBeNull();
  }, 90_000);

  it('without a token have no bot and nothing to complain of', async () => {
    telegram = await startTelegram();
    const worker = await startWorker({ TELEGRAM_BOT_TOKEN: '' });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(telegram.calls.size).toBe(0);
    expect(worker.output()).not.toMatch(/"level":(40|50|60)/);
  }, 60_000);

  it('outlive a Telegram that cannot be reached, and work when it can', async () => {
    telegram = await startTelegram();
    const port = await freePort();
    const worker = await startWorker({ TELEGRAM_API_ROOT: `http://127.0.0.1:${port}` });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const here = await startTelegram({ port, token: telegram.token });
    try {
      here.receiveText(900_001, '/start');
      await until(() => here.journal.count() === 1, 20_000);
      expect(worker.output()).not.toContain(telegram.token);
    } finally {
      await here.close();
    }
  }, 60_000);
});

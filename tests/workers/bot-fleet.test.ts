import { afterEach, describe, expect, it } from 'vitest';
import { limit } from '../gate/limits.mjs';
import { startTelegram, type TelegramServer } from '../support/fakes/telegram-server.ts';
import { openRecord } from '../support/postgres/open-record.ts';
import { workerProcesses } from '../support/processes/worker-process.ts';
import { until } from '../support/until.ts';

// The bot in the product's own worker processes, several of them.

const db = openRecord();
const start = workerProcesses(() => db.url());
const startWorker = (env: Record<string, string> = {}) =>
  start({ TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_ROOT: telegram.url, ...env });
let telegram: TelegramServer;
afterEach(async () => {
  await telegram?.close();
});

const holder = async () =>
  (await db().sql<{ holder: string }[]>`select holder from chat_bots where held_until > now()`)[0]?.holder;

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
    expect(Date.now() - from).toBeLessThan(limit(15_000));
    // What the killed one had sent without recording it may be sent again; nothing else is.
    const counts = telegram.journal.all().reduce((n, { to }) => n.set(to, (n.get(to) ?? 0) + 1), new Map());
    expect([...counts].filter(([to, n]) => Number(to) < 800_020 && n > 1)).toEqual([]);
    expect(second.output()).not.toContain(telegram.token.split(':')[1]);

    const ended = new Promise((done) => second.once('exit', done));
    const asked = Date.now();
    second.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(Date.now() - asked).toBeLessThan(limit(8_000));
    expect(await holder()).toBeNull();
  }, 90_000);

  it('without a token have no bot and nothing to complain of', async () => {
    telegram = await startTelegram();
    const worker = await startWorker({ TELEGRAM_BOT_TOKEN: '' });
    // That nothing is asked can only be seen after a while.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(telegram.calls.size).toBe(0);
    expect(worker.output()).not.toMatch(/"level":(40|50|60)/);
  }, 60_000);
});

import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { setOnTheWay } from '../../db/commands/field/set-on-the-way.ts';
import { type Db, openDb } from '../../db/connection/open.ts';
import { readOutboxAge } from '../../db/record/outbox.ts';
import { addDays, today } from '../../machines/calendar/slots.ts';
import { claimSeconds } from '../../workers/relay.ts';
import { ownDatabase } from '../support/database.ts';
import { listen, readBody } from '../support/fake.ts';
import { actorOf, makeWorld, type World } from '../support/fixtures.ts';
import { freePort } from '../support/free-port.ts';
import { startRedis } from '../support/redis.ts';
import { startTelegram, type TelegramServer } from '../support/telegram-server.ts';
import { until } from '../support/until.ts';

const database = ownDatabase();
const children = new Set<ChildProcess>();
let db: Db;
let telegram: TelegramServer;
beforeAll(async () => {
  db = openDb(database.url);
  telegram = await startTelegram();
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});
afterAll(() => Promise.all([db?.close(), telegram?.close()]));

/** The product's own worker process, once it has said that it is ready. */
async function startWorker(env: Record<string, string>): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, '../../workers/index.ts'), {
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
      ...secrets,
      ...env,
    },
  });
  children.add(child);
  await new Promise<void>((ready, failed) => {
    child.once('message', () => ready());
    child.once('exit', (code) => failed(new Error(`the worker ended with ${code}`)));
  });
  return child;
}
const secrets = { LINK_SECRET: 'x'.repeat(32) };
const end = (child: ChildProcess, signal: NodeJS.Signals) =>
  new Promise<number | null>((done) => {
    child.once('exit', (code) => done(code));
    child.kill(signal);
  });
const departTo = async (chat: number): Promise<World & { chat: number }> => {
  telegram.addChat(chat);
  // Tomorrow's, which the worker's own clock leaves alone whatever the hour of this test.
  const visit = { day: addDays(today(new Date()), 1) };
  const world = await makeWorld(db.sql, { client: { telegramChatId: String(chat) }, visit });
  await setOnTheWay({ db, actor: await actorOf(db.sql, world.userId) }, { visit_id: world.visitId });
  return { ...world, chat };
};
const stateOf = async (visitId: number) =>
  (await db.sql<{ state: string }[]>`select state from notices where visit_id = ${visitId}`)[0]!.state;

/** In front of the fake: a message is taken at once, and the answer comes late enough to die in between. */
async function startSlowly(delayMs: number) {
  const server = createServer(async (request, response) => {
    const answer = await fetch(`${telegram.url}${request.url}`, {
      method: 'POST',
      // A connection that is kept may be closed by the fake, as idle, at the moment it is used again.
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: await readBody(request),
    });
    const text = await answer.text();
    setTimeout(() => response.writeHead(answer.status).end(text), delayMs);
  });
  return listen(server, 0);
}

describe.each(['postgres', 'redis'] as const)('on %s', (kind) => {
  it('a worker killed in the middle of sending: each message once, or listed as unknown (F02)', async () => {
    const redis = kind === 'redis' ? await startRedis() : undefined;
    onTestFinished(() => redis?.stop());
    const slow = await startSlowly(250);
    const env = {
      ...(redis ? { REDIS_URL: redis.url } : {}),
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_ROOT: `http://127.0.0.1:${slow.port}`,
    };
    const worlds: Awaited<ReturnType<typeof departTo>>[] = [];
    const first = kind === 'redis' ? 8_000 : 9_000;
    for (let round = 0; round < 3; round++) {
      const worker = await startWorker(env);
      for (let i = 0; i < 4; i++) {
        worlds.push(await departTo(first + worlds.length));
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      // The oldest of the four is answered about now, the others have been taken and not answered.
      await until(() => telegram.journal.count(String(worlds.at(-2)!.chat)) === 1);
      await end(worker, 'SIGKILL');
    }
    const states = await Promise.all(worlds.map(({ visitId }) => stateOf(visitId)));
    expect(states).toContain('sending');
    // Two minutes pass: nobody can be in the middle of a try any more, and the sweep sees what is overdue.
    await db.sql`update notices set not_before = not_before - interval '2 minutes' where state in ('pending', 'sending')`;
    const last = await startWorker(env);
    const final = async () =>
      (await Promise.all(worlds.map(({ visitId }) => stateOf(visitId)))).every(
        (state) => state === 'sent' || state === 'unknown',
      );
    await until(final, 15_000);
    for (const { visitId, chat } of worlds) {
      const delivered = telegram.journal.count(String(chat));
      if ((await stateOf(visitId)) === 'sent') expect(delivered).toBe(1);
      else expect(delivered).toBeLessThanOrEqual(1);
    }
    // A relay that was killed holding events keeps them from the others until its claim lapses.
    await until(async () => (await readOutboxAge(db)).waiting === 0, (claimSeconds + 5) * 1_000);
    expect(await end(last, 'SIGTERM')).toBe(0);
    await slow.close();
  }, 60_000);
});

it('starts without Redis, passes deadlines meanwhile, sends when it comes, and ends when told (F07)', async () => {
  const port = await freePort();
  const late = await makeWorld(db.sql, { visit: { day: '2026-03-05' } });
  const worker = await startWorker({ REDIS_URL: `redis://127.0.0.1:${port}` });
  let ended = false;
  worker.once('exit', () => {
    ended = true;
  });
  const world = await departTo(7_001);
  await until(async () => {
    const [visit] = await db.sql`select delayed from visits where id = ${late.visitId}`;
    return visit!.delayed;
  });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(ended).toBe(false);
  expect(await stateOf(world.visitId)).toBe('pending');
  const redis = await startRedis({ port });
  onTestFinished(() => redis.stop());
  // No channel is set: the development mailbox.
  await until(async () => (await stateOf(world.visitId)) === 'sent', 10_000);
  await redis.stop();
  const started = Date.now();
  expect(await end(worker, 'SIGTERM')).toBe(0);
  expect(Date.now() - started).toBeLessThan(8_000);
}, 40_000);

it('ends at once with one line when a setting is wrong', async () => {
  await expect(startWorker({ DATABASE_URL: 'mysql://x' })).rejects.toThrow('ended with 1');
});

it('ends when its supervisor is gone', async () => {
  const worker = await startWorker({});
  const gone = new Promise((done) => worker.once('exit', done));
  worker.disconnect();
  expect(await gone).toBe(0);
}, 15_000);

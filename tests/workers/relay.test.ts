import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { setOnTheWay } from '../../db/commands/field/set-on-the-way.ts';
import { takeVisit } from '../../db/commands/field/take-visit.ts';
import { type Db, openDb } from '../../db/connection/open.ts';
import { claimOutbox, readOutboxAge, releaseOutbox } from '../../db/record/outbox.ts';
import { openKeys } from '../../db/secrets/keys.ts';
import { makeJobs } from '../../workers/jobs/index.ts';
import { openPushQueue } from '../../workers/push-queue.ts';
import { makeQueues, type Queues } from '../../workers/queue.ts';
import { openReactionQueue, openReactionWorker, type ReactionQueue } from '../../workers/reaction-queue.ts';
import type { Jobs } from '../../workers/reactions.ts';
import { claimSeconds, openRelay } from '../../workers/relay.ts';
import { makeSenders } from '../../workers/senders/index.ts';
import { sweepNotices } from '../../workers/timed-jobs.ts';
import { startTelegram, type TelegramServer } from '../support/fakes/telegram-server.ts';
import { freePort } from '../support/free-port.ts';
import { ownDatabase } from '../support/postgres/database.ts';
import { type PrivateRedis, startRedis } from '../support/processes/redis.ts';
import { startProxy } from '../support/processes/tcp-proxy.ts';
import { actorOf, makeWorld, type World } from '../support/record/fixtures.ts';
import { until } from '../support/until.ts';

const keys = openKeys({ secret: 'a secret of at least 32 characters', publicUrl: 'https://agenda.example' });
let telegram: TelegramServer;
beforeAll(async () => {
  telegram = await startTelegram({ chats: ['5001'] });
});
afterAll(() => telegram?.close());
afterEach(() => {
  telegram.faults.set(null);
  telegram.journal.clear();
  asked.length = 0;
});

const depart = async (db: Db, { visitId, userId }: World) =>
  setOnTheWay({ db, actor: await actorOf(db.sql, userId) }, { visit_id: visitId });
const worldOf = (db: Db) => makeWorld(db.sql, { client: { telegramChatId: '5001' } });
const stateOf = async (db: Db, { visitId }: World) =>
  (await db.sql<{ state: string }[]>`select state from notices where visit_id = ${visitId}`)[0]?.state;
/** The visits whose messages a job was asked to send, once for each time. */
const asked: number[] = [];
const jobsOn = (db: Db, queues: Queues): Jobs => {
  const settings = { telegramBotToken: telegram.token, telegramApiRoot: telegram.url, whatsappApiRoot: '' };
  const jobs = makeJobs({ db, senders: makeSenders(settings), keys, pushes: openPushQueue(queues) });
  return {
    ...jobs,
    'send-notices'(data) {
      asked.push(data.visitId);
      return jobs['send-notices'](data);
    },
  };
};
const drained = async (db: Db) => (await readOutboxAge(db)).waiting === 0;

describe.each(['postgres', 'redis'] as const)('on %s', (kind) => {
  const database = ownDatabase();
  let db: Db;
  let redis: PrivateRedis | undefined;
  let queues: Queues;
  let queue: ReactionQueue;
  const problems: unknown[] = [];
  const relay = (pollMs?: number) => openRelay(db, queue, (error) => problems.push(error), pollMs);

  beforeAll(async () => {
    redis = kind === 'redis' ? await startRedis() : undefined;
    db = openDb(database.url, { transactions: 12 });
    queues = await makeQueues({ databaseUrl: database.url, redisUrl: redis?.url });
    queue = openReactionQueue(queues);
    openReactionWorker(queues, jobsOn(db, queues));
  });
  afterAll(async () => {
    await queues?.close(500);
    await db?.close();
    await redis?.stop();
    expect(problems).toEqual([]);
  });

  it('an event becomes one message, although its job is doubled, reordered, and done before (F18)', async () => {
    const world = await worldOf(db);
    const open = await relay();
    await depart(db, world);
    for (let i = 0; i < 10; i++) await queue.add('send-notices', { visitId: world.visitId });
    await until(async () => (await stateOf(db, world)) === 'sent');
    for (let i = 0; i < 5; i++) await queue.add('send-notices', { visitId: world.visitId });
    await until(async () => (await drained(db)) && (await queue.getActiveCount()) === 0);
    await open.close();
    expect(telegram.journal.count('5001')).toBe(1);
  });

  it('makes no job of an event that leaves its visit without a message to send', async () => {
    const world = await worldOf(db);
    await db.sql`update visits set technician_id = null, assigned_at = null where id = ${world.visitId}`;
    const open = await relay();
    await until(() => drained(db));
    const before = await queue.getJobCounts();
    const taken = await takeVisit(
      { db, actor: await actorOf(db.sql, world.userId) },
      { visit_id: world.visitId },
    );
    expect(taken).toMatchObject({ visit_id: world.visitId });
    await until(() => drained(db));
    expect(await queue.getJobCounts()).toEqual(before);
    expect(asked).toEqual([]);
    // The next event of the same visit has one, and is not forgotten.
    await depart(db, world);
    await until(async () => (await stateOf(db, world)) === 'sent');
    await open.close();
    expect(asked).toEqual([world.visitId]);
  });

  it('is woken by the notification, long before its poll', async () => {
    const open = await relay(600_000);
    await until(() => drained(db));
    for (let i = 0; i < 3; i++) {
      const world = await worldOf(db);
      await depart(db, world);
      await until(async () => (await stateOf(db, world)) === 'sent');
    }
    await open.close();
  });

  it('two relays, and rows whose relay died after the hand-over, publish each event once in effect (F29)', async () => {
    const worlds: World[] = [];
    for (let i = 0; i < 25; i++) worlds.push(await worldOf(db));
    await Promise.all(worlds.map((world) => depart(db, world)));
    // A relay that died between the two steps: its claim lapsed, the queue has the job, the row is still there.
    await db.sql`update outbox set claimed_until = now() - interval '1 second'`;
    const dead = await db.sql<{ operation: string; version: number; visitId: number }[]>`
      select operation, version, visit_id from outbox where name = 'visit.on_the_way' limit 5`;
    for (const { operation, version, visitId } of dead)
      await queue.add('send-notices', { visitId }, { jobId: `${operation}.${version}.send-notices` });
    const [one, two] = await Promise.all([relay(), relay()]);
    await until(async () => (await drained(db)) && telegram.journal.count() >= 25, 10_000);
    await until(async () => (await queue.getActiveCount()) + (await queue.getWaitingCount()) === 0);
    await Promise.all([one.close(), two.close()]);
    expect(telegram.journal.count()).toBe(25);
    expect(asked.sort()).toEqual(worlds.map(({ visitId }) => visitId).sort());
  });

  it('hands over at once what it had claimed when it lost its connection (F44)', async () => {
    const world = await worldOf(db);
    const failures: unknown[] = [];
    const other = postgres(database.url, { max: 2 });
    onTestFinished(() => other.end());
    let lost = 0;
    await other.begin(async (tx) => {
      // The relay has claimed the event, and decides what follows from it.
      await tx`lock table webhooks in access exclusive mode`;
      const open = await openRelay(db, queue, (error) => failures.push(error));
      onTestFinished(() => open.close());
      await depart(db, world);
      const blocked = async () =>
        (
          await other<{ pid: number }[]>`
          select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%webhook_deliveries%'`
        )[0];
      await until(async () => (await blocked()) !== undefined);
      await other`select pg_terminate_backend(${(await blocked())!.pid})`;
      lost = performance.now();
      await until(async () => failures.length > 0);
    });
    await until(async () => (await stateOf(db, world)) === 'sent', 12_000);
    expect((performance.now() - lost) / 1_000).toBeLessThan(claimSeconds / 2);
    await until(() => drained(db));
    expect(telegram.journal.count('5001')).toBe(1);
  });

  it('hands over at once what it claimed without learning of it, because the answer was lost (F44)', async () => {
    const address = new URL(database.url);
    const proxy = await startProxy(Number(address.port));
    address.port = String(proxy.port);
    // One connection: the claim is prepared on it, and needs no second message to be carried out.
    const through = openDb(address.href, { reads: 1, transactions: 1 });
    const other = postgres(database.url, { max: 2 });
    onTestFinished(async () => {
      await Promise.all([through.close(), other.end()]);
      await proxy.close();
    });
    const world = await worldOf(db);
    await depart(db, world);
    const waiting = await other`delete from outbox returning *`;
    const open = await openRelay(through, queue, () => {});
    onTestFinished(() => open.close());
    const claiming = async (state: string) =>
      (
        await other`
        select 1 from pg_stat_activity
        where datname = current_database() and coalesce(wait_event_type, '') like ${state} and query like '%held as%update outbox%'
          and pid <> pg_backend_pid()`
      ).count > 0;
    await until(() => claiming('Client'));
    await other.begin(async (tx) => {
      await tx`lock table outbox in exclusive mode`;
      await tx`insert into outbox ${tx(waiting)}`;
      await until(() => claiming('Lock'));
      proxy.silence();
    });
    const claim = async () =>
      (await db.sql<{ claimedUntil: Date }[]>`select claimed_until from outbox where claim is not null`)[0];
    await until(async () => (await claim()) !== undefined);
    const { claimedUntil } = (await claim())!;
    await until(async () => (await stateOf(db, world)) === 'sent', 20_000);
    // No relay could have it before, had it not been returned.
    expect(Date.now()).toBeLessThan(claimedUntil.getTime());
    await until(() => drained(db));
    expect(telegram.journal.count('5001')).toBe(1);
  }, 45_000);

  it('holds a rate-limited message back as asked, in the queue', async () => {
    const world = await worldOf(db);
    telegram.faults.set({ kind: 'rate-limit', retryAfterSeconds: 2 });
    const open = await relay();
    const started = Date.now();
    await depart(db, world);
    await until(async () => (await stateOf(db, world)) === 'sent', 8_000);
    await open.close();
    expect(telegram.journal.all('5001')[0]!.at - started).toBeGreaterThan(1_800);
    expect(telegram.journal.count('5001')).toBe(1);
  });

  it('finds again the message whose job no queue holds (F06)', async () => {
    const world = await worldOf(db);
    await depart(db, world);
    // The queue had it, and was emptied.
    await db.sql`delete from outbox`;
    const before = await queue.getJobCounts();
    await sweepNotices({ db, queue });
    expect(await queue.getJobCounts()).toEqual(before);
    await db.sql`update notices set not_before = now() - interval '61 seconds' where visit_id = ${world.visitId}`;
    await Promise.all([sweepNotices({ db, queue }), sweepNotices({ db, queue })]);
    await until(async () => (await stateOf(db, world)) === 'sent');
    expect(telegram.journal.count('5001')).toBe(1);
  });
});

describe('the outbox', () => {
  const database = ownDatabase();
  let db: Db;
  beforeAll(() => {
    db = openDb(database.url);
  });
  afterAll(() => db?.close());

  it('gives a row to one claimer, and to another once the claim has lapsed', async () => {
    await db.sql`insert into outbox (operation, version, name) select '101', n, 'order.changed' from generate_series(1, 40) n`;
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimOutbox(db, 10, 1)));
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await claimOutbox(db, 100, 1).then((more) => more.length + ids.length)).toBe(40);
    expect(await claimOutbox(db, 100, 1)).toEqual([]);
    await db.sql`update outbox set claimed_until = now() - interval '1 second'`;
    const again = await claimOutbox(db, 100, 60);
    expect(again.map(({ version }) => version)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    await releaseOutbox(
      db,
      again.map(({ id }) => id),
    );
    expect(await readOutboxAge(db)).toEqual({ waiting: 0, oldestSeconds: 0 });
  });

  it('does not wait for a row that another is claiming', async () => {
    await db.sql`insert into outbox (operation, version, name) select '102', n, 'order.changed' from generate_series(1, 3) n`;
    await db.transactions.begin(async (tx) => {
      await tx`select 1 from outbox where version = 2 for update`;
      expect((await claimOutbox(db, 10, 60)).map(({ version }) => version)).toEqual([1, 3]);
    });
  });
});

describe('without Redis', () => {
  const database = ownDatabase();

  it.each([
    ['since the start', false],
    ['after a while', true],
  ])('down %s, commands work and messages leave when it is back (F07)', async (_, answeredBefore) => {
    const port = await freePort();
    const startHere = async () => {
      const redis = await startRedis({ port });
      onTestFinished(() => redis.stop());
      return redis;
    };
    const first = answeredBefore ? await startHere() : undefined;
    const db = openDb(database.url, { transactions: 12 });
    const queues = await makeQueues({ databaseUrl: database.url, redisUrl: `redis://127.0.0.1:${port}` });
    const queue = openReactionQueue(queues);
    openReactionWorker(queues, jobsOn(db, queues));
    const failures: unknown[] = [];
    const open = await openRelay(db, queue, (error) => failures.push(error));
    if (first) {
      await queue.waitUntilReady();
      await first.stop();
    }
    const world = await worldOf(db);
    expect(await depart(db, world)).toEqual({ visit_id: world.visitId, on_the_way: true });
    await until(() => failures.length > 0);
    expect(await stateOf(db, world)).toBe('pending');
    expect((await readOutboxAge(db)).waiting).toBe(1);

    await startHere();
    await until(async () => (await stateOf(db, world)) === 'sent', 12_000);
    await until(() => drained(db), 8_000);
    expect(telegram.journal.count('5001')).toBe(1);
    await open.close();
    await queues.close(500);
    await db.close();
  });
});

import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Job } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobId, makeQueues, type QueueSettings, type Queues } from '../../workers/queue.ts';
import { limit } from '../gate/limits.mjs';
import { ownDatabase } from '../support/postgres/database.ts';
import { type PrivateRedis, startRedis } from '../support/processes/redis.ts';
import { until } from '../support/until.ts';

type Start = () => Promise<{ settings: QueueSettings; stop(): Promise<void> }>;
type Note = { text: string };

const database = ownDatabase();
const onPostgres: Start = async () => ({ settings: { databaseUrl: database.url }, stop: async () => {} });
const onRedis: Start = async () => {
  const redis = await startRedis();
  return { settings: { databaseUrl: '', redisUrl: redis.url }, stop: redis.stop };
};

describe.concurrent.each([
  ['postgres', onPostgres],
  ['redis', onRedis],
] as const)('queues on %s', (kind, start) => {
  let settings: QueueSettings;
  let stop: () => Promise<void>;
  let queues: Queues;
  let count = 0;
  const fresh = () => `q${++count}`;

  beforeAll(async () => {
    ({ settings, stop } = await start());
    // two at once on an empty database: one of them makes the tables, both succeed (F23)
    const [mine, other] = await Promise.all([makeQueues(settings), makeQueues(settings)]);
    await other.close();
    queues = mine;
  }, 30_000);
  afterAll(async () => {
    await queues?.close(1_000);
    await stop?.();
  }, 30_000);

  it('says which backend it is on', () => {
    expect(queues.kind).toBe(kind);
  });

  it('delivers the data as it was given and the result to its listeners', async () => {
    const name = fresh();
    const queue = queues.queue<Note, string>(name);
    const events = queues.events(name);
    await events.waitUntilReady();
    queues.worker<Note, string>(name, async (job) => job.data.text.toUpperCase());
    const job = await queue.add('shout', { text: 'Visitá a Ñandú 🛠️' });
    expect(await job.waitUntilFinished(events, 5_000)).toBe('VISITÁ A ÑANDÚ 🛠️');
  });

  it('tries again with growing waits until it works', async () => {
    const name = fresh();
    const at: number[] = [];
    queues.worker(name, async () => {
      at.push(Date.now());
      if (at.length < 4) throw new Error('not yet');
    });
    await queues
      .queue(name, { attempts: 6, backoff: { type: 'exponential', delay: 150 } })
      .add('flaky', { text: '' });
    await until(() => at.length === 4, 5_000);
    const waits = at.slice(1).map((time, i) => time - at[i]!);
    expect(waits[0]).toBeGreaterThanOrEqual(140);
    expect(waits[1]).toBeGreaterThanOrEqual(290);
    expect(waits[2]).toBeGreaterThanOrEqual(590);
  });

  it('holds a delayed job back until its time', async () => {
    const name = fresh();
    const queue = queues.queue<Note>(name);
    const started = Date.now();
    let ranAfter = 0;
    queues.worker(name, async () => {
      ranAfter = Date.now() - started;
    });
    await queue.add('later', { text: '' }, { delay: 800 });
    await until(() => ranAfter > 0, 5_000);
    expect(ranAfter).toBeGreaterThanOrEqual(790);
  });

  it('drops a repeated job id before and after the first was done (F18)', async () => {
    const name = fresh();
    const queue = queues.queue<Note>(name);
    const id = jobId('event', 41, 'notify-customer');
    const seen: string[] = [];
    await Promise.all(Array.from({ length: 20 }, () => queue.add('notify', { text: 'a' }, { jobId: id })));
    queues.worker<Note>(name, async (job) => void seen.push(job.id!));
    await until(async () => (await queue.getCompletedCount()) === 1);
    await queue.add('notify', { text: 'again' }, { jobId: id });
    await queue.add('notify', { text: 'other' }, { jobId: jobId('event', 42, 'notify-customer') });
    await until(async () => (await queue.getCompletedCount()) === 2);
    expect(seen).toEqual([id, 'event.42.notify-customer']);
  });

  it('puts a poison job into failed, visible with its reason, while the others go on (F26)', async () => {
    const name = fresh();
    const queue = queues.queue<Note>(name, { attempts: 3, backoff: { type: 'fixed', delay: 20 } });
    const done: string[] = [];
    let tries = 0;
    queues.worker<Note>(name, async (job) => {
      if (job.data.text === 'poison') {
        tries++;
        throw new Error('does not go down');
      }
      done.push(job.data.text);
    });
    const texts = ['a', 'poison', 'b', 'c'];
    await queue.addBulk(texts.map((text) => ({ name: 'job', data: { text } })));
    await until(async () => done.length === 3 && (await queue.getFailedCount()) === 1);
    expect(done).toEqual(['a', 'b', 'c']);
    const [failed] = (await queue.getFailed()) as Job<Note>[];
    expect(failed).toMatchObject({
      failedReason: 'does not go down',
      attemptsMade: 3,
      data: { text: 'poison' },
    });
    expect(tries).toBe(3);
  });

  it('a long job does not hold up the others (F26)', async () => {
    const name = fresh();
    const queue = queues.queue<Note>(name);
    const done: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const options = { concurrency: 2, lockDuration: 1_000, stalledInterval: 500 };
    queues.worker<Note>(
      name,
      async (job) => {
        if (job.data.text === 'long') await held;
        done.push(job.data.text);
      },
      options,
    );
    await queue.addBulk(['long', 'a', 'b'].map((text) => ({ name: 'job', data: { text } })));
    await until(() => done.length === 2);
    // longer than its lock: renewed, so no other may have taken it
    await new Promise((resolve) => setTimeout(resolve, 1_800));
    release();
    await until(async () => (await queue.getCompletedCount()) === 3);
    expect(done).toEqual(['a', 'b', 'long']);
  });

  it('a job whose worker is killed -9 is done by another (F02)', async () => {
    const name = fresh();
    const dir = mkdtempSync(join(tmpdir(), 'agenda-kill-'));
    const journal = join(dir, 'journal');
    const { databaseUrl, redisUrl = '' } = settings;
    const child = fork(
      join(import.meta.dirname, 'queue-worker-process.ts'),
      [databaseUrl, redisUrl, name, journal],
      { execArgv: ['--import', 'tsx'] },
    );
    try {
      const queue = queues.queue<Note>(name);
      const taken = new Promise((resolve) => child.once('message', resolve));
      const job = await queue.add('survive', { text: 'x' });
      await taken;
      const exited = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
      child.kill('SIGKILL');
      expect(await exited).toBe('SIGKILL');
      expect(await job.getState()).toBe('active');

      const done: string[] = [];
      queues.worker<Note>(name, async (again) => void done.push(again.id!), { stalledInterval: 500 });
      await until(async () => (await job.getState()) === 'completed', 8_000);
      expect(done).toEqual([job.id]);
      expect(readFileSync(journal, 'utf8')).toBe(`${job.id} taken by the process\n`);
    } finally {
      child.kill('SIGKILL');
      rmSync(dir, { recursive: true, force: true });
    }
  }, 20_000);

  it('closing lets a job end within the grace and cuts a longer one, which another then does (F03)', async () => {
    const name = fresh();
    const mine = await makeQueues(settings);
    const queue = queues.queue<Note>(name);
    const done: string[] = [];
    let began = 0;
    mine.worker<Note>(
      name,
      async (job) => {
        began++;
        await new Promise((resolve) => setTimeout(resolve, job.data.text === 'short' ? 200 : 60_000).unref());
        done.push(job.data.text);
      },
      { concurrency: 2, lockDuration: 1_000 },
    );
    await queue.addBulk(['short', 'endless'].map((text) => ({ name: 'job', data: { text } })));
    await until(() => began === 2);
    const started = Date.now();
    await mine.close(600);
    expect(Date.now() - started).toBeLessThan(limit(3_000));
    expect(done).toEqual(['short']);

    queues.worker<Note>(name, async (job) => void done.push(`${job.data.text} by another`), {
      stalledInterval: 500,
    });
    await until(() => done.length === 2, 8_000);
    expect(done).toEqual(['short', 'endless by another']);
  }, 20_000);
});

describe('without its store', () => {
  it('enqueueing fails promptly while Redis is down, and works when it is back (F06, F07)', async () => {
    const redis: PrivateRedis = await startRedis();
    const queues = await makeQueues({ databaseUrl: '', redisUrl: redis.url });
    const queue = queues.queue<Note>('prompt');
    await queue.add('a', { text: '1' });
    process.kill(redis.pid, 'SIGKILL');
    await redis.stop();
    const started = Date.now();
    await expect(queue.add('b', { text: '2' })).rejects.toThrow();
    expect(Date.now() - started).toBeLessThan(limit(2_000));

    const back = await startRedis({ port: redis.port });
    await until(() => queue.add('b', { text: '2' }, { jobId: 'b' }).then(Boolean, () => false));
    expect(await queue.getWaitingCount()).toBe(1);
    await back.stop();
    await queues.close(500);
  });

  it('fails on an absent database after its timeout, with the reason', async () => {
    const absent = makeQueues({ databaseUrl: 'postgres://x@127.0.0.1:1/x', connectTimeoutMs: 600 });
    await expect(absent).rejects.toThrow(/ECONNREFUSED/);
  });

  it('makes only job ids that BullMQ takes', () => {
    expect(jobId('event', 41, 'notify')).toBe('event.41.notify');
    expect(() => jobId('a:b')).toThrow();
    expect(() => jobId(41)).toThrow();
  });
});

import { expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../../machines/process/settings.ts';
import { makeQueues } from '../../workers/queue.ts';
import { startSentinelRedis } from '../support/processes/redis-sentinel.ts';

it.each([
  ['was killed (F41)', 'SIGKILL'],
  ['hangs', 'SIGSTOP'],
] as const)(
  'jobs go on at the master that Sentinel chooses after the first one %s',
  async (_, signal) => {
    const redis = await startSentinelRedis();
    onTestFinished(() => redis.stop());
    const answer = readSettings(redis.env);
    if (!answer.ok) throw new Error(answer.problems.join('\n'));
    const { redisUrl, redisSentinels } = answer.settings;
    const queues = await makeQueues({ databaseUrl: '', redisUrl, redisSentinels });
    onTestFinished(() => queues.close(500));
    const done: string[] = [];
    const queue = queues.queue('sentinel');
    queues.worker('sentinel', async (job) => void done.push(job.name));
    await queue.add('before', {});
    await expect.poll(() => done, { timeout: 3_000 }).toEqual(['before']);

    const killed = await redis.killMaster(signal);
    for (let enqueued = false; !enqueued; ) {
      enqueued = await queue.add('after', {}, { jobId: 'after' }).then(
        () => true,
        () => false,
      );
      if (!enqueued) await new Promise((next) => setTimeout(next, 200)); // as the relay does
    }
    await expect.poll(() => done, { timeout: 20_000 }).toEqual(['before', 'after']);
    expect(await redis.master()).not.toBe(killed);
  },
  60_000,
);

import { expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../../machines/process/settings.ts';
import { makeQueues } from '../../workers/queue.ts';
import { startSentinelRedis } from '../support/redis-sentinel.ts';

it('jobs go on at the master that Sentinel chooses after the first one was killed (F41)', async () => {
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

  const killed = await redis.killMaster();
  const enqueued = async () => {
    for (;;) {
      try {
        return await queue.add('after', {}, { jobId: 'after' });
      } catch {
        await new Promise((next) => setTimeout(next, 200)); // as the relay does
      }
    }
  };
  await enqueued();
  await expect.poll(() => done, { timeout: 15_000 }).toEqual(['before', 'after']);
  expect(await redis.master()).not.toBe(killed);
}, 40_000);

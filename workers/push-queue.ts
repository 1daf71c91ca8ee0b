import { DelayedError, type Job, type Queue, type Worker } from 'bullmq';
import type { PushJobData, PushToBrowser } from './jobs/push-to-browser.ts';
import { jobId, type Queues } from './queue.ts';

export type PushQueue = Queue<PushJobData>;

/** A queue of its own: its addresses are chosen by technicians, and customers' messages do not wait for them. */
const queueName = 'pushes';
const jobName = 'push-to-browser';

export const openPushQueue = (queues: Queues): PushQueue =>
  queues.queue<PushJobData>(queueName, {
    attempts: 3,
    backoff: { type: 'exponential', delay: 30_000, jitter: 0.5 },
    removeOnFail: { age: 86_400 },
  });

/** One job for each browser: where one fails, only that one is tried again. Enqueued twice it is one job. */
export async function enqueuePushes(queue: Pick<PushQueue, 'addBulk'>, pushes: PushJobData[]): Promise<void> {
  if (pushes.length === 0) return;
  await queue.addBulk(
    pushes.map((data) => ({
      name: jobName,
      data,
      opts: {
        jobId: jobId(data.event.operation, data.event.version, 'push', data.push, data.subscription),
      },
    })),
  );
}

const concurrency = 10;

/**
 * Runs the queue's jobs. One that answers a wait is delayed by it, without consuming an attempt; a job with an unknown
 * name (of a newer version) fails.
 */
export function openPushWorker(queues: Queues, push: PushToBrowser): Worker<PushJobData> {
  const perform = async (job: Job<PushJobData>, token?: string) => {
    if (job.name !== jobName) throw new Error(`no such job: ${job.name}`);
    const { waitMs } = await push(job.data);
    if (waitMs === null) return;
    await job.moveToDelayed(Date.now() + waitMs, token);
    throw new DelayedError();
  };
  return queues.worker<PushJobData>(queueName, perform, { concurrency });
}

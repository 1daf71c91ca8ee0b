import { DelayedError, type Job, type Queue, type Worker } from 'bullmq';
import type { Queues } from './queue.ts';
import type { JobData, JobName, Jobs } from './reactions.ts';

export type ReactionQueue = Queue<JobData>;

const queueName = 'reactions';

export const openReactionQueue = (queues: Queues): ReactionQueue =>
  queues.queue<JobData>(queueName, {
    attempts: 10,
    backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
  });

/** Jobs wait for channels rather than compute. */
const concurrency = 10;

/**
 * Runs the queue's jobs. A job that answers a wait is delayed by it, without consuming an attempt; a job with
 * an unknown name (of a newer version) fails.
 */
export function openReactionWorker(
  queues: Queues,
  jobs: Jobs,
  options: { lockDuration?: number; stalledInterval?: number } = {},
): Worker<JobData> {
  const perform = async (job: Job<JobData>, token?: string) => {
    const act = jobs[job.name as JobName];
    if (!act) throw new Error(`no such job: ${job.name}`);
    const { waitMs } = await act(job.data, job.id);
    if (waitMs === null) return;
    // At least 200 ms: an expired wait must not become a busy loop.
    await job.moveToDelayed(Date.now() + Math.max(waitMs, 200), token);
    throw new DelayedError();
  };
  return queues.worker<JobData>(queueName, perform, { concurrency, ...options });
}

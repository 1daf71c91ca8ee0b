import { DelayedError, type Job, type Queue, type Worker } from 'bullmq';
import type { Queues } from './queue.ts';
import type { JobData, JobName, Jobs } from './reactions.ts';

export type ReactionQueue = Queue<JobData>;

const queueName = 'reactions';

/** Where the relay and the sweep put what the workers do. */
export const openReactionQueue = (queues: Queues): ReactionQueue =>
  queues.queue<JobData>(queueName, {
    // Accidents only (a database away): what the channels answer is counted in the record.
    attempts: 10,
    backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
  });

/** Jobs spend their time waiting for a channel, not working. */
const concurrency = 10;

/**
 * Do what the queue holds. A job that answers a wait is put off by that long, which consumes none of its
 * attempts; a job of a name that this version does not know fails, visibly.
 */
export function openReactionWorker(
  queues: Queues,
  jobs: Jobs,
  options: { lockDuration?: number; stalledInterval?: number } = {},
): Worker<JobData> {
  const perform = async (job: Job<JobData>, token?: string) => {
    const act = jobs[job.name as JobName];
    if (!act) throw new Error(`no such job: ${job.name}`);
    const { waitMs } = await act(job.data);
    if (waitMs === null) return;
    // At least a moment: a wait that is over by now must not become a busy loop.
    await job.moveToDelayed(Date.now() + Math.max(waitMs, 200), token);
    throw new DelayedError();
  };
  return queues.worker<JobData>(queueName, perform, { concurrency, ...options });
}

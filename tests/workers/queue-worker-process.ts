import { appendFileSync } from 'node:fs';
import { makeQueues } from '../../workers/queue.ts';

/** A worker that takes one job, says so to its parent, and never finishes: something to kill -9. */
const [, , databaseUrl, redisUrl, name, journal] = process.argv as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const queues = await makeQueues({ databaseUrl, redisUrl: redisUrl || undefined });
queues.worker(
  name,
  async (job) => {
    appendFileSync(journal, `${job.id} taken by the process\n`);
    process.send?.('taken');
    await new Promise(() => {});
  },
  { lockDuration: 1_000, stalledInterval: 500 },
);

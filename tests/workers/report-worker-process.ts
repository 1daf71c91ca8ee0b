import { openDb } from '../../db/connection/open.ts';
import { makeQueues } from '../../workers/queue.ts';
import { openReportWorker } from '../../workers/report-queue.ts';

/** A worker that begins to count a report, says so to its parent, and never ends: something to kill -9. */
const [, , databaseUrl, redisUrl] = process.argv as [string, string, string, string];
const queues = await makeQueues({ databaseUrl, redisUrl: redisUrl || undefined });
openReportWorker(queues, openDb(databaseUrl), {
  lockDuration: 1_000,
  stalledInterval: 500,
  read: async () => {
    process.send?.('counting');
    return new Promise(() => {});
  },
});

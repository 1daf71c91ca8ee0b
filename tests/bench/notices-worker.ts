import { openDb } from '../../db/connection/open.ts';
import { openKeys } from '../../db/secrets/keys.ts';
import { makeJobs } from '../../workers/jobs/index.ts';
import { openPushQueue } from '../../workers/push-queue.ts';
import { makeQueues } from '../../workers/queue.ts';
import { openReactionQueue, openReactionWorker } from '../../workers/reaction-queue.ts';
import type { Jobs } from '../../workers/reactions.ts';
import { openRelay } from '../../workers/relay.ts';
import { makeSenders } from '../../workers/senders/index.ts';
import { clock, cpuUsed, serve } from './process.ts';

/** When the handler of each visit's job was started, on the machine's one clock; more than once: it was started again. */
export type Started = Map<number, number[]>;

// What the worker process opens for notices, with the moment noted at which each handler starts.
const databaseUrl = process.env.DATABASE_URL!;
const fail = (error: unknown) => console.error(error);
const db = openDb(databaseUrl, { reads: 6, transactions: 12 });
const publicUrl = 'http://localhost:3000';
const keys = openKeys({ secret: 'only-for-the-benchmark-of-this-machine', publicUrl });
const queues = await makeQueues({ databaseUrl, onError: fail });
const queue = openReactionQueue(queues);
const jobs = makeJobs({
  db,
  keys,
  senders: makeSenders({ telegramApiRoot: publicUrl, whatsappApiRoot: publicUrl }),
  pushes: openPushQueue(queues),
});
let started: Started = new Map();
const noted: Jobs = {
  ...jobs,
  'send-notices': (data) => {
    const at = clock();
    started.set(data.visitId, [...(started.get(data.visitId) ?? []), at]);
    return jobs['send-notices'](data);
  },
};
openReactionWorker(queues, noted);
await openRelay(db, queue, fail);

const calls = serve({
  /** What was started since the last time. */
  started() {
    const answer = started;
    started = new Map();
    return answer;
  },
  cpu: cpuUsed,
});
export type NoticesWorker = typeof calls;

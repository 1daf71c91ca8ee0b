import type { Job, Queue } from 'bullmq';
import { pino } from 'pino';
import { checkPooler } from '../db/connection/check-pooler.ts';
import { openLongReads } from '../db/connection/long-reads.ts';
import { openDb } from '../db/connection/open.ts';
import { waitForDatabase } from '../db/connection/wait-for-database.ts';
import { chatWebhookPath } from '../db/queues/chat-updates.ts';
import { countMoving } from '../db/record/elsewhere.ts';
import { readOutboxAge } from '../db/record/outbox.ts';
import { waitForOwnRecord } from '../db/record/own-record.ts';
import { openKeys } from '../db/secrets/keys.ts';
import { openStorage } from '../db/storage/open-storage.ts';
import { openTracer } from '../db/tracing/tracer.ts';
import { logOptions } from '../machines/process/log-options.ts';
import { readSettings } from '../machines/process/settings.ts';
import { startBot } from './bot/start-bot.ts';
import { makeErrorLog } from './error-log.ts';
import { makeJobs } from './jobs/index.ts';
import { oneTryAnOrigin } from './jobs/one-try-an-origin.ts';
import { type PushTools, pushTimeoutMs, pushToBrowser } from './jobs/push-to-browser.ts';
import type { SendAttempt } from './jobs/send-notice.ts';
import { makeMetrics } from './ops/metrics.ts';
import { openOps } from './ops/open-ops.ts';
import { traceJobs } from './ops/trace-jobs.ts';
import { openPushQueue, openPushWorker } from './push-queue.ts';
import { makeQueues } from './queue.ts';
import { openReactionQueue, openReactionWorker } from './reaction-queue.ts';
import { openRelay } from './relay.ts';
import { within } from './repeat.ts';
import { openReportQueue, openReportWorker } from './report-queue.ts';
import { openReportRelay } from './report-relay.ts';
import { makeSenders } from './senders/index.ts';
import { onShutdown } from './shutdown.ts';
import { startTimedJobs } from './timed-jobs.ts';
import { openDeliveryWorker } from './webhooks/delivery-worker.ts';
import { makePoster } from './webhooks/post-signed.ts';

/** The worker process: opens everything and passes it on. */
const answer = readSettings(process.env);
if (!answer.ok) {
  for (const problem of answer.problems) console.error(problem);
  process.exit(1);
}
const { settings } = answer;
const { databaseUrl, databaseDirectUrl, redisUrl, redisSentinels, linkSecret, publicUrl } = settings;
if (!databaseUrl || !linkSecret) {
  console.error('DATABASE_URL and LINK_SECRET are given to the worker process by `npm start`.');
  process.exit(1);
}
const log = pino(logOptions('worker', settings.logLevel));
const logError = makeErrorLog((fields, message) => log.error(fields, message));

const tracer = await openTracer(settings.otlpEndpoint, 'agenda-worker');
const traced = tracer && traceJobs(tracer);
const directUrl = databaseDirectUrl ?? databaseUrl;
// At most 12 connections with the queues on Redis: these, one that listens, one for maintenance. On PostgreSQL 13: the
// queues have two for statements, and one for each of three workers that listen.
const [size, longReads] = redisUrl
  ? [{ reads: 3, writes: 2, transactions: 3 }, 2]
  : [{ reads: 2, writes: 1, transactions: 2 }, 1];
// Those to a pooler cost PostgreSQL nothing, and each carries one statement at a time: with 2 and 2 a message of a busy
// hour left 4 s after its event, most of them too late to be sent (F44).
const sizeBehindPooler = { reads: 6, writes: 2, transactions: 6 };
const db = openDb(databaseUrl, {
  ...(databaseDirectUrl ? sizeBehindPooler : size),
  directUrl: databaseDirectUrl,
  poolerPrepares: settings.poolerPrepares,
  telephones: settings.telephones,
  onCommand: (outcome) => metrics.command(outcome),
});
const poolerChecked = checkPooler(db).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
// A pooler that only seems to prepare statements would give one's rows to another: nothing else is asked before.
if (settings.poolerPrepares) await poolerChecked;
try {
  await waitForDatabase(db, (error) =>
    log.warn({ err: error }, 'the database is unreachable; waiting for it'),
  );
  await waitForOwnRecord(db, settings.installation, (name) =>
    log.warn(`the record is still that of ${name}; waiting until operations have moved here`),
  );
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
const keys = openKeys({ secret: linkSecret, publicUrl });
const senders = makeSenders(settings);
const push: PushTools = {
  db,
  keys: keys.push,
  subject: publicUrl.startsWith('https:') ? publicUrl : 'mailto:agenda@localhost',
  post: makePoster(settings.webhookPrivateAddresses, { timeoutMs: pushTimeoutMs }),
  origins: oneTryAnOrigin(),
};
const queues = await makeQueues({
  databaseUrl: directUrl,
  redisUrl,
  redisSentinels,
  onError: (error) => logError('queue', error),
});
const queue = openReactionQueue(queues);
const pushes = openPushQueue(queues);
const reports = openReportQueue(queues);
const metrics = makeMetrics({
  outbox: () => readOutboxAge(db),
  moving: () => countMoving(db.sql),
  queues: () => within(2_000, countJobs([queue, pushes, reports])),
});
const ops = settings.opsPort
  ? await openOps({
      host: settings.opsHost,
      port: settings.opsPort,
      db,
      metrics,
      metricsToken: settings.metricsToken,
      webToken: keys.tokenFor('queues-page'),
      queues: [queue, pushes, reports] as unknown as Queue[],
    }).catch((error) => void log.error({ err: error }, 'OPS_PORT: health and metrics are not served'))
  : undefined;

const onAttempt = (attempt: SendAttempt) => {
  metrics.attempted(attempt);
  traced?.attempted(attempt);
  const { requestId, ...about } = attempt;
  log.info({ ...about, ...(requestId ? { reqId: requestId } : {}) }, 'message attempted');
};
const worker = openReactionWorker(queues, makeJobs({ db, senders, keys, pushes, onAttempt }));
worker.on('completed', (job) => {
  metrics.jobEnded('reactions', job.name, 'done', tookMs(job));
  traced?.ended(job, 'done');
  log.debug({ job: job.id, visitId: job.data.visitId, reqId: job.data.requestId }, 'job done');
});
worker.on('failed', (job, error) => {
  if (job) {
    metrics.jobEnded('reactions', job.name, 'failed', tookMs(job));
    traced?.ended(job, 'failed');
  }
  log.warn(
    {
      job: job?.id,
      visitId: job?.data.visitId,
      reqId: job?.data.requestId,
      attempt: job?.attemptsMade,
      err: error,
    },
    'job failed',
  );
});
const pushWorker = openPushWorker(queues, (data) => pushToBrowser(push, data));
pushWorker.on('completed', (job) => metrics.jobEnded('pushes', job.name, 'done', tookMs(job)));
pushWorker.on('failed', (job, error) => {
  if (job) metrics.jobEnded('pushes', job.name, 'failed', tookMs(job));
  // Without its stack: the address is a technician's choice, and may fail as often as they like.
  const { event, requestId } = job?.data ?? {};
  log.warn(
    {
      job: job?.id,
      event: event?.name,
      reqId: requestId,
      attempt: job?.attemptsMade,
      problem: error.message,
    },
    'push failed',
  );
});
// Messages do not wait for these connections.
const reportDb = openLongReads(db, directUrl, {
  ...{ reads: longReads, statementMs: 60_000 },
  readUrl: settings.databaseReadUrl,
});
const reportWorker = openReportWorker(queues, reportDb);
reportWorker.on('completed', (job) => metrics.jobEnded('reports', job.name, 'done', tookMs(job)));
reportWorker.on('failed', (job, error) => {
  if (job) metrics.jobEnded('reports', job.name, 'failed', tookMs(job));
  log.warn({ job: job?.id, attempt: job?.attemptsMade, err: error }, 'report failed');
});
const reportRelay = await openReportRelay(db, reports, (error) => logError('report relay', error));
const relay = await openRelay(db, queue, (error) => logError('relay', error), undefined, traced?.queued);
const timedJobs = startTimedJobs({ db, queue, reports, keys, storage: openStorage(settings) }, (job, error) =>
  logError(job, error),
);
const deliveryWorker = await openDeliveryWorker(
  { db, keys, privateAddresses: settings.webhookPrivateAddresses, onTried: metrics.tried },
  (error) => logError('webhooks', error),
);
const bot = settings.telegramBotToken
  ? await startBot({
      db,
      token: settings.telegramBotToken,
      apiRoot: settings.telegramApiRoot,
      publicUrl,
      webhook: settings.telegramWebhook
        ? { url: `${publicUrl}${chatWebhookPath}`, secret: keys.tokenFor('telegram-webhook') }
        : null,
      onError: logError,
    })
  : null;
log.info({ queues: queues.kind, channels: senders.on }, 'worker started');
ops?.setState('ready');
process.send?.('ready');

onShutdown(
  // No step needs what another of the same round closes: on a lost database each takes all of its time.
  [
    {
      relay: () => relay.close(),
      'report relay': () => reportRelay.close(),
      'timed jobs': () => timedJobs.close(),
      webhooks: () => deliveryWorker.close(),
      bot: () => bot?.close(),
      jobs: () => queues.drain(4_000),
    },
    { queue: () => queues.close(), health: () => ops?.close(), traces: () => tracer?.close() },
    { reports: () => reportDb.close(), database: () => db.close() },
  ],
  (problem) => log.error(problem),
  () => ops?.setState('stopping'),
);

function countJobs(all: { name: string; getJobCounts(): Promise<Record<string, number>> }[]) {
  return Promise.all(
    all.map(async (item) => ({
      queue: item.name,
      counts: await item.getJobCounts(),
    })),
  );
}

/** The duration of one attempt; 0 if it ended before it began. */
function tookMs({ processedOn, finishedOn }: Pick<Job, 'processedOn' | 'finishedOn'>) {
  return processedOn ? (finishedOn ?? Date.now()) - processedOn : 0;
}

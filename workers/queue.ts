import {
  createPostgresBackend,
  createRedisBackend,
  type DefaultJobOptions,
  type Processor,
  type Queue,
  type QueueEvents,
  runMigrations,
  type Worker,
  type WorkerOptions,
  withBackend,
} from 'bullmq';
import pg from 'pg';
import { primaryOfPg } from '../db/connection/primary.ts';

export type Queues = {
  kind: 'postgres' | 'redis';
  queue<Data, Result = unknown>(name: string, jobDefaults?: DefaultJobOptions): Queue<Data, Result>;
  worker<Data, Result = unknown>(
    name: string,
    handler: Processor<Data, Result>,
    options?: Omit<WorkerOptions, 'connection'>,
  ): Worker<Data, Result>;
  events(name: string): QueueEvents;
  /** Takes no more jobs and waits for those in progress, at most `graceMs`; another worker takes over the interrupted ones as stalled. */
  drain(graceMs?: number): Promise<void>;
  /** `drain`, and then closes the connections. */
  close(graceMs?: number): Promise<void>;
};

export type QueueSettings = {
  /** The database itself: BullMQ listens, and a pooler in transaction mode gives no connection for that. */
  databaseUrl: string;
  /** Redis instead of PostgreSQL. It may hold only what the outbox can enqueue again. */
  redisUrl?: string | undefined;
  /** Asked where Redis is; the host of `redisUrl` is then the name of its master. */
  redisSentinels?: Sentinels | undefined;
  /** Receives lost connections; BullMQ reconnects by itself. Without a listener they would end the process. */
  onError?: (error: Error) => void;
  /** How long to wait for an unreachable database at the start. */
  connectTimeoutMs?: number;
};

export type Sentinels = { hosts: { host: string; port: number }[]; password?: string | undefined };

/**
 * BullMQ on PostgreSQL (schema `bullmq`) or on Redis: the same queues, workers and events. Delivery is at least once;
 * a job id deduplicates only while the first job is kept (a day once completed, for ever once failed).
 *
 * @throws the last connection error when the database stays unreachable longer than `connectTimeoutMs`
 */
export async function makeQueues(settings: QueueSettings): Promise<Queues> {
  const { databaseUrl, redisUrl, redisSentinels, onError = () => {}, connectTimeoutMs = 60_000 } = settings;
  if (!redisUrl) await migrate(databaseUrl, connectTimeoutMs);
  const make = redisUrl ? onRedis(redisUrl, redisSentinels) : onPostgres(databaseUrl);
  const workers: Worker[] = [];
  const connections: (Queue | QueueEvents)[] = [];
  let drained: Promise<unknown> | undefined;
  const drain = async (graceMs = 20_000) => {
    drained ??= Promise.all(workers.map((worker) => closeWithin(worker, graceMs)));
    await drained;
  };

  return {
    kind: redisUrl ? 'redis' : 'postgres',
    queue<Data, Result>(name: string, jobDefaults: DefaultJobOptions = {}) {
      const queue = make.queue(name, { ...JOB_DEFAULTS, ...jobDefaults });
      queue.on('error', onError);
      connections.push(queue);
      return queue as unknown as Queue<Data, Result>;
    },
    worker<Data, Result>(
      name: string,
      handler: Processor<Data, Result>,
      options?: Omit<WorkerOptions, 'connection'>,
    ) {
      const worker = make.worker(name, handler as Processor, { ...WORKER_DEFAULTS, ...options });
      worker.on('error', onError);
      workers.push(worker);
      return worker as unknown as Worker<Data, Result>;
    },
    events(name) {
      const events = make.events(name);
      events.on('error', onError);
      connections.push(events);
      return events;
    },
    drain,
    async close(graceMs) {
      await drain(graceMs);
      await Promise.all(connections.map(closeOrDisconnect));
      await make.close();
    },
  };
}

/**
 * A job id from its parts, e.g. `jobId('event', 41, 'notify-customer')` → `event.41.notify-customer`.
 * @throws Error on what BullMQ would misread: ':' anywhere, or only digits.
 */
export function jobId(...parts: (string | number)[]): string {
  const id = parts.join('.');
  if (id.includes(':') || /^\d*$/.test(id)) throw new Error(`not usable as a job id: '${id}'`);
  return id;
}

const JOB_DEFAULTS: DefaultJobOptions = { removeOnComplete: { age: 86_400 }, removeOnFail: false };

/**
 * A dead worker's job is taken over within 15 + 5 s. Five times, not BullMQ's once, because rolling restarts
 * may hit the same job twice; a job that kills its process still ends in failed.
 */
const WORKER_DEFAULTS = { lockDuration: 15_000, stalledInterval: 5_000, maxStalledCount: 5 };

type Make = {
  queue(name: string, defaultJobOptions: DefaultJobOptions): Queue;
  worker(name: string, handler: Processor, options: Omit<WorkerOptions, 'connection'>): Worker;
  events(name: string): QueueEvents;
  close(): Promise<void>;
};

/** Connections for the statements of all queues and workers of a process; each worker has one more, to listen. */
const statementConnections = 2;

/** The casts: BullMQ's classes carry their backend in their type, which is not needed here. */
function onPostgres(url: string): Make {
  const { Queue, Worker, QueueEvents } = withBackend(pollingPostgres);
  const connection = new pg.Pool({
    ...primaryOfPg(url),
    max: statementConnections,
    // The first BullMQ sets on pools of its own. A job waits for no standby: the event that causes it leaves the outbox by
    // a later commit, which does.
    options: '-c search_path=bullmq -c synchronous_commit=local',
    application_name: 'agenda-tecnica queue',
    // Without these two a silently dropped connection is never noticed.
    keepAlive: true,
    query_timeout: 5_000,
    // Also for a free connection.
    connectionTimeoutMillis: 5_000,
  });
  connection.on('error', () => {}); // BullMQ reports it
  connection.setMaxListeners(0); // each queue and worker adds one
  /** Whatever listens keeps a connection of the pool. */
  const listening = () => {
    connection.options.max++;
    return connection;
  };
  return {
    queue: (name, defaultJobOptions) =>
      new Queue(name, { connection, defaultJobOptions }) as unknown as Queue,
    worker: (name, handler, options) =>
      new Worker(name, handler as never, { ...options, connection: listening() }) as unknown as Worker,
    events: (name) => new QueueEvents(name, { connection: listening() }) as unknown as QueueEvents,
    close: async () => void (await within(CLOSE_MS, connection.end())),
  };
}

function onRedis(url: string, sentinels: Sentinels | undefined): Make {
  const { Queue, Worker, QueueEvents } = withBackend(createRedisBackend);
  // Reconnects within two seconds; BullMQ's own backoff grows to twenty.
  const retryStrategy = (times: number) => Math.min(100 * 2 ** times, 2_000);
  const address = { ...(sentinels ? overSentinels(url, sentinels, retryStrategy) : { url }), retryStrategy };
  const waiting = { ...address, maxRetriesPerRequest: null };
  // Fails fast when Redis is down. The first connection BullMQ awaits without end: enqueue with a timeout.
  const failFast = { ...address, maxRetriesPerRequest: 1, enableOfflineQueue: false };
  return {
    queue: (name, defaultJobOptions) =>
      new Queue(name, { connection: failFast, defaultJobOptions }) as unknown as Queue,
    worker: (name, handler, options) =>
      new Worker(name, handler as never, { ...options, connection: waiting }) as unknown as Worker,
    events: (name) => new QueueEvents(name, { connection: waiting }) as unknown as QueueEvents,
    close: async () => {},
  };
}

/** ioredis's options for a master that the sentinels know by the host of `url`; user, password, database and TLS are of Redis. */
function overSentinels(url: string, sentinels: Sentinels, retry: (times: number) => number) {
  const { protocol, hostname, username, password, pathname } = new URL(url);
  return {
    sentinels: sentinels.hosts,
    name: decodeURIComponent(hostname),
    ...(sentinels.password ? { sentinelPassword: sentinels.password } : {}),
    ...(username ? { username: decodeURIComponent(username) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
    db: Number(pathname.slice(1) || 0),
    sentinelRetryStrategy: retry,
    // Leaves a master that hangs, or that nothing reaches any more; longer than a worker waits for a job. Not ioredis's
    // `failoverDetector`: news of the new master that come during a reconnect end the connection for good (F41).
    socketTimeout: 15_000,
    // A former master became a replica: reconnect, and send the command again.
    reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? (2 as const) : false),
  };
}

/**
 * With a job delayed by an hour, an idle worker would listen for that hour, on a connection that a proxy may
 * have dropped silently. It polls after five seconds, as without delayed jobs (F08).
 */
const pollingPostgres: typeof createPostgresBackend = (...args) =>
  Object.defineProperty(createPostgresBackend(...args), 'maximumBlockTimeout', { value: 5 });

/**
 * Creates BullMQ's tables. One client, never a pool (an advisory lock guards them); retries while the
 * database is unreachable.
 */
async function migrate(url: string, connectTimeoutMs: number): Promise<void> {
  const deadline = Date.now() + connectTimeoutMs;
  for (;;) {
    const client = new pg.Client({ ...primaryOfPg(url), connectionTimeoutMillis: 3_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await runMigrations(client);
      return;
    } catch (error) {
      if (!isUnreachable(error) || Date.now() >= deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** Unreachable, starting or a standby (SQLSTATE classes 08 and 57, too many connections); not a wrong password. */
function isUnreachable(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return /^(E[A-Z]+|08...|57P..|53300|25006)$/.test(code) || /timeout|terminated/i.test(message);
}

/** Pause first: a `close()` in progress can no longer be forced. */
async function closeWithin(worker: Worker, graceMs: number): Promise<void> {
  const idle = await within(graceMs, worker.pause());
  await within(CLOSE_MS, worker.close(!idle));
}

/**
 * Redis cannot be closed while it is unreachable: disconnect then, or it would reconnect for ever. One that
 * never answered keeps reconnecting even so: the entry point ends with process.exit.
 */
async function closeOrDisconnect(connection: Queue | QueueEvents): Promise<void> {
  if (await within(CLOSE_MS, connection.close())) return;
  connection.disconnect().catch(() => {}); // not awaited: a connection already lost emits no end event
}

const CLOSE_MS = 1_000;

/** Whether it was fulfilled in time. */
async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const done = work.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}

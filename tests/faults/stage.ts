import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { type Db, openDb } from '../../db/connection/open.ts';
import { openProxy } from '../../server/supervisor/fleet/proxy.ts';
import { freePort } from '../support/free-port.ts';
import { type PgBouncer, pgBouncerPrepares, startPgBouncer } from '../support/postgres/pgbouncer.ts';
import { type PrivateRedis, startRedis } from '../support/processes/redis.ts';
import { type SentinelRedis, startSentinelRedis } from '../support/processes/redis-sentinel.ts';
import { startProxy, type TcpProxy } from '../support/processes/tcp-proxy.ts';
import { type Board, isEqualToRecord, openBoard } from '../support/record/board.ts';
import { until } from '../support/until.ts';
import { type Channels, openChannels } from './channels.ts';
import type { Cluster } from './cluster.ts';
import { type Member, startMember } from './fleet.ts';
import { openHaproxy } from './haproxy.ts';
import { type Journal, openJournal } from './journal.ts';
import { type Load, startLoad } from './load.ts';
import type { Backend, Size } from './options.ts';
import type { People } from './people.ts';
import { pause } from './timing.ts';

/** Where one fault happens: a copy of the demo, two web and two worker processes, boards, channels, a journal. */
export type Stage = {
  size: Size;
  backend: Backend;
  /** The record itself, past every proxy. */
  url: string;
  db: Db;
  cluster: Cluster;
  people: People;
  addresses: string[];
  webs: Member[];
  workers: Member[];
  channels: Channels;
  /** The network between the processes and PostgreSQL, where the fault asks for one that can fail. */
  network: TcpProxy | undefined;
  /** The standby that is read, where the fault asks for it. */
  readUrl: string | undefined;
  /** Where the fault asks for it. */
  pooler: PgBouncer | undefined;
  /** `sentinels`: where the fault asks for a master with replicas instead of one server. */
  redis: { port: number; server: PrivateRedis | undefined; sentinels: SentinelRedis | undefined };
  journal: Journal;
  boards: { board: Board; operation: string; socket: Socket }[];
  load(options?: Partial<Parameters<typeof startLoad>[2]>): Load;
  /** The next orders that are not worked on. */
  takeOrders(place: number, count: number): string[];
  socket(web: number, token: string): Socket;
  /** Webs answer /readyz, workers have said so. @returns those that do not within the time */
  notReady(withinMs: number): Promise<string[]>;
  /** @returns how many boards do not show what the record holds within the time */
  differingBoards(withinMs: number): Promise<number>;
  /** Wait until nothing waits: no event for the queue, no message for a channel. */
  settle(deadlineMs?: number): Promise<void>;
  /** What the processes wrote, to find out why. */
  said(): string;
  close(): Promise<void>;
};

export type StageOptions = {
  /** The processes reach PostgreSQL through a proxy. */
  proxied?: boolean;
  /** What people send goes through a proxy that asks each web process whether it is ready: the fleet's own, or HAProxy. */
  balanced?: boolean | 'haproxy';
  /** Redis is not there when the processes start. */
  withoutRedis?: boolean;
  /** The processes reach PostgreSQL through PgBouncer, and past it where they need a session. */
  pooled?: boolean;
  /** Redis is a master with two replicas, found by three sentinels. */
  sentinels?: boolean;
  env?: Record<string, string>;
  /** Per process: web1, web2, worker1, worker2. */
  envOf?: (name: string) => Record<string, string>;
  execArgv?: string[];
  /** Where its database lies, if not with the others. */
  tablespace?: string;
  /** Where its database lies, if not in the suite's own cluster. */
  cluster?: Cluster;
  /** Where reports, searches and past weeks are read, by the name of the stage's database. */
  readUrlOf?: (database: string) => string;
  /** What was made for this stage, taken back last. */
  undo?: () => unknown;
};

const root = join(import.meta.dirname, '../..');
let stages = 0;

export async function openStage(
  usual: Cluster,
  about: { id: string; size: Size; backend: Backend },
  options: StageOptions = {},
): Promise<Stage> {
  const { size, backend } = about;
  const cluster = options.cluster ?? usual;
  const name = `${about.id.toLowerCase()}_${++stages}`;
  const dir = join(cluster.dir, name);
  mkdirSync(dir);
  const { people } = cluster;
  const undo: (() => unknown)[] = options.undo ? [options.undo] : [];
  const url = await cluster.copy(name, options.tablespace);
  undo.push(() => cluster.drop(name));
  try {
    const network = options.proxied ? await startProxy(cluster.port()) : undefined;
    if (network) undo.push(() => network.close());
    const pooler = options.pooled ? await startPgBouncer(url, { prepares: pgBouncerPrepares() }) : undefined;
    if (pooler) undo.push(() => pooler.stop());
    const sentinels = options.sentinels ? await startSentinelRedis() : undefined;
    const redis: Stage['redis'] = { port: await freePort(), server: undefined, sentinels };
    undo.push(() => Promise.all([redis.server?.stop(), sentinels?.stop()]));
    if (backend === 'redis' && !options.withoutRedis && !sentinels)
      redis.server = await startRedis({ port: redis.port });
    const channels = await openChannels(people.chats);
    undo.push(() => channels.close());
    const readUrl = options.readUrlOf?.(name);
    const through = network ? Object.assign(new URL(url), { port: String(network.port) }).href : url;
    const ports = [await freePort(), await freePort()];
    const addresses = ports.map((port) => `http://127.0.0.1:${port}`);
    const shared = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3000',
      LOG_LEVEL: 'warn',
      DATABASE_URL: through,
      ...(pooler
        ? {
            DATABASE_URL: pooler.url(url),
            DATABASE_DIRECT_URL: url,
            DATABASE_POOLER_PREPARES: `${pgBouncerPrepares()}`,
          }
        : {}),
      ...(readUrl ? { DATABASE_READ_URL: readUrl } : {}),
      LINK_SECRET: '0123456789abcdef'.repeat(2),
      ...(backend === 'redis' ? { REDIS_URL: `redis://127.0.0.1:${redis.port}` } : {}),
      ...sentinels?.env,
      ...channels.env,
      ...options.env,
    };
    const start = (name: string, role: 'web' | 'worker', env: Record<string, string> = {}) => {
      const member = startMember(root, dir, {
        name,
        role,
        env: { ...shared, ...env, ...options.envOf?.(name) },
        execArgv: options.execArgv,
      });
      undo.push(() => member.end());
      return member;
    };
    const webs = ports.map((port, i) => start(`web${i + 1}`, 'web', { PORT: String(port) }));
    const workers = [1, 2].map((i) => start(`worker${i}`, 'worker'));
    const db = openDb(url);
    undo.push(() => db.close());
    const balancer = options.balanced ? await openBalancer(ports, options.balanced) : undefined;
    if (balancer) undo.push(() => balancer.close());
    const journal = openJournal(balancer ? [balancer.address] : addresses, name);
    const sockets: Socket[] = [];
    undo.push(() => sockets.map((socket) => socket.close()));
    // Each fault takes its orders from the beginning: every database is a copy of its own.
    const used = people.places.map(() => 0);
    const stage: Stage = {
      size,
      backend,
      url,
      db,
      cluster,
      people,
      addresses,
      webs,
      workers,
      channels,
      network,
      readUrl,
      pooler,
      redis,
      journal,
      boards: [],
      load: (options = {}) =>
        startLoad(journal, people, { commands: commandsOf[size], from: 1_000, ...options }),
      takeOrders(place, count) {
        const from = place * (people.orders.length / people.places.length) + used[place]!;
        used[place]! += count;
        if (used[place]! > 1_000) throw new Error('these orders belong to the load');
        return people.orders.slice(from, from + count).map(({ number }) => number);
      },
      socket(web, token) {
        const socket = io(balancer?.address ?? addresses[web]!, {
          transports: ['websocket'],
          forceNew: true,
          reconnectionDelay: 100,
          reconnectionDelayMax: 500,
          auth: { token },
        });
        sockets.push(socket);
        return socket;
      },
      async notReady(withinMs) {
        const late = new Set([...addresses, ...workers.map((one) => one.name)]);
        const deadline = Date.now() + withinMs;
        while (late.size > 0 && Date.now() < deadline) {
          for (const address of addresses)
            if (late.has(address) && (await isReady(address))) late.delete(address);
          for (const worker of workers) if (worker.ready()) late.delete(worker.name);
          if (late.size > 0) await pause(100);
        }
        return [...late];
      },
      async differingBoards(withinMs) {
        let late = [...stage.boards];
        const deadline = Date.now() + withinMs;
        for (;;) {
          const equal = await Promise.all(
            late.map(({ board, operation }) => isEqualToRecord(db, board, operation).catch(() => false)),
          );
          late = late.filter((_, at) => !equal[at]);
          if (late.length === 0 || Date.now() > deadline) return late.length;
          await pause(200);
        }
      },
      settle: (deadlineMs = 60_000) => settle(db, deadlineMs),
      said: () =>
        [...webs, ...workers].map(({ name, log }) => `${name}: ${readFileSync(log, 'utf8')}`).join('\n'),
      async close() {
        for (const back of undo.reverse()) await back();
      },
    };
    const late = await stage.notReady(60_000);
    if (late.length > 0) throw new Error(`${late.join(', ')} did not start:\n${stage.said()}`);
    for (const web of [0, 1])
      for (const place of people.places) {
        const socket = stage.socket(web, people.dispatcher);
        await until(() => socket.connected, 10_000);
        stage.boards.push({ board: await openBoard(db, socket, place.code), operation: place.code, socket });
      }
    return stage;
  } catch (error) {
    for (const back of undo.reverse()) await back();
    throw error;
  }
}

async function openBalancer(
  ports: number[],
  kind: true | 'haproxy',
): Promise<{ address: string; close(): Promise<void> }> {
  if (kind === 'haproxy') return openHaproxy(ports);
  const port = await freePort();
  const proxy = await openProxy(port, '127.0.0.1');
  for (const one of ports) proxy.add(one);
  return { address: `http://127.0.0.1:${port}`, close: () => proxy.close() };
}

const commandsOf: Record<Size, number> = { tiny: 150, short: 500, long: 500 };

/** How long nothing may move before time is made to pass: longer than any try of a channel. */
const tryMs = 18_000;

async function settle(db: Db, deadlineMs: number): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  let before = '';
  let since = Date.now();
  for (;;) {
    const rows = await db.sql<{ state: string; n: number }[]>`
      select state, count(*)::int as n from notices where state in ('pending', 'sending') group by state
      union all select 'outbox', count(*)::int from outbox having count(*) > 0 order by 1`;
    if (rows.length === 0) return;
    const now = JSON.stringify(rows);
    if (now !== before) since = Date.now();
    before = now;
    if (Date.now() > deadline) return;
    if (Date.now() - since > tryMs) {
      // No try is under way any more: let the minutes pass that a dead one is waited for.
      await db.sql`update notices set not_before = not_before - interval '15 minutes' where state in ('pending', 'sending')`;
      since = Date.now();
    }
    await pause(200);
  }
}

async function isReady(address: string): Promise<boolean> {
  try {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

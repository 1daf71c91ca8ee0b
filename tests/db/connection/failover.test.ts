import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { setOnTheWay } from '../../../db/commands/field/set-on-the-way.ts';
import { takeVisit } from '../../../db/commands/field/take-visit.ts';
import { type Db, openDb } from '../../../db/connection/open.ts';
import { primaryOfPg } from '../../../db/connection/primary.ts';
import { reachRecord } from '../../../db/connection/reach.ts';
import { isUnavailable } from '../../../db/connection/unavailable.ts';
import type { Changes } from '../../../db/feed/changes.ts';
import { type Feed, openFeed } from '../../../db/feed/feed.ts';
import { makeQueues, type Queues } from '../../../workers/queue.ts';
import { limit } from '../../gate/limits.mjs';
import { openReplicaPair, type ReplicaPair } from '../../support/postgres/replica-pair.ts';
import { actorOf, makeWorld, type World } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// A cluster of two by its address with both hosts: what is open follows the primary, and a standby is never used.

let pair: ReplicaPair;
/** Two processes of the product. */
let db: Db;
let other: Db;
let queues: Queues | undefined;
let world: World;
let feed: Feed | undefined;
const done: string[] = [];
const received: Changes[] = [];

beforeAll(async () => {
  pair = await openReplicaPair();
  db = openDb(pair.url);
  other = openDb(pair.url);
  world = await makeWorld(db.sql, { visit: { technicianId: null } });
}, 60_000);
afterEach(() => (received.length = 0));
afterAll(async () => {
  await feed?.close();
  await queues?.close(1_000);
  await db?.close();
  await other?.close();
  await pair?.close();
});

const portOf = (url: string) => Number(new URL(url).port);
const serverPort = async (sql: Db['sql']) => {
  const [row] = await sql<{ port: number }[]>`select current_setting('port')::int as port`;
  return row!.port;
};
const answers = async (work: () => Promise<unknown>) =>
  work().then(
    () => true,
    (error) => {
      if (!isUnavailable(error)) throw error;
      return false;
    },
  );
/** Of all three pools, several connections each. */
const portsInUse = async () => {
  const many = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 4 }, work));
  const ports = await Promise.all([
    many(() => serverPort(db.sql)),
    many(() => serverPort(db.writes)),
    many(() => db.transactions.begin((tx) => serverPort(tx as never)) as Promise<number>),
  ]);
  return [...new Set(ports.flat())];
};

it('a standby is unreachable for commands and reads alike, by whatever address it was reached', async () => {
  const standby = openDb(pair.urlOf(1));
  try {
    for (const work of [
      () => standby.sql`select 1`,
      () => standby.writes`select 1`,
      () => standby.transactions.begin((tx) => tx`select 1`),
    ])
      expect(await answers(work)).toBe(false);
  } finally {
    await standby.close();
  }
  expect(await portsInUse()).toEqual([portOf(pair.urlOf(0))]);
}, 20_000);

/** Whether a timer ends while a connection is opened anew at once after each failure, as BullMQ does. */
async function leavesTimersAlone() {
  let ended = false;
  setTimeout(() => {
    ended = true;
  }, 200);
  for (let tries = 0; tries < 5_000 && !ended; tries++) {
    const client = new pg.Client(primaryOfPg(pair.url));
    client.on('error', () => {});
    await client.connect().catch(() => {});
  }
  return ended;
}

it('when the primary is lost commands fail as unavailable until the standby is promoted, then all of it goes on', async () => {
  const actor = await actorOf(db.sql, world.userId);
  queues = await makeQueues({ databaseUrl: pair.url });
  const queue = queues.queue<{ name: string }>('failover');
  queues.worker<{ name: string }>('failover', async ({ data }) => void done.push(data.name));
  await queue.add('job', { name: 'before' });
  await until(() => done.includes('before'));
  feed = await openFeed(db, {
    wanted: (code) => code === world.operation,
    onChanges: (_, changes) => received.push(changes as Changes),
    // Only the notifications: the poll would hide a LISTEN that stayed behind.
    pollMs: 600_000,
  });
  await takeVisit({ db: other, actor, key: 'before' }, { visit_id: world.visitId });
  await until(() => received.length === 1);

  await pair.stop(0);
  const failures = await Promise.all(
    Array.from({ length: 5 }, () =>
      answers(() => setOnTheWay({ db: other, actor, key: 'lost' }, { visit_id: world.visitId })),
    ),
  );
  expect(failures).toEqual([false, false, false, false, false]);
  expect(await leavesTimersAlone()).toBe(true);
  await pair.promote(1);
  const promoted = Date.now();
  await until(() =>
    answers(() => setOnTheWay({ db: other, actor, key: 'after' }, { visit_id: world.visitId })),
  );
  expect(Date.now() - promoted).toBeLessThan(limit(5_000));
  const events = await db.sql`select key from events where operation = ${world.operation} order by version`;
  expect(events.map(({ key }) => key)).toEqual(['before', 'after']);
  expect(await portsInUse()).toEqual([portOf(pair.urlOf(1))]);
  // Which notifications are received while LISTEN moves is a matter of moments: the next ones are.
  const version = async () =>
    (await db.sql`select version from operations where code = ${world.operation}`)[0]!.version;
  await until(async () => {
    await other.writes`select pg_notify('agenda_feed', ${`${world.operation}:${await version()}`})`;
    return received.length > 1;
  });
  expect(received.at(-1)).toMatchObject({ after: 1, to: 2, events: [{ key: 'after' }] });
  await until(() =>
    queue.add('job', { name: 'after' }).then(
      () => true,
      () => false,
    ),
  );
  await until(() => done.includes('after'));
}, 60_000);

it('the old primary that came back as a standby is left alone', async () => {
  await pair.startAsStandby(0);
  await db.close();
  db = openDb(pair.url);
  expect(await portsInUse()).toEqual([portOf(pair.urlOf(1))]);
  await reachRecord({ databaseUrl: pair.url, dataDir: '', asItIs: true }, async (url) =>
    expect(portOf(url)).toBe(portOf(pair.urlOf(1))),
  );
}, 30_000);

/** Subscribed to a channel, until what is notified on the primary of now is received. */
async function untilNotified(work: () => Promise<void>) {
  const notified: string[] = [];
  const listening = await db.listen(
    (payload) => notified.push(payload),
    () => {},
    'moved',
  );
  try {
    await work();
    await until(async () => {
      await answers(() => db.writes`select pg_notify('moved', 'here')`);
      return notified.length > 0;
    });
  } finally {
    await listening.close();
  }
}

it('a write that a read-only server refuses counts as unreachable', async () => {
  const refused = db.transactions.begin(async (tx) => {
    await tx`set transaction read only`;
    await tx`update operations set version = version`;
  });
  const error = await refused.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '25006' });
  expect(isUnavailable(error)).toBe(true);
});

it('of two that take writes the one promoted last is used, and what was open moves to it', async () => {
  await untilNotified(async () => {
    await portsInUse();
    await pair.promote(0);
    await until(async () => (await portsInUse().catch(() => [])).join() === String(portOf(pair.urlOf(0))));
  });
}, 60_000);

it('kept connections leave a primary that has become read-only, and so does LISTEN', async () => {
  const touch = () => db.writes`update operations set version = version`;
  await untilNotified(async () => {
    await portsInUse();
    const admin = openDb(pair.urlOf(0), { writes: 1 });
    await admin.writes`alter system set default_transaction_read_only = on`;
    await admin.writes`select pg_reload_conf()`;
    await admin.close();
    // Refused until they have left, if a command comes before they do by themselves: as unreachable, to be sent again.
    await until(
      async () =>
        (await answers(touch)) &&
        (await portsInUse().catch(() => [])).join() === String(portOf(pair.urlOf(1))),
    );
  });
}, 60_000);

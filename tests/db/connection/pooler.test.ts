import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setOnTheWay } from '../../../db/commands/field/set-on-the-way.ts';
import { takeVisit } from '../../../db/commands/field/take-visit.ts';
import { cancellable } from '../../../db/connection/cancellable.ts';
import { checkPooler } from '../../../db/connection/check-pooler.ts';
import { type Db, openDb } from '../../../db/connection/open.ts';
import { openLoginThrottle } from '../../../db/throttles/login-throttle.ts';
import { limit } from '../../gate/limits.mjs';
import { ownDatabase } from '../../support/postgres/database.ts';
import {
  type PgBouncer,
  pgBouncerPrepares,
  startPgBouncer,
  withoutPgBouncer,
} from '../../support/postgres/pgbouncer.ts';
import { startWorker } from '../../support/processes/worker-process.ts';
import { actorOf, addTechnician, addVisit, makeWorld } from '../../support/record/fixtures.ts';

// The record behind PgBouncer in transaction mode: a statement may reach another connection than the one before.

const absent = withoutPgBouncer();
const old = absent ?? (pgBouncerPrepares() ? undefined : 'this one is older than 1.21');

const database = ownDatabase();

describe.each([
  { prepares: false, missing: absent },
  { prepares: true, missing: old },
])('behind PgBouncer, statements prepared: $prepares', ({ prepares, missing }) => {
  it.runIf(missing)(`is not tried: ${missing}`, ({ skip }) => skip());
  describe.skipIf(missing)('', () => {
    const serverConnections = 6;
    let pooler: PgBouncer;
    let db: Db;
    beforeAll(async () => {
      pooler = await startPgBouncer(database.url, { serverConnections, prepares });
      db = openDb(pooler.url(database.url), { directUrl: database.url, poolerPrepares: prepares });
    });
    afterAll(async () => {
      await db?.close();
      await pooler?.stop();
    });
    const serversOf = async () =>
      (
        await db.sql<{ pid: number }[]>`
        select pid from pg_stat_activity where datname = current_database() and application_name = 'agenda-tecnica'`
      ).length;

    it('many technicians take many visits at once over fewer connections of the server, each visit once', async () => {
      const world = await makeWorld(db.sql);
      const takers = [world];
      while (takers.length < 5) takers.push({ ...world, ...(await addTechnician(db.sql, world.operation)) });
      const visits: number[] = [];
      for (let at = 0; at < 20; at++) visits.push(await addVisit(db.sql, { ...world, technicianId: null }));
      const actors = await Promise.all(takers.map(({ userId }) => actorOf(db.sql, userId)));
      const answers = await Promise.all(
        visits.flatMap((visit_id) => actors.map((actor) => takeVisit({ db, actor }, { visit_id }))),
      );
      expect(answers.filter((answer) => !('code' in answer))).toHaveLength(visits.length);
      const taken =
        await db.sql`select 1 from visits where id = any(${visits}::int[]) and technician_id is not null`;
      expect(taken).toHaveLength(visits.length);
      expect(await serversOf()).toBeLessThanOrEqual(serverConnections);
    });

    it('a departure is notified to a process that listens past the pooler', async () => {
      const received: string[] = [];
      const subscription = await db.listen(
        (payload) => received.push(payload),
        (error) => expect(error).toBeNull(),
      );
      const world = await makeWorld(db.sql);
      await setOnTheWay({ db, actor: await actorOf(db.sql, world.userId) }, { visit_id: world.visitId });
      await expect.poll(() => received.join()).toContain(`${world.operation}:`);
      await subscription.close();
    });

    it('a transaction and the statements beside it, more of each than there are connections, all end', async () => {
      const transactions = Array.from({ length: 30 }, () =>
        db.transactions.begin(async (tx) => {
          const [first] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.005)`;
          const [second] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
          return first!.pid === second!.pid;
        }),
      );
      const reads = Array.from({ length: 60 }, (_, at) => db.sql<{ at: number }[]>`select ${at}::int as at`);
      expect(await Promise.all(transactions)).toEqual(transactions.map(() => true));
      expect((await Promise.all(reads)).map(([row]) => row!.at)).toEqual(reads.map((_, at) => at));
    });

    it('each statement is answered with its own rows, with and without parameters, however many are asked at once', async () => {
      for (let round = 0; round < 20; round++) {
        const all = Array.from({ length: 60 }, (_, at) =>
          Promise.all([
            db.sql`select 'none' as text, 1 as one`,
            db.sql`select ${`${round}.${at}`}::text as text`,
            db.writes`select now()`,
            db.writes`select array[${at}::int, ${round}::int] as numbers`,
          ]),
        );
        for (const [at, [none, text, , numbers]] of (await Promise.all(all)).entries()) {
          expect([...none]).toEqual([{ text: 'none', one: 1 }]);
          expect([...text]).toEqual([{ text: `${round}.${at}` }]);
          expect([...numbers]).toEqual([{ numbers: [at, round] }]);
        }
      }
    });

    it('what its reader has left ends in the database, and no statement of another with it', async () => {
      const left = new AbortController();
      const others = () => Promise.all(Array.from({ length: 20 }, () => db.sql`select pg_sleep(0.01)`));
      const long = cancellable(db, left.signal, (own) => own.sql`select pg_sleep(4)`);
      const outcome = expect(long).rejects.toMatchObject({ code: '57014' });
      await others();
      const before = Date.now();
      left.abort();
      await Promise.all([others(), others(), outcome]);
      expect(Date.now() - before).toBeLessThan(limit(2_000));
      await others();
    });

    it('wrong passwords are counted', async () => {
      const attempt = openLoginThrottle(db).attempt('jefe', '192.0.2.1');
      for (let wrong = 0; wrong < 10; wrong++) await attempt.failed();
      expect(await attempt.waitSeconds()).toBeGreaterThan(0);
    });

    it('a statement may take as long as without it, and no longer', async () => {
      await checkPooler(db);
      await expect(db.sql`select pg_sleep(7)`).rejects.toMatchObject({ code: '57014' });
    }, 15_000);

    it('one whose connections are not set as they have to be stops the start, with the line that sets them', async () => {
      const other = await startPgBouncer(database.url, {
        connectQuery: 'set statement_timeout = 5000',
        prepares,
      });
      const behind = openDb(other.url(database.url), { directUrl: database.url, poolerPrepares: prepares });
      try {
        await expect(checkPooler(behind)).rejects.toThrow(
          /lack idle_in_transaction_session_timeout, pg_trgm.similarity_threshold, max_parallel_workers_per_gather.*connect_query='set statement_timeout = 5000; /,
        );
      } finally {
        await behind.close();
        await other.stop();
      }
    });

    it('statements are prepared where the pooler carries that, and planned anew where not', async () => {
      const asked = () =>
        db.sql<{ names: string[] }[]>`select array_agg(name) as names from pg_prepared_statements`;
      const names = (await Promise.all(Array.from({ length: 20 }, asked))).flatMap(
        ([row]) => row!.names ?? [],
      );
      expect(names.every((name) => name.startsWith('PGBOUNCER_'))).toBe(true);
      expect(names.length > 0).toBe(prepares);
    });

    it('what was cut by its restart works again by itself', async () => {
      await pooler.kill();
      await expect(db.sql`select 1`).rejects.toMatchObject({ code: expect.stringMatching(/^(CONN|ECONN)/) });
      await pooler.start();
      const works = () =>
        db.writes`select 1`.then(
          () => true,
          () => false,
        );
      await expect.poll(works, { timeout: 5_000 }).toBe(true);
      const all = await Promise.allSettled(Array.from({ length: 40 }, () => db.writes`select 1`));
      await expect.poll(works, { timeout: 5_000 }).toBe(true);
      expect(all.length).toBe(40);
    }, 15_000);
  });
});

it.skipIf(absent)(
  'a pooler that is said to carry prepared statements and does not stops the start',
  async () => {
    const pooler = await startPgBouncer(database.url);
    const db = openDb(pooler.url(database.url), { directUrl: database.url, poolerPrepares: true });
    try {
      await expect(checkPooler(db)).rejects.toThrow(
        /^DATABASE_POOLER_PREPARES: .*accepted: true with PgBouncer 1.21/,
      );
      const started = startWorker({
        DATABASE_URL: pooler.url(database.url),
        DATABASE_DIRECT_URL: database.url,
        DATABASE_POOLER_PREPARES: 'true',
      });
      await expect(started).rejects.toThrow(/^the worker ended with 1: DATABASE_POOLER_PREPARES: /);
    } finally {
      await db.close();
      await pooler.stop();
    }
  },
);

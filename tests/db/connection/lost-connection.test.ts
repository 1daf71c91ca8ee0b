import { afterEach, expect, it } from 'vitest';
import { type Db, openDb } from '../../../db/connection/open.ts';
import { ownDatabase } from '../../support/postgres/database.ts';

// Trap 2 of postgres.js: a backend that dies inside begin() ended the whole process.

const database = ownDatabase();
const open: Db[] = [];
afterEach(() => Promise.all(open.splice(0).map((db) => db.close())));

/** What the process would have ended by; vitest itself fails on one without a listener. */
const accidents: unknown[] = [];
process.on('uncaughtException', (error) => accidents.push(error));

const openOne = () => {
  const db = openDb(database.url);
  open.push(db);
  return db;
};
const killed = (db: Db, pid: number) => db.sql`select pg_terminate_backend(${pid})`;
const pause = (ms: number) => new Promise((next) => setTimeout(next, ms));

it('a transaction whose backend dies is refused, whatever it was about to say, and the process lives (F05)', async () => {
  const db = openOne();
  const other = openOne();
  for (let round = 0; round < 30; round++) {
    const work = db.transactions.begin(async (tx) => {
      const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
      const kill = killed(other, row!.pid).execute();
      // In the middle of a statement, between two, and long after: each of them is met.
      if (round % 3 === 0) await tx`select pg_sleep(60)`;
      await kill;
      if (round % 3 === 2) await pause(20);
      await tx`select 1`;
      await tx.unsafe('select 2');
    });
    const error = await work.then(
      () => undefined,
      (reason) => reason as { code?: string },
    );
    expect(error?.code, `round ${round}`).toMatch(/^(57P01|CONNECTION_CLOSED|ECONNRESET)$/);
  }
  await pause(50);
  expect(accidents).toEqual([]);
  const twenty = await Promise.allSettled(
    Array.from({ length: 20 }, () => db.transactions.begin((tx) => tx`select 1 as one`)),
  );
  expect(twenty.filter(({ status }) => status === 'rejected')).toEqual([]);
});

it.each([
  ['nothing was answered yet', 'select pg_sleep(5)'],
  [
    'some of its rows are there',
    "select repeat('x', 1000), pg_sleep(n / 500) from generate_series(0, 2000) n",
  ],
])(
  'a connection that ends while %s is the error of its own statement and of no later one (F36)',
  async (_, slow) => {
    const db = openDb(database.url, { reads: 1, writes: 1, transactions: 1 });
    open.push(db);
    const other = openOne();
    const [row] = await db.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    // Looked at from the start: it may end before the statement that ends it is answered.
    const interrupted = expect(db.sql.unsafe(slow).execute()).rejects.toMatchObject({
      code: 'CONNECTION_CLOSED',
    });
    await pause(200);
    await killed(other, row!.pid);
    await interrupted;
    expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }]);
  },
);

it('an error of the transaction itself still rolls it back', async () => {
  const db = openOne();
  await db.sql`create table attempts (n int unique)`;
  await expect(
    db.transactions.begin(async (tx) => {
      await tx`insert into attempts values (1)`;
      await tx`insert into attempts values (1)`;
    }),
  ).rejects.toMatchObject({ code: '23505' });
  await expect(
    db.transactions.begin(async (tx) => {
      await tx`insert into attempts values (2)`;
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect((await db.sql`select 1 from attempts`).count).toBe(0);
});

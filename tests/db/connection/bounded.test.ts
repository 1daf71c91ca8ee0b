import { expect, it } from 'vitest';
import { openDb } from '../../../db/connection/open.ts';
import { ownDatabase } from '../../support/postgres/database.ts';

const database = ownDatabase();

it('lets a transaction wait for a connection so long and no longer, and is open again afterwards (F09)', async () => {
  const db = openDb(database.url, { transactions: 2, waitMs: 400 });
  try {
    const work = (seconds: number) => db.transactions.begin((tx) => tx`select pg_sleep(${seconds})`);
    const outcomes = await Promise.allSettled([
      work(1.5),
      work(1.5),
      ...Array.from({ length: 10 }, () => work(0)),
    ]);
    expect(outcomes.slice(0, 2).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    for (const late of outcomes.slice(2)) {
      expect(late.status).toBe('rejected');
      expect((late as PromiseRejectedResult).reason).toMatchObject({ code: 'OVERLOADED' });
    }
    // No place was lost: as many as before work at the same time, and those that wait get their turn.
    await Promise.all(Array.from({ length: 20 }, () => work(0.01)));
    // A place is given back by a transaction that failed, too.
    await Promise.allSettled([1, 2, 3].map(() => db.transactions.begin((tx) => tx`select 1 / 0`)));
    await work(0);
  } finally {
    await db.close();
  }
});

import { afterEach, expect, it } from 'vitest';
import { type Db, openDb } from '../../../db/connection/open.ts';
import { limit } from '../../gate/limits.mjs';
import { ownDatabase } from '../../support/postgres/database.ts';
import { startProxy, type TcpProxy } from '../../support/processes/tcp-proxy.ts';

// Trap 3: a connection that carries nothing any more is never noticed by itself.

const database = ownDatabase();
let proxy: TcpProxy;
let db: Db;
afterEach(async () => {
  await proxy.close();
  await db.close();
});

it('connections that fell silent are given up within 15 s, all of them at once, busy or idle (F08)', async () => {
  const target = new URL(database.url);
  proxy = await startProxy(Number(target.port));
  target.port = String(proxy.port);
  db = openDb(target.href);
  const everywhere = () =>
    Promise.allSettled([
      ...Array.from({ length: 8 }, () => db.sql`select 1`),
      ...Array.from({ length: 12 }, () => db.writes`select 1`),
      ...Array.from({ length: 6 }, () => db.transactions.begin((tx) => tx`select 1`)),
    ]);
  await Promise.all(Array.from({ length: 8 }, () => db.sql`select pg_sleep(0.1)`));
  expect((await everywhere()).every(({ status }) => status === 'fulfilled')).toBe(true);

  proxy.silence();
  const silent = Date.now();
  const asked = await Promise.allSettled([db.sql`select 1`, db.writes`select 1`]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  for (const one of asked) expect((one as PromiseRejectedResult).reason.code).toBe('CONNECTION_CLOSED');
  // Idle ones went too: no other statement waits for what is known by now.
  for (let again = 0; again < 3; again++) await everywhere();
  expect((await everywhere()).filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(Date.now() - silent).toBeLessThan(limit(15_000));
}, 60_000);

it('an answer that takes as long as a statement may take is waited for', async () => {
  proxy = await startProxy(Number(new URL(database.url).port));
  const target = new URL(database.url);
  target.port = String(proxy.port);
  db = openDb(target.href);
  const [row] = await db.sql`select 1 as one, pg_sleep(4.5)`;
  expect(row!.one).toBe(1);
  await expect(db.sql`select pg_sleep(7)`).rejects.toMatchObject({ code: '57014' });
}, 30_000);

it('a pool that is cut again and again in the middle of its work is whole again soon after', async () => {
  const target = new URL(database.url);
  proxy = await startProxy(Number(target.port));
  target.port = String(proxy.port);
  db = openDb(target.href);
  // What the first connections learn once, the others need not ask for.
  await Promise.all([db.sql`select 1`, db.writes`select 1`]);
  let ending = false;
  // Each asks again the moment it is refused: into the instant in which a connection is closed unnoticed.
  const busy = Array.from({ length: 30 }, async () => {
    while (!ending) {
      const asked = await Promise.allSettled([db.sql`select 1`, db.writes`select 1`]);
      if (asked.some(({ status }) => status === 'rejected')) await new Promise((next) => setImmediate(next));
    }
  });
  for (let cut = 0; cut < 8; cut++) {
    await new Promise((next) => setTimeout(next, 150));
    await proxy.cut();
    await proxy.restore();
  }
  ending = true;
  await Promise.all(busy);
  const back = Date.now();
  const asked = () => Promise.allSettled(Array.from({ length: 40 }, () => db.writes`select 1`));
  while ((await asked()).some(({ status }) => status === 'rejected'))
    expect(Date.now() - back).toBeLessThan(limit(10_000));
  // And stays whole: every connection of the pool was among those forty.
  for (let again = 0; again < 3; again++)
    expect((await asked()).filter(({ status }) => status === 'rejected')).toEqual([]);
}, 60_000);

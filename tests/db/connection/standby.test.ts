import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeVisit } from '../../../db/commands/field/take-visit.ts';
import { cancellable } from '../../../db/connection/cancellable.ts';
import { type Db, openDb } from '../../../db/connection/open.ts';
import { readFromStandby } from '../../../db/connection/standby.ts';
import { readDays } from '../../../db/reads/visits/week.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { limit } from '../../gate/limits.mjs';
import { openReplicaPair, type ReplicaPair } from '../../support/postgres/replica-pair.ts';
import { actorOf, addVisit, makeWorld, type World } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// Reads from a standby that follows the primary by streaming replication (`DATABASE_READ_URL`).

let pair: ReplicaPair;
let db: Db;
/** The standby itself: `openDb` refuses one that takes no writes. */
let standby: postgres.Sql;
let world: World;

beforeAll(async () => {
  pair = await openReplicaPair();
  db = openDb(pair.urlOf(0), { readUrl: pair.urlOf(1) });
  standby = postgres(pair.urlOf(1), { max: 1, onnotice: () => {} });
  world = await makeWorld(db.sql);
});
afterAll(async () => {
  await standby?.end();
  await db?.close();
  await pair?.close();
});

const day = today(new Date());
const pauseReplay = () => standby`select pg_wal_replay_pause()`;
const resumeReplay = () => standby`select pg_wal_replay_resume()`;

/** Where a read took place, and the version of the operation that it saw. */
const look = () =>
  readFromStandby(db, async (from) => {
    const [[where], { version }] = await Promise.all([
      from.sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`,
      readDays(from, world.operation, day, addDays(day, 6)),
    ]);
    return { standby: where!.standby, version };
  });

/** A command's own answer, and the operation's version after it. */
async function change(): Promise<number> {
  const visit_id = await addVisit(db.sql, world, { technicianId: null });
  const answer = await takeVisit({ db, actor: await actorOf(db.sql, world.userId) }, { visit_id });
  if (isRefusal(answer)) throw new Error(answer.text);
  return (await readDays(db, world.operation, day, day)).version;
}

it('a read is the standby’s when it has everything, and shows the change of a moment ago', async () => {
  for (let i = 0; i < 5; i++) {
    const version = await change();
    expect(await look()).toEqual({ standby: true, version });
  }
});

it('a standby that is behind is waited for a moment, then the primary is read', async () => {
  await pauseReplay();
  const version = await change();
  const begun = Date.now();
  expect(await look()).toEqual({ standby: false, version });
  expect(Date.now() - begun).toBeGreaterThanOrEqual(150);
  const waiting = look();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await resumeReplay();
  expect((await waiting).version).toBe(version);
  await until(async () => (await look()).standby);
});

it('nothing goes back in time, however far the standby is behind', async () => {
  const places = new Set<boolean>();
  let done = false;
  const lag = (async () => {
    while (!done) {
      await pauseReplay();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 350));
      await resumeReplay();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 120));
    }
  })();
  let seen = 0;
  // On a busy machine the standby may not answer in time for once, and is then left alone for 5 s.
  const last = Date.now() + 20_000;
  for (let round = 0; round < 60 || (places.size < 2 && Date.now() < last); round++) {
    if (round > 60) await new Promise((resolve) => setTimeout(resolve, 20));
    if (Math.random() < 0.5) seen = Math.max(seen, await change());
    const shown = await Promise.all([look(), look()]);
    for (const { version, standby: where } of shown) {
      expect(version).toBeGreaterThanOrEqual(seen);
      places.add(where);
    }
    seen = Math.max(seen, ...shown.map(({ version }) => version));
  }
  done = true;
  await lag;
  expect([...places].sort()).toEqual([false, true]);
}, 60_000);

it('a read whose user has left ends on the standby, and the next one is the standby’s again', async () => {
  const sleeping = async () =>
    (await standby`select 1 from pg_stat_activity where state = 'active' and query = 'select pg_sleep(30)'`)
      .length;
  const read = () => {
    const left = new AbortController();
    const reading = readFromStandby(db, (from) =>
      cancellable(from, left.signal, (own) => own.sql`select pg_sleep(30)`),
    );
    reading.catch(() => {});
    return { left, reading };
  };
  // On a busy machine the standby may be behind for once: then the primary is read.
  let { left, reading } = read();
  await until(async () => {
    await until(async () => (await sleeping()) === 1, 2_000).catch(() => {});
    if ((await sleeping()) === 1) return true;
    left.abort();
    await reading.catch(() => {});
    ({ left, reading } = read());
    return false;
  }, 60_000);
  left.abort();
  await expect(reading).rejects.toMatchObject({ code: '57014' });
  expect(await sleeping()).toBe(0);
  await until(async () => (await look()).standby);
}, 90_000);

it('a standby that is gone costs one short wait, and is used again when it is back', async () => {
  await pair.stop(1);
  const version = await change();
  const begun = Date.now();
  for (let i = 0; i < 10; i++) expect(await look()).toEqual({ standby: false, version });
  expect(Date.now() - begun).toBeLessThan(limit(3_000));
  await pair.startAsStandby(1);
  await until(async () => (await look()).standby, 15_000);
});

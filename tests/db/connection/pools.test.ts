import { expect, it } from 'vitest';
import { openRecord } from '../../support/postgres/open-record.ts';

const db = openRecord();

it('a transaction never shares a connection with what is asked beside it, however many of both there are', async () => {
  const pid = async (query: PromiseLike<{ pid: number }[]>) => (await query)[0]!.pid;
  const [plain, written, inside] = await Promise.all([
    Promise.all(
      Array.from({ length: 60 }, () => pid(db().sql`select pg_backend_pid() as pid, pg_sleep(0.002)`)),
    ),
    Promise.all(
      Array.from({ length: 60 }, () => pid(db().writes`select pg_backend_pid() as pid, pg_sleep(0.002)`)),
    ),
    Promise.all(
      Array.from({ length: 60 }, () =>
        db().transactions.begin(async (tx) => pid(tx`select pg_backend_pid() as pid, pg_sleep(0.002)`)),
      ),
    ),
  ]);
  const within = new Set(inside);
  expect(within.size).toBeGreaterThan(1);
  expect([...plain, ...written].filter((one) => within.has(one))).toEqual([]);
});

it('no statement that a user waits for starts helpers, which take longer than most answers', async () => {
  const helpers = async (pool: PromiseLike<{ helpers: string }[]>) => (await pool)[0]!.helpers;
  const text = `select current_setting('max_parallel_workers_per_gather') as helpers`;
  expect(await helpers(db().sql.unsafe(text))).toBe('0');
  expect(await helpers(db().writes.unsafe(text))).toBe('0');
  expect(await db().transactions.begin((tx) => helpers(tx.unsafe(text)))).toBe('0');
});

it('a BEGIN inside a transaction is reported, because postgres.js can send two', async () => {
  const warned = new Promise<Error>((resolve) => process.once('warning', resolve));
  await db().transactions.begin((tx) => tx.unsafe('begin'));
  expect(await warned).toMatchObject({ name: 'DatabaseWarning', code: '25001' });
});

it('a day is the text that stands in the record, whatever the zone of the machine', async () => {
  const zone = process.env.TZ;
  try {
    for (const TZ of ['Pacific/Kiritimati', 'America/Los_Angeles', 'America/Argentina/Buenos_Aires']) {
      process.env.TZ = TZ;
      const [row] = await db()
        .sql`select ${'2026-03-01'}::date as day, array[${'2026-03-01'}::date]::text as days`;
      expect(row).toEqual({ day: '2026-03-01', days: '{2026-03-01}' });
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

import { beforeAll, expect, it } from 'vitest';
import { type Db, openDb } from '../../../db/connection/open.ts';
import { groupLimit, readTechnicianDay } from '../../../db/reads/visits/technician-day.ts';
import { loadDemo } from '../../../db/seed/demo/load-demo.ts';
import { openForLoading } from '../../../db/seed/load.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { openRecord } from '../../support/postgres/open-record.ts';

const db = openRecord({ statementMs: 60_000 });
const now = new Date();
const day = today(now);

beforeAll(async () => {
  const sql = openForLoading(db.url());
  await loadDemo(sql, now);
  await sql.end();
}, 120_000);

it('a technician’s day looks at as many visits, however many other operations have today', async () => {
  const [who] = await db().sql<{ id: number }[]>`
    select t.id from technicians t join users u on u.id = t.user_id where u.username = 'tecnico'`;
  // All of it as the call answers it, and the few that the screen shows.
  const limits = [undefined, groupLimit];
  const before: number[] = [];
  for (const limit of limits) before.push(await fetchedFor(who!.id, limit));
  expect(Math.min(...before)).toBeGreaterThan(0);
  await db().sql`
    insert into visits (operation, day, slot_id, order_number, order_type, client_id, client_name)
    select v.operation, ${day}, v.slot_id, v.order_number, v.order_type, v.client_id, v.client_name
    from (select * from visits where operation = '203' and finished limit 50) v, generate_series(1, 60)`;
  await db().sql`analyze visits`;
  for (const [at, limit] of limits.entries())
    expect(await fetchedFor(who!.id, limit), `limit ${limit}`).toBeLessThan(before[at]! + 100);
  expect(Math.max(...before)).toBeLessThan(5_000);
}, 120_000);

/** How many rows of visits are looked at, by a connection that has made its plans. */
async function fetchedFor(technicianId: number, limit?: number): Promise<number> {
  const fresh = openDb(db.url(), { reads: 1 });
  const ask = (asked: Db) =>
    readTechnicianDay(asked, technicianId, ['114', '127'], {
      includeFinished: false,
      now,
      ...(limit ? { limit } : {}),
    });
  try {
    await ask(fresh);
    return (await fresh.sql.begin(async (tx) => {
      await ask({ ...fresh, sql: tx } as unknown as Db);
      const [row] = await tx<{ fetched: number }[]>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as fetched from pg_stat_xact_user_tables
        where relname like 'visits%'`;
      return row!.fetched;
    })) as number;
  } finally {
    await fresh.close();
  }
}

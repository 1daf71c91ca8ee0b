import { beforeAll, expect, it } from 'vitest';
import { type Db, openDb } from '../../db/open.ts';
import { readTechnicianDay } from '../../db/reads/technician-day.ts';
import { loadDemo } from '../../db/seed/demo.ts';
import { openForLoading } from '../../db/seed/load.ts';
import { today } from '../../machines/slots.ts';
import { openRecord } from '../support/open-record.ts';

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
  const before = await fetchedFor(who!.id);
  expect(before).toBeGreaterThan(0);
  await db().sql`
    insert into visits (operation, day, slot_id, order_number, order_type, client_id, client_name)
    select v.operation, ${day}, v.slot_id, v.order_number, v.order_type, v.client_id, v.client_name
    from (select * from visits where operation = '203' and finished limit 50) v, generate_series(1, 60)`;
  await db().sql`analyze visits`;
  expect(await fetchedFor(who!.id)).toBeLessThan(before + 100);
}, 120_000);

/** How many rows of visits are looked at, by a connection that has made its plans. */
async function fetchedFor(technicianId: number): Promise<number> {
  const fresh = openDb(db.url(), { reads: 1 });
  const ask = (asked: Db) =>
    readTechnicianDay(asked, technicianId, ['114', '127'], { includeFinished: false, now });
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

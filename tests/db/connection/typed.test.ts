import { and, asc, eq, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { anyOf, typed } from '../../../db/connection/typed.ts';
import { operations, visits, zones } from '../../../db/schema/index.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { addOperation, makeWorld } from '../../support/record/fixtures.ts';

// The builder runs on our own connections: their types, their transactions, their prepared statements.

const db = openRecord();

it('reads days as text, instants as dates, large numbers as numbers, and null as null, as raw statements do', async () => {
  const { visitId } = await makeWorld(db().sql, { visit: { day: '2026-03-05', version: 7 } });
  const [built] = await typed(db().sql)
    .select({ day: visits.day, createdAt: visits.createdAt, version: visits.version, zoneId: visits.zoneId })
    .from(visits)
    .where(eq(visits.id, visitId));
  const [raw] = await db().sql`select day, created_at, version, zone_id from visits where id = ${visitId}`;
  expect(built).toEqual({ ...raw });
  expect(built).toMatchObject({ day: '2026-03-05', createdAt: expect.any(Date), version: 7, zoneId: null });
});

it('leaves the types of the raw statements beside it as they are', async () => {
  await typed(db().sql).select().from(operations);
  const [row] = await db().sql`select now() as at, '2026-03-05'::date as day, '{"a":1}'::jsonb as data`;
  expect(row).toEqual({ at: expect.any(Date), day: '2026-03-05', data: { a: 1 } });
});

it('writes within a transaction, and what is rolled back is not there', async () => {
  const operation = await addOperation(db().sql);
  const named = (name: string) =>
    typed(db().sql)
      .select({ id: zones.id })
      .from(zones)
      .where(and(eq(zones.operation, operation), eq(zones.name, name), isNull(zones.deletedAt)));
  await db().transactions.begin(async (tx) => {
    const [zone] = await typed(tx)
      .insert(zones)
      .values({ operation, name: 'Sur' })
      .returning({ id: zones.id });
    await typed(tx).update(zones).set({ name: 'Norte' }).where(eq(zones.id, zone!.id));
  });
  await db()
    .transactions.begin(async (tx) => {
      await typed(tx).insert(zones).values({ operation, name: 'Este' });
      throw new Error('rolled back');
    })
    .catch(() => {});
  expect(await named('Norte')).toHaveLength(1);
  expect(await named('Sur')).toHaveLength(0);
  expect(await named('Este')).toHaveLength(0);
});

it('asks for any of several values with one prepared statement, however many there are', async () => {
  const one = await addOperation(db().sql);
  const two = await addOperation(db().sql);
  // One connection: a prepared statement is its own.
  await db().transactions.begin(async (tx) => {
    const codes = (wanted: string[]) =>
      typed(tx)
        .select({ code: operations.code })
        .from(operations)
        .where(anyOf(operations.code, wanted))
        .orderBy(asc(operations.code));
    expect(await codes([one])).toEqual([{ code: one }]);
    expect(await codes([one, two])).toEqual([{ code: one }, { code: two }]);
    expect(await codes([])).toEqual([]);
    const [prepared] = await tx`
      select count(*)::int from pg_prepared_statements where statement like '%"code" = any(%' and statement not like '%pg_prepared%'`;
    expect(prepared!.count).toBe(1);
  });
});

it("throws PostgreSQL's own error, with its code and constraint", async () => {
  const operation = await addOperation(db().sql);
  const add = () => typed(db().writes).insert(zones).values({ operation, name: 'Centro' });
  await add();
  await expect(add()).rejects.toMatchObject({ code: '23505', constraint_name: 'zones_name' });
});

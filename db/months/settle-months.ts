import type { Db } from '../connection/open.ts';
import type { Tx } from '../connection/sql.ts';
import { closedCondition } from '../record/open-visits.ts';
import { listParts, withoutBlocking } from './months.ts';

/**
 * Settles past months of visits in two steps. Once the ids have moved on no new visit can come into a month, and its
 * days are bounded for ever: a visit's day never changes. Once nothing in it has been open for a week, its closing
 * times are bounded too. A settled month's partition has checks of its bounds, queries for other days or for open
 * visits skip it (`db/months/settled.ts`), and reports read it as before. Concurrent workers are harmless.
 *
 * @returns the partitions with new bounds
 */
export async function settleMonths({ transactions: sql }: Pick<Db, 'transactions'>): Promise<string[]> {
  // The checks count, not the rows: a restored record has rows without its checks.
  const settledMonths = await sql<{ name: string; closed: boolean }[]>`
    select m.name, exists (select 1 from pg_constraint where conname = m.name || '_settled_closings') as closed
    from settled_months m join pg_constraint k on k.conname = m.name || '_settled_days'`;
  const [ids] = await sql<{ used: number }[]>`select last_value::int as used from visits_id_seq`;
  const settled = new Set<string>();
  for (const { name, from, to } of await listParts(sql, 'visits')) {
    if (to === null || Number(to) > ids!.used) continue;
    const before = settledMonths.find((month) => month.name === name);
    if (!before && !(await settleDays(sql, name, Number(from ?? 0), Number(to)))) continue;
    if (!before) settled.add(name);
    if (!before?.closed && (await settleClosings(sql, name))) settled.add(name);
  }
  return [...settled];
}

type Pool = Db['transactions'];

async function settleDays(sql: Pool, name: string, firstId: number, endId: number): Promise<boolean> {
  // A transaction that drew its id before the sequence moved on has ended by then.
  const [bounds] = await ask<{ first: string; last: string }>(
    sql,
    `select min(day)::text as first, max(day)::text as last from ${name}
     having max(created_at) < now() - interval '1 day'`,
  );
  if (!bounds) return false;
  await addCheck(sql, name, 'days', `day between '${bounds.first}' and '${bounds.last}'`);
  await sql`
    insert into settled_months (name, first_id, end_id, first_day, last_day)
    values (${name}, ${firstId}, ${endId}, ${bounds.first}, ${bounds.last}) on conflict do nothing`;
  return true;
}

async function settleClosings(sql: Pool, name: string): Promise<boolean> {
  const [open] = await sql.unsafe(
    `select 1 from ${name} visits where not ${closedCondition('visits')} limit 1`,
  );
  if (open) return false;
  const [bounds] = await ask<{ first: string; last: string }>(
    sql,
    `select min(closed_at)::text as first, max(closed_at)::text as last from ${name}
     having max(closed_at) < now() - interval '7 days' and bool_and(closed_at is not null)`,
  );
  if (!bounds) return false;
  const check = `closed_at is not null and closed_at between '${bounds.first}' and '${bounds.last}'`;
  await addCheck(sql, name, 'closings', check);
  await sql`
    update settled_months set first_closed_at = ${bounds.first}::timestamptz, last_closed_at = ${bounds.last}::timestamptz
    where name = ${name}`;
  return true;
}

/** A month may be large, and no user waits. */
const ask = async <Row extends object>(sql: Pool, text: string): Promise<Row[]> =>
  (await sql.begin(async (tx: Tx) => {
    await tx`set local statement_timeout = 0`;
    return tx.unsafe<Row[]>(text);
  })) as unknown as Row[];

/** Two steps: NOT VALID holds for writers at once, VALIDATE checks the rows without blocking them. */
async function addCheck(sql: Pool, name: string, suffix: string, check: string): Promise<void> {
  const constraint = `${name}_settled_${suffix}`;
  await withoutBlocking(sql, async (tx) => {
    await tx.unsafe(`alter table ${name} drop constraint if exists ${constraint}`);
    await tx.unsafe(`alter table ${name} add constraint ${constraint} check (${check}) not valid`);
  });
  await ask(sql, `alter table ${name} validate constraint ${constraint}`);
}

import type { Db } from '../connection/open.ts';
import type { Tx } from '../connection/sql.ts';
import { closedCondition } from '../record/open-visits.ts';
import { listParts, withoutStanding } from './months.ts';

/**
 * Settle the months of visits that are over, each in two steps as time goes by. Once no new visit can come into it,
 * because their ids have gone on, its days are bounded for ever: a visit's day never changes. Once nothing in it has
 * been open for a week, so are its closings. A settled month is an archive in its place: its partition refuses what
 * would not be within its bounds, whoever looks for other days or for what is open does not open it (`db/months/settled.ts`),
 * and the reports read it as ever. Several workers may ask at once.
 *
 * @returns the partitions of which something new is known
 */
export async function settleMonths({ transactions: sql }: Pick<Db, 'transactions'>): Promise<string[]> {
  // Known is what is held to: a record that was restored has its rows without their checks.
  const known = await sql<{ name: string; closed: boolean }[]>`
    select m.name, exists (select 1 from pg_constraint where conname = m.name || '_settled_closings') as closed
    from settled_months m join pg_constraint k on k.conname = m.name || '_settled_days'`;
  const [ids] = await sql<{ used: number }[]>`select last_value::int as used from visits_id_seq`;
  const settled = new Set<string>();
  for (const { name, from, to } of await listParts(sql, 'visits')) {
    if (to === null || Number(to) > ids!.used) continue;
    const before = known.find((one) => one.name === name);
    if (!before && !(await settleDays(sql, name, Number(from ?? 0), Number(to)))) continue;
    if (!before) settled.add(name);
    if (!before?.closed && (await settleClosings(sql, name))) settled.add(name);
  }
  return [...settled];
}

type Pool = Db['transactions'];

async function settleDays(sql: Pool, name: string, firstId: number, endId: number): Promise<boolean> {
  // A transaction that drew its id before they went on has ended by then.
  const [found] = await ask<{ first: string; last: string }>(
    sql,
    `select min(day)::text as first, max(day)::text as last from ${name}
     having max(created_at) < now() - interval '1 day'`,
  );
  if (!found) return false;
  await hold(sql, name, 'days', `day between '${found.first}' and '${found.last}'`);
  await sql`
    insert into settled_months (name, first_id, end_id, first_day, last_day)
    values (${name}, ${firstId}, ${endId}, ${found.first}, ${found.last}) on conflict do nothing`;
  return true;
}

async function settleClosings(sql: Pool, name: string): Promise<boolean> {
  // A month with something open is known by one look at a small index.
  const [open] = await sql.unsafe(
    `select 1 from ${name} visits where not ${closedCondition('visits')} limit 1`,
  );
  if (open) return false;
  const [found] = await ask<{ first: string; last: string }>(
    sql,
    `select min(closed_at)::text as first, max(closed_at)::text as last from ${name}
     having max(closed_at) < now() - interval '7 days' and bool_and(closed_at is not null)`,
  );
  if (!found) return false;
  const check = `closed_at is not null and closed_at between '${found.first}' and '${found.last}'`;
  await hold(sql, name, 'closings', check);
  await sql`
    update settled_months set first_closed_at = ${found.first}::timestamptz, last_closed_at = ${found.last}::timestamptz
    where name = ${name}`;
  return true;
}

/** A month may be large; nobody waits for this. */
const ask = async <Row extends object>(sql: Pool, text: string): Promise<Row[]> =>
  (await sql.begin(async (tx: Tx) => {
    await tx`set local statement_timeout = 0`;
    return tx.unsafe<Row[]>(text);
  })) as unknown as Row[];

/** In two steps: whoever writes is held to it at once, and what is there is looked at without holding anybody up. */
async function hold(sql: Pool, name: string, what: string, check: string): Promise<void> {
  const constraint = `${name}_settled_${what}`;
  await withoutStanding(sql, async (tx) => {
    await tx.unsafe(`alter table ${name} drop constraint if exists ${constraint}`);
    await tx.unsafe(`alter table ${name} add constraint ${constraint} check (${check}) not valid`);
  });
  await ask(sql, `alter table ${name} validate constraint ${constraint}`);
}

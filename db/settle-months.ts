import { listParts } from './months.ts';
import type { Db, Tx } from './open.ts';

/** What was closed so recently may still be taken back, answered or completed; nobody counts on it being over. */
const restDays = 7;

type Bounds = {
  found: number;
  open: boolean;
  over: boolean;
  firstDay: string;
  lastDay: string;
  firstClosedAt: string;
  lastClosedAt: string;
};

/**
 * Settle the months of visits that are over: all closed, the last of them some days ago. A settled month is an archive
 * in its place: its partition refuses open visits and days or closings outside of its bounds, whoever looks for what is
 * open or recent does not open it any more (`db/settled.ts`), the reports read it as ever, and its rows are frozen.
 * Several workers may ask at once.
 *
 * @returns the partitions that were settled
 */
export async function settleMonths(db: Pick<Db, 'transactions'>): Promise<string[]> {
  const { transactions: sql } = db;
  const settled: string[] = [];
  const known = new Set(
    (await sql<{ name: string }[]>`select name from settled_months`).map(({ name }) => name),
  );
  const [ids] = await sql<{ used: number }[]>`select last_value::int as used from visits_id_seq`;
  const parts = (await listParts(sql, 'visits')).filter(
    ({ name, to }) => to !== null && Number(to) <= ids!.used && !known.has(name),
  );
  for (const { name, from, to } of parts) {
    const bounds = await boundsOf(sql, name);
    if (!bounds) continue;
    // In two steps: whoever writes is held to it at once, and what is there is looked at without holding anybody up.
    await sql.begin(async (tx) => {
      await tx`set local lock_timeout = '2s'`;
      await tx.unsafe(`alter table ${name} drop constraint if exists ${name}_settled`);
      await tx.unsafe(`alter table ${name} add constraint ${name}_settled check (closed_at is not null
        and closed_at between '${bounds.firstClosedAt}' and '${bounds.lastClosedAt}'
        and day between '${bounds.firstDay}' and '${bounds.lastDay}') not valid`);
    });
    await sql.begin(async (tx) => {
      await tx`set local statement_timeout = 0`;
      await tx.unsafe(`alter table ${name} validate constraint ${name}_settled`);
      await tx`
        insert into settled_months (name, first_id, end_id, first_day, last_day, first_closed_at, last_closed_at)
        values (${name}, ${Number(from ?? 0)}, ${Number(to)}, ${bounds.firstDay}, ${bounds.lastDay},
          ${bounds.firstClosedAt}::timestamptz, ${bounds.lastClosedAt}::timestamptz)
        on conflict do nothing`;
    });
    settled.push(name);
  }
  return settled;
}

/** Null: not over yet, or nothing in it. */
async function boundsOf(sql: Db['transactions'], name: string): Promise<Bounds | null> {
  // A month with something open is known by one look at a small index.
  const [open] = await sql.unsafe(
    `select 1 from ${name} where not (finished or cancelled or rescheduled) limit 1`,
  );
  if (open) return null;
  const [row] = (await sql.begin(async (tx: Tx) => {
    await tx`set local statement_timeout = 0`;
    return tx.unsafe<Bounds[]>(`
      select count(*)::int as found, min(day)::text as first_day, max(day)::text as last_day,
        min(closed_at)::text as first_closed_at, max(closed_at)::text as last_closed_at,
        max(closed_at) < now() - interval '${restDays} days' and max(day) < now()::date - ${restDays} as over
      from ${name}`);
  })) as unknown as Bounds[];
  return row!.found > 0 && row!.over ? row! : null;
}

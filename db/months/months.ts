import { addMonths, boundsOf, type Month, monthOf } from '../../machines/calendar/month.ts';
import { today } from '../../machines/calendar/slots.ts';
import type { Query, Sql, Tx } from '../connection/sql.ts';

// Visits and events are partitioned by month. Events by their time. Visits by blocks of ids, one block a
// month of creation: an id alone finds its partition, is unique over all of them, and can be referenced.

/** A partition of visits or of events. */
export type Part = {
  name: string;
  /** The month that it was made for; null: the first partition of an installation, or the default. */
  month: Month | null;
  /** The bounds, ids or instants in ISO 8601; `from` null: unbounded. Both null: the default. */
  from: string | null;
  to: string | null;
};

/** Months made in advance. */
const monthsAhead = 3;

/** A month's ids: at least this many, and four times as many as the month before has used so far. */
const smallestBlock = 100_000;

const dayMs = 86_400_000;

/** An arbitrary constant. */
const monthsLock = 7_341_907;

/** The partitions of visits or of events, by their bounds; the default last. */
export async function listParts(sql: Query, table: 'visits' | 'events'): Promise<Part[]> {
  const type = table === 'visits' ? 'bigint' : 'timestamptz';
  const bound = (word: string) =>
    `(regexp_match(pg_get_expr(c.relpartbound, c.oid), '${word} \\(''?([0-9][^'')]*)'))[1]`;
  const parts = await sql.unsafe<Part[]>(`
    select c.relname as name,
      replace((regexp_match(c.relname, '_(\\d{4}_\\d{2})(?:_\\d+)?$'))[1], '_', '-') || '-01' as month,
      to_json(${bound('FROM')}::${type}) #>> '{}' as from, to_json(${bound('TO')}::${type}) #>> '{}' as to
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = '${table}'::regclass order by ${bound('TO')}::${type} nulls last`);
  return [...parts];
}

/**
 * Makes the coming months' partitions, and moves the sequence of visit ids to the present month's block. Any
 * number of processes may call it: one works at a time, idempotently. Without it ids continue in the next
 * blocks and events in the default partition: nothing fails.
 *
 * @param now defaults to the database's clock
 */
export async function keepMonthsAhead(sql: Sql, now?: Date): Promise<void> {
  await withoutBlocking(sql, (tx) => keepMonthsAheadIn(tx, now));
}

/**
 * Changes partitions without blocking commands: it waits for locks shorter than PostgreSQL's deadlock
 * timeout, gives way, and retries.
 *
 * @throws the last error, after half a minute
 */
export async function withoutBlocking(sql: Sql, change: (tx: Tx) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await sql.begin(async (tx) => {
        await tx`set local lock_timeout = '400ms'`;
        await change(tx);
      });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotHad || tries === 40) throw error;
      await new Promise((go) => setTimeout(go, 250 + Math.random() * 500));
    }
  }
}

const lockNotHad = '55P03';

/** The same within the caller's transaction, for the seeds. */
export async function keepMonthsAheadIn(tx: Tx, now?: Date): Promise<void> {
  await tx`select pg_advisory_xact_lock(${monthsLock})`;
  const [clock] = await tx<
    { now: Date }[]
  >`select coalesce(${now?.toISOString() ?? null}::timestamptz, now()) as now`;
  const present = monthOf(today(new Date(clock!.now)));
  const months = Array.from({ length: monthsAhead + 1 }, (_, ahead) => addMonths(present, ahead));
  for (const month of months) await addEventMonth(tx, month);
  await addVisitMonths(tx, months);
  await moveSequenceTo(tx, present);
}

/** Make the partition of a month's events, unless it exists. */
export async function addEventMonth(tx: Tx, month: Month): Promise<void> {
  const { begins, ends } = boundsOf(month);
  const middle = (begins.getTime() + ends.getTime()) / 2;
  const parts = (await listParts(tx, 'events'))
    .filter(({ to }) => to !== null)
    .map((part) => ({
      from: part.from === null ? -Infinity : Date.parse(part.from),
      to: Date.parse(part.to!),
    }));
  if (parts.some((part) => part.from <= middle && middle < part.to)) return;
  // The first part ends with a month of Argentina, which in another `TIME_ZONE` is some hours beside the month's end.
  const before = parts.map(({ to }) => to).filter((end) => end <= middle && end > begins.getTime() - dayMs);
  const after = parts.map((part) => part.from).filter((start) => start > middle);
  const from = new Date(before.length > 0 ? Math.max(...before) : begins).toISOString();
  const to = new Date(Math.min(ends.getTime(), ...after)).toISOString();
  await attach(tx, 'events', nameOf('events', month), from, to, async (name) => {
    await tx.unsafe(`with late as (delete from events_default where at >= '${from}' and at < '${to}' returning *)
      insert into ${name} select * from late`);
  });
}

/** Make a partition of visits that begins with an id. */
export async function addVisitMonth(tx: Tx, month: Month, from: number, to: number): Promise<void> {
  const taken = new Set((await listParts(tx, 'visits')).map(({ name }) => name));
  let name = nameOf('visits', month);
  for (let next = 2; taken.has(name); next++) name = `${nameOf('visits', month)}_${next}`;
  await attach(tx, 'visits', name, String(from), String(to));
}

/**
 * Drops the empty partitions of visits, so that history can be loaded after those with rows.
 * @returns the first id without a partition
 */
export async function forgetEmptyMonths(tx: Tx): Promise<number> {
  let free = 1;
  for (const { name, to } of await listParts(tx, 'visits')) {
    const [row] = await tx.unsafe<{ found: boolean }[]>(`select exists (select 1 from ${name}) as found`);
    if (row!.found) free = to === null ? free : Number(to);
    else if (to !== null) await drop(tx, 'visits', name);
  }
  return free;
}

/** Drops the empty partitions of events. */
export async function forgetEmptyEventMonths(tx: Tx): Promise<void> {
  for (const { name, to } of await listParts(tx, 'events')) {
    const [row] = await tx.unsafe<{ found: boolean }[]>(`select exists (select 1 from ${name}) as found`);
    if (!row!.found && to !== null) await drop(tx, 'events', name);
  }
}

async function addVisitMonths(tx: Tx, months: Month[]): Promise<void> {
  const parts = (await listParts(tx, 'visits')).filter(({ to }) => to !== null);
  const labelled = new Set(parts.map(({ month }) => month));
  const [ids] = await tx<{ used: number; late: number }[]>`
    select last_value::int as used, (select coalesce(max(id), 0) from visits_default)::int as late from visits_id_seq`;
  const present = parts.find(({ to }) => Number(to) > ids!.used);
  const inBlock = ids!.used - Number(present?.from ?? 0);
  const block = Math.max(1, Math.ceil((4 * inBlock) / smallestBlock)) * smallestBlock;
  let end = Math.max(...parts.map(({ to }) => Number(to)), ids!.late + 1);
  const add = async (month: Month) => {
    await addVisitMonth(tx, month, end, end + block);
    end += block;
  };
  for (const month of months) {
    if (labelled.has(month)) continue;
    // An installation's first block serves its first month; there is none before.
    const began = [...labelled].some((other) => other !== null && other < month);
    if (month === months[0] && !began && parts.length > 0) continue;
    await add(month);
    labelled.add(month);
  }
  for (
    let month = addMonths(months.at(-1)!, 1);
    end - ids!.used < monthsAhead * block;
    month = addMonths(month, 1)
  )
    await add(month);
}

/** Only forwards: a concurrent insert takes a smaller id, or one of the new block. */
async function moveSequenceTo(tx: Tx, month: Month): Promise<void> {
  const block = (await listParts(tx, 'visits')).findLast((part) => part.month === month);
  if (!block) return;
  await tx`
    select setval('visits_id_seq', ${Number(block.from)}::bigint, false) from visits_id_seq
    where last_value < ${Number(block.from)}::bigint`;
}

async function attach(
  tx: Tx,
  table: 'visits' | 'events',
  name: string,
  from: string,
  to: string,
  fill?: (name: string) => Promise<void>,
): Promise<void> {
  await tx.unsafe(
    `create table ${name} (like ${table} including defaults including constraints including storage)`,
  );
  await fill?.(name);
  await tx.unsafe(`alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`);
}

/** Detached first: other tables reference visits, though none of these. */
async function drop(tx: Tx, table: 'visits' | 'events', name: string): Promise<void> {
  await tx.unsafe(`alter table ${table} detach partition ${name}`);
  await tx.unsafe(`drop table ${name}`);
}

const nameOf = (table: string, month: Month) => `${table}_${month.slice(0, 7).replace('-', '_')}`;

import type { Sql } from '../../../db/connection/sql.ts';

/** What changes though no user changed it: who was seen or refused when, wrong passwords counted, reports kept to be given again. */
const unowned = ['sessions', 'login_attempts', 'report_results', 'audit_log', 'test_changes'];

/** Everything that a command could have changed, as one hash; rows of more `without` tables are left out. */
export async function hashOfRecord(sql: Sql, without: string[] = []): Promise<string> {
  const names = (await tablesOf(sql)).filter((name) => !without.includes(name));
  const parts = names.map(
    (name) =>
      `select '${name}' || coalesce(string_agg(x::text, '|' order by x::text), '') as all from "${name}" x`,
  );
  const [row] = await sql.unsafe<{ hash: string }[]>(
    `select md5(string_agg("all", '#' order by "all")) as hash from (${parts.join(' union all ')}) t`,
  );
  return row!.hash;
}

const known = new WeakMap<Sql, Promise<string[]>>();

function tablesOf(sql: Sql): Promise<string[]> {
  let names = known.get(sql);
  if (!names) {
    names = sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname <> all(${unowned}::text[])`.then((rows) => rows.map(({ name }) => name));
    known.set(sql, names);
  }
  return names;
}

/**
 * Counts every row that is changed from now on, by any transaction: cheaper than two hashes where thousands of
 * requests are each to have changed nothing. What is rolled back does not count.
 *
 * @param without tables whose changes do not count
 * @returns how many rows have been changed so far
 */
export async function countChanges(sql: Sql, without: string[] = []): Promise<() => Promise<number>> {
  await sql`create table if not exists test_changes (one int)`;
  await sql.unsafe(`create or replace function test_change() returns trigger language plpgsql
    as $$ begin
      -- Being seen is no change: a user who asks is seen, every five minutes.
      if tg_table_name = 'users' and tg_op = 'UPDATE' and to_jsonb(old) - 'last_seen_at' = to_jsonb(new) - 'last_seen_at'
        then return null; end if;
      insert into test_changes values (1);
      return null;
    end $$`);
  for (const name of await tablesOf(sql))
    if (name !== 'test_changes' && !without.includes(name))
      await sql.unsafe(`create or replace trigger test_change after insert or update or delete on "${name}"
        for each row execute function test_change()`);
  return async () => {
    const [row] = await sql<{ count: number }[]>`select count(*)::int as count from test_changes`;
    return row!.count;
  };
}

import type { Sql } from '../../db/open.ts';

/** What changes without anybody's doing: who was seen when, wrong passwords counted, reports kept to be given again. */
const unowned = ['sessions', 'login_attempts', 'report_results'];

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
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all(${unowned}::text[])`.then(
      (rows) => rows.map(({ name }) => name),
    );
    known.set(sql, names);
  }
  return names;
}

/**
 * What in a migration breaks the version of the program before it, which is still running while this one comes up
 * (docs/operations/upgrade.md): removing or renaming what it uses, and asking of its rows what it does not give.
 *
 * @param sql one migration; a statement after a line `-- contract: <why>` has been thought about
 * @returns the statements that break it, in one line each
 */
export function findContractions(sql: string): string[] {
  return sql
    .split(/--> statement-breakpoint|;\s*(?=\n|$)/)
    .filter((statement) => !/^\s*-- contract: \S/m.test(statement))
    .map((statement) => statement.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim())
    .filter(
      (statement) => contractions.some((pattern) => pattern.test(statement)) && !isOfNewTable(statement, sql),
    );
}

const contractions = [
  /\bdrop (table|column|type|view|schema|function|not null|constraint .+ cascade)\b/i,
  /\brename\b/i,
  /\bset not null\b/i,
  /\bset data type\b|\balter column \S+ type\b/i,
  // A row of the version before has no value for it.
  /\badd column (?!.*\bdefault\b)(?!.*\bgenerated\b).*\bnot null\b/i,
  // Rows of the version before may not be as it says.
  /\badd constraint \S+ (check|unique|primary key|exclude)\b/i,
  /\bcreate unique index\b/i,
];

/** The version before knows nothing of a table that is made here. */
function isOfNewTable(statement: string, sql: string) {
  const table = /(?:alter table|\bon) (?:only )?"?(?:public"?\."?)?(\w+)"?/i.exec(statement)?.[1];
  return table !== undefined && new RegExp(`create table (if not exists )?"?${table}"?[ (]`, 'i').test(sql);
}

/**
 * The entry of a table by a name that came from outside: a command, a report, a column.
 * What every object inherits ('constructor', 'toString', '__proto__') is an entry of none.
 *
 * @returns undefined when the table has no entry of its own by that name
 */
export const ownEntry = <Value>(table: Readonly<Record<string, Value>>, name: unknown): Value | undefined =>
  isOwnName(table, name) ? table[name] : undefined;

/** Whether the table has an entry of its own by this name. */
export const isOwnName = <Table extends object>(
  table: Table,
  name: unknown,
): name is Extract<keyof Table, string> => typeof name === 'string' && Object.hasOwn(table, name);

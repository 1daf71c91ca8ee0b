/**
 * A table's entry by a name from outside: a command, a report, a column. Inherited names ('constructor',
 * 'toString', '__proto__') are no entries.
 *
 * @returns undefined when the table has no own entry by that name
 */
export const ownEntry = <Value>(table: Readonly<Record<string, Value>>, name: unknown): Value | undefined =>
  isOwnName(table, name) ? table[name] : undefined;

export const isOwnName = <Table extends object>(
  table: Table,
  name: unknown,
): name is Extract<keyof Table, string> => typeof name === 'string' && Object.hasOwn(table, name);

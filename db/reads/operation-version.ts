import type { Db } from '../open.ts';

/** The operation's version now; undefined: no such operation. */
export async function findVersion(db: Db, operation: string): Promise<number | undefined> {
  const [row] = await db.sql<{ version: number }[]>`select version from operations where code = ${operation}`;
  return row?.version;
}

export const listVersions = (db: Db): Promise<{ code: string; version: number }[]> =>
  db.sql<{ code: string; version: number }[]>`select code, version from operations`;

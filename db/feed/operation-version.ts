import { gather } from '../connection/gather.ts';
import type { Db } from '../connection/open.ts';

/** The operation's current version; undefined: no such operation. */
export const findVersion: (db: Db, operation: string) => Promise<number | undefined> = gather(
  async (db: Db, operations: string[]) => {
    const sentAt = performance.now();
    const rows = await db.sql<{ code: string; version: number; revision: string | null }[]>`
      select code, version, (select revision from access_state) as revision from operations where code = any(${[...new Set(operations)]}::text[])`;
    if (rows[0]) db.sessions.learn({ sentAt, revision: rows[0].revision });
    const versions = new Map(rows.map(({ code, version }) => [code, version]));
    return operations.map((operation) => versions.get(operation));
  },
);

/** Every operation's current version; learns which of them live in another installation. */
export async function listVersions(db: Db): Promise<{ code: string; version: number }[]> {
  const rows = await db.sql<{ code: string; version: number; livesIn: string | null }[]>`
    select code, version, case when move_step = 'left' then lives_in end as lives_in from operations`;
  db.elsewhere.learn(rows);
  return rows;
}

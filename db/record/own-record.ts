import type { Db } from '../connection/open.ts';
import type { Query } from '../connection/sql.ts';
import { isUnavailable } from '../connection/unavailable.ts';

/** The installation whose record this is (docs/operations/division.md); null: it is the only one. */
export async function readInstallationName(sql: Query): Promise<string | null> {
  const [row] = await sql<{ name: string }[]>`select name from installation`;
  return row?.name ?? null;
}

/**
 * Waits until the record is this installation's: reachable, and no longer that of the installation which it was copied
 * from. A process that worked on it before would do the other's work.
 *
 * @param own the process's setting
 * @param onWait called once: the record is the named installation's
 * @throws where the process has no name and the record has one, and any error but that the database is unreachable
 */
export async function waitForOwnRecord(
  { sql }: Pick<Db, 'sql'>,
  own: string | undefined,
  onWait: (name: string) => void,
): Promise<void> {
  for (let reported = false; ; ) {
    try {
      const name = await readInstallationName(sql);
      if (name === null || name === own) return;
      if (own === undefined)
        throw new Error(`INSTALLATION: missing; this is the record of ${name}, one of several installations`);
      if (!reported) onWait(name);
      reported = true;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

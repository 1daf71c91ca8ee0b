import type { Db } from '../../db/connection/open.ts';
import { isAnothersRecord } from '../../db/reads/settings/own-record.ts';
import { isUnavailable } from './unavailable.ts';

/**
 * Waits without limit for a database that is unreachable or starting; `/readyz` reports it.
 * @throws any other error, such as a wrong password
 */
export async function waitForDatabase(
  { sql }: Pick<Db, 'sql'>,
  onUnreachable: (error: unknown) => void,
): Promise<void> {
  for (let reported = false; ; reported = true) {
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (!reported) onUnreachable(error);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

/**
 * Waits until the record is this installation's (`isAnothersRecord`). At once where the installation has no name.
 * @throws any error but that the database is unreachable
 */
export async function waitForOwnRecord(
  db: Pick<Db, 'sql'>,
  installation: string | undefined,
  onWait: () => void,
): Promise<void> {
  if (installation === undefined) return;
  for (let reported = false; ; reported = true) {
    try {
      if (!(await isAnothersRecord(db, installation))) return;
      if (!reported) onWait();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

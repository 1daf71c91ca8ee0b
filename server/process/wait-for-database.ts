import type { Db } from '../../db/connection/open.ts';
import { isUnavailable } from './unavailable.ts';

/**
 * Waits for a database that is away or still starting, as long as it takes: meanwhile `/readyz` says so.
 * @throws whatever else is wrong with it, such as the password
 */
export async function waitForDatabase(
  { sql }: Pick<Db, 'sql'>,
  onAway: (error: unknown) => void,
): Promise<void> {
  for (let told = false; ; told = true) {
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (!told) onAway(error);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

import type { Db } from './open.ts';
import { isUnavailable } from './unavailable.ts';

/**
 * Waits without limit for a database that is unreachable or starting.
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

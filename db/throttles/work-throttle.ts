import type { Db } from '../connection/open.ts';
import { countInWindow } from './count-in-window.ts';

/**
 * Costly requests (a report, an intake, a picture, a query to an outside server), counted per user. Normal
 * work stays below the limit; a runaway program does not delay the others.
 *
 * @param perMinute such requests per user and minute
 */
export function openWorkThrottle(db: Pick<Db, 'writes'>, perMinute: number) {
  const { wait } = countInWindow(db, 'work', perMinute, 60);
  return {
    /** Counts one such request of this user: how many seconds it has to wait; 0: none. */
    waitSeconds: (userId: number): Promise<number> => wait(userId),
  };
}

import type { Db } from '../connection/open.ts';
import { countInWindow } from './count-in-window.ts';

/**
 * What costs the installation much (a report, an intake, a picture, a question to somebody else's server), counted per
 * user. Nobody who works gets near the limit; a program that went wrong does not keep the others waiting.
 *
 * @param perMinute how many such requests a user may make in a minute
 */
export function openWorkThrottle(db: Pick<Db, 'openPgPool'>, perMinute: number) {
  const { wait, close } = countInWindow(db, 'work', perMinute, 60);
  return {
    /** One more such request of this user: how many seconds it has to wait; 0: none. */
    waitSeconds: (userId: number): Promise<number> => wait(userId),
    close,
  };
}

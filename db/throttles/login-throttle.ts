import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Db } from '../connection/open.ts';
import { addressKey } from './address-key.ts';

export const loginWindowSeconds = 15 * 60;
/** Wrong passwords in a window: of one user from one address, from one address, of one user from anywhere. */
const allowed = { userAtAddress: 10, address: 60, user: 50 };
type Count = keyof typeof allowed;

/**
 * Wrong passwords, counted in the record so that every web process knows of them
 * (S2 §8 'Login 429'). Nobody is locked out for longer than the window.
 */
export function openLoginThrottle(db: Pick<Db, 'openPgPool'>) {
  const pool = db.openPgPool();
  const limiterOf = (count: Count) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'login_attempts',
      tableCreated: true,
      keyPrefix: count,
      points: allowed[count],
      duration: loginWindowSeconds,
      clearExpiredByTimeout: false,
    });
  const limiters = {
    userAtAddress: limiterOf('userAtAddress'),
    address: limiterOf('address'),
    user: limiterOf('user'),
  };
  const counts = Object.keys(allowed) as Count[];

  return {
    attempt(username: string, from: string) {
      const address = addressKey(from);
      const keys: Record<Count, string> = {
        userAtAddress: `${username}|${address}`,
        address,
        user: username,
      };
      return {
        /**
         * How long to wait before this attempt may be made; 0: not at all.
         * @param isAtHome asked when the user's own count is full: whether the user lately signed in from this address,
         *   which then is not closed by what others try elsewhere
         */
        async waitSeconds(isAtHome: () => Promise<boolean> = async () => false): Promise<number> {
          const found = await Promise.all(counts.map((count) => limiters[count].get(keys[count])));
          const waits = new Map(
            found.map((held, index) => [
              counts[index]!,
              held && held.consumedPoints >= allowed[counts[index]!]
                ? Math.ceil(held.msBeforeNext / 1000)
                : 0,
            ]),
          );
          if (waits.get('user')! > 0 && (await isAtHome())) waits.set('user', 0);
          return Math.max(...waits.values());
        },
        async failed(): Promise<void> {
          await Promise.all(counts.map((count) => limiters[count].penalty(keys[count])));
        },
        async succeeded(): Promise<void> {
          await limiters.userAtAddress.delete(keys.userAtAddress);
        },
      };
    },
    close: () => pool.end(),
  };
}

import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Db } from '../connection/open.ts';
import { addressKey } from './address-key.ts';
import { throttleStore } from './store.ts';

export const loginWindowSeconds = 15 * 60;
/** Wrong passwords per window: of a user at an address, of an address, of a user. */
const allowed = { userAtAddress: 10, address: 60, user: 50 };
type Count = keyof typeof allowed;

/**
 * Wrong passwords, counted in the record for all web processes (S2 §8 'Login 429'). No lockout longer than
 * the window.
 */
export function openLoginThrottle(db: Pick<Db, 'writes'>) {
  const store = throttleStore(db);
  const limiterOf = (count: Count) =>
    new RateLimiterPostgres({
      ...store,
      keyPrefix: count,
      points: allowed[count],
      duration: loginWindowSeconds,
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
         * How many seconds this attempt has to wait; 0: none.
         * @param isAtHome called when the user's own count is full: whether the user lately signed in from
         * this address, which others' attempts elsewhere then do not block
         */
        async waitSeconds(isAtHome: () => Promise<boolean> = async () => false): Promise<number> {
          const results = await Promise.all(counts.map((count) => limiters[count].get(keys[count])));
          const waits = new Map(
            results.map((result, index) => [
              counts[index]!,
              result && result.consumedPoints >= allowed[counts[index]!]
                ? Math.ceil(result.msBeforeNext / 1000)
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
  };
}

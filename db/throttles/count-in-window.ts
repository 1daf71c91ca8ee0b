import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '../connection/open.ts';
import { throttleStore } from './store.ts';

/**
 * A rate limit over a window, counted in the record for all web processes.
 *
 * @param name of the count
 * @returns `wait`: counts one of this key, and answers how many seconds it has to wait; 0: none
 */
export function countInWindow(db: Pick<Db, 'writes'>, name: string, allowed: number, windowSeconds: number) {
  const limiter = new RateLimiterPostgres({
    ...throttleStore(db),
    keyPrefix: name,
    points: allowed,
    duration: windowSeconds,
    inMemoryBlockOnConsumed: allowed + 1,
  });
  return {
    async wait(key: string | number): Promise<number> {
      try {
        await limiter.consume(key);
        return 0;
      } catch (over) {
        if (over instanceof RateLimiterRes) return Math.max(1, Math.ceil(over.msBeforeNext / 1_000));
        throw over;
      }
    },
  };
}

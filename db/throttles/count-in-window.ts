import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '../connection/open.ts';

/**
 * So many of something in a window, counted in the record so that every web process knows of them.
 *
 * @param what names the count among the others
 * @returns `wait`: one more of this key, and how many seconds it has to wait; 0: none
 */
export function countInWindow(
  db: Pick<Db, 'openPgPool'>,
  what: string,
  allowed: number,
  windowSeconds: number,
) {
  const pool = db.openPgPool();
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'login_attempts',
    tableCreated: true,
    keyPrefix: what,
    points: allowed,
    duration: windowSeconds,
    // Whoever is over the limit costs the record nothing more.
    inMemoryBlockOnConsumed: allowed + 1,
    clearExpiredByTimeout: false,
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
    close: () => pool.end(),
  };
}

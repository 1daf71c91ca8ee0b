import pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

const windowSeconds = 60;

/**
 * What costs the installation much (a report, an intake, a picture, a question to somebody else's server) is counted
 * per user, in the record, so that every web process knows of it. Nobody who works gets near the limit; a program
 * that went wrong does not keep the others waiting.
 *
 * @param perMinute how many such requests a user may make in a minute
 */
export function openWorkThrottle(url: string, perMinute: number) {
  const pool = new pg.Pool({ connectionString: url, max: 2, query_timeout: 3_000, keepAlive: true });
  // A connection lost while idle is opened again by the next request.
  pool.on('error', () => {});
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'login_attempts',
    tableCreated: true,
    keyPrefix: 'work',
    points: perMinute,
    duration: windowSeconds,
    // Whoever is over the limit costs the record nothing more.
    inMemoryBlockOnConsumed: perMinute + 1,
    clearExpiredByTimeout: false,
  });
  return {
    /** One more such request of this user: how many seconds it has to wait; 0: none. */
    async waitSeconds(userId: number): Promise<number> {
      try {
        await limiter.consume(userId);
        return 0;
      } catch (over) {
        if (over instanceof RateLimiterRes) return Math.max(1, Math.ceil(over.msBeforeNext / 1_000));
        throw over;
      }
    },
    close: () => pool.end(),
  };
}

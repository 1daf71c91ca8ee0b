import pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

const windowSeconds = 10 * 60;
/** Wrong links from one address in a window: a person with a cut link tries a few times, a guesser a thousand. */
const allowed = 30;

/**
 * Wrong external links, counted in the record so that every web process knows of
 * them. Only wrong ones count: behind one address of a mobile network stand many
 * customers, whose links open whatever a neighbour guesses.
 */
export function openLinkThrottle(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 1, query_timeout: 3_000, keepAlive: true });
  // A connection lost while idle is opened again by the next attempt.
  pool.on('error', () => {});
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'login_attempts',
    tableCreated: true,
    keyPrefix: 'link',
    points: allowed,
    duration: windowSeconds,
    // Whoever is over the limit costs the record nothing more.
    inMemoryBlockOnConsumed: allowed + 1,
    clearExpiredByTimeout: false,
  });
  return {
    /** One more wrong link from this address: how long it has to wait; 0: not at all. */
    async failed(address: string): Promise<number> {
      try {
        await limiter.consume(address);
        return 0;
      } catch (over) {
        if (over instanceof RateLimiterRes) return Math.max(1, Math.ceil(over.msBeforeNext / 1_000));
        throw over;
      }
    },
    close: () => pool.end(),
  };
}

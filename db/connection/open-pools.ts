import { boundTransactions } from './bound-transactions.ts';
import { guardTransactions } from './guard-transactions.ts';
import { openPool, type Server } from './open-pool.ts';
import { findPrimary, isCluster, type Target, targetOf, targetOfPrimary } from './primary.ts';
import type { Sql } from './sql.ts';
import { watchDeadConnections } from './watch-dead-connections.ts';

/** A standby for reads (`DATABASE_READ_URL`). */
export type Standby = {
  sql: Sql;
  /** When it may be asked again after it did not answer; `performance.now()`. */
  restsUntil: number;
};

export type PoolOptions = {
  /**
   * The database itself, where `url` is a pooler in transaction mode (PgBouncer): LISTEN and maintenance go there,
   * statements are not prepared, and the pooler sets the parameters of `sessionParameters`.
   */
  directUrl?: string | undefined;
  /** The pooler carries prepared statements, and several of a connection at once (PgBouncer 1.21 or newer). */
  poolerPrepares?: boolean;
  reads?: number;
  /** A standby for reads, as an address; default none. */
  readUrl?: string | undefined;
  writes?: number;
  transactions?: number;
  statementMs?: number;
  /** How long a transaction may wait for a connection before it is refused; default unlimited. */
  waitMs?: number;
  /** Parallel workers of PostgreSQL per statement; default none. */
  parallel?: number;
};

/**
 * Connections of a web process by use, with the one that listens 12. Statements are pipelined: more connections
 * were not faster (docs/operations/deploy.md, 'Connections').
 */
const usual = { reads: 4, writes: 4, transactions: 3 };

/** How often connections are compared with where the cluster's primary is now. */
const followMs = 5_000;

/**
 * The pools of a record, one a use. They connect with the first query.
 * @param onTransactionEnd called after each transaction
 */
export function openPools(url: string, options: PoolOptions, onTransactionEnd: () => void) {
  const { statementMs = 5_000, readUrl } = options;
  const pooled = options.directUrl !== undefined;
  const poolerPrepares = pooled && options.poolerPrepares === true;
  const several = isCluster(url);
  const parameters = sessionParameters(statementMs, options.parallel);
  /** Where a pool's connections go. */
  const serverOf = (target: Target, more: Omit<Server, 'address' | 'watch'>): Server => ({
    address: target.address,
    watch: watchDeadConnections(statementMs, target.socket),
    ...more,
  });
  const primary = serverOf(targetOfPrimary(url), { pooled, takesWrites: true });
  const following = several
    ? setInterval(() => findPrimary(url).then(primary.watch.keepOnly, () => {}), followMs)
    : undefined;
  following?.unref();
  const open = (max: number, behindPooler: 0 | 1, wrap?: (pool: Sql) => Sql, to: Server = primary) =>
    openPool(to, {
      ...{ max, behindPooler, wrap, statementMs, poolerPrepares },
      parameters: to.pooled ? {} : parameters,
      // Another server has become the primary, while this one was not restarted.
      movesOn: to === primary && several,
    });
  const reads = open(options.reads ?? usual.reads, 0);
  const readServer = readUrl && serverOf(targetOf(readUrl), { pooled: false, takesWrites: false });
  const fromStandby = readServer ? open(4, 0, undefined, readServer) : undefined;
  const writes = open(options.writes ?? usual.writes, 0);
  const abreast = options.transactions ?? usual.transactions;
  const transactions = open(abreast, 1, (pool) => {
    const guarded = guardTransactions(pool, onTransactionEnd);
    return options.waitMs === undefined ? guarded : boundTransactions(guarded, abreast, options.waitMs);
  });
  return {
    reads,
    writes,
    transactions,
    fromStandby,
    pooled,
    poolerPrepares,
    async close(): Promise<void> {
      const pools = [reads, writes, transactions, ...(fromStandby ? [fromStandby] : [])];
      await Promise.all(pools.map((pool) => pool().end({ timeout: 5 })));
      clearInterval(following);
      primary.watch.close();
      if (readServer) readServer.watch.close();
    },
  };
}

/** What each connection of the product is set to. A pooler's connections need the same (`check-pooler.ts`). */
export const sessionParameters = (statementMs = 5_000, parallel = 0) => ({
  statement_timeout: statementMs,
  idle_in_transaction_session_timeout: 10_000,
  // One plan per statement and connection: planning takes longer than most statements.
  plan_cache_mode: 'force_generic_plan',
  // A word of four letters with one wrong keeps a quarter of its trigrams (`db/reads/search/likely-words.ts`).
  'pg_trgm.similarity_threshold': '0.25',
  // A generic plan assumes every month: starting workers took 50 ms of a technician's day at 30 million visits. As
  // text: postgres.js leaves a 0 out.
  max_parallel_workers_per_gather: String(parallel),
});

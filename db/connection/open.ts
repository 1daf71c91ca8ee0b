import { argentinePlan, type TelephonePlan } from '../../machines/telephone/read-number.ts';
import { feedChannel, type Notifier, newNotifier } from '../feed/notify.ts';
import { newSettled, type Settled } from '../months/settled.ts';
import { type Decoder, newDecoder } from '../pictures/decoder.ts';
import { type KnownSessions, newKnownSessions } from '../reads/people/known-sessions.ts';
import type { SessionRow } from '../reads/people/session-row.ts';
import { type Elsewhere, newElsewhere } from '../record/elsewhere.ts';
import type { Commits } from '../tracing/commits.ts';
import { boundTransactions } from './bound-transactions.ts';
import { guardTransactions } from './guard-transactions.ts';
import { type Listening, openListener } from './listen.ts';
import { openPool, type Server } from './open-pool.ts';
import { guardOwnQueries } from './own-queries.ts';
import { findPrimary, isCluster, type Target, targetOf, targetOfPrimary } from './primary.ts';
import type { Sql } from './sql.ts';
import { watchDeadConnections } from './watch-dead-connections.ts';

/**
 * The open record. Transactions have their own pool, because postgres.js can send two BEGINs on one
 * connection that plain queries share; single-statement commands have another, because a read must not queue
 * behind a commit. A pool may be replaced when it loses a connection for good: read the property each time,
 * and keep it no longer than a request.
 */
export type Db = {
  /** Single reading statements, and writes without a caller that waits. */
  sql: Sql;
  /** A standby for reads; use `readFromStandby`. Null: there is none. */
  standby: Standby | null;
  /** Single-statement commands, each with its own commit. */
  writes: Sql;
  /** Transactions of several statements only. */
  transactions: Sql;
  /** LISTEN; all subscriptions share one dedicated connection (`openListener`). */
  listen(
    onNotification: (payload: string) => void,
    onError: (error: unknown) => void,
    channel?: string,
  ): Promise<Listening>;
  /** Statements may each reach another connection of the server: no session state outlives a transaction. */
  pooled: boolean;
  /** They are prepared all the same: the pooler prepares them on each connection that they reach. */
  poolerPrepares: boolean;
  /** See `openForMaintenance`; the caller closes it. */
  openForMaintenance(): Db;
  /** This process's pending notifications. */
  notifier: Notifier;
  /** Called after every command. */
  onCommand?: OnCommand;
  /** Follows commits to the boards; absent: there is no tracing. */
  commits?: Commits;
  /** The settled months of visits, as far as this process knows. */
  settled: Settled;
  /** How telephones are read where an operation does not say (`TELEPHONE_COUNTRY`, `TELEPHONE_AREA_CODE`). */
  telephones: TelephonePlan;
  /** The sessions that this process has read. */
  sessions: KnownSessions<SessionRow>;
  /** The operations that left this installation, as of the feed's last poll; a process without a feed knows of none. */
  elsewhere: Elsewhere;
  /** What decodes the pictures that users send: one for screens, calls and uploads together. */
  pictures: Decoder;
  /** Throws: the address holds the password. */
  toJSON(): never;
  close(): Promise<void>;
};

/** A standby for reads (`DATABASE_READ_URL`). */
export type Standby = {
  sql: Sql;
  /** When it may be asked again after it did not answer; `performance.now()`. */
  restsUntil: number;
};

/** A command's name, its outcome (`done`, a refusal's code, `accident`), its duration, and the request that caused it. */
export type CommandOutcome = { name: string; outcome: string; ms: number; requestId?: string };
export type OnCommand = (outcome: CommandOutcome) => void;

export type DbOptions = {
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
  onCommand?: OnCommand;
  commits?: Commits;
  /** How telephones are read where an operation does not say; default Argentina, without an area code. */
  telephones?: TelephonePlan;
  /** Parallel workers of PostgreSQL per statement; default none. */
  parallel?: number;
};

/**
 * Connections of a web process by use, with the one that listens 12. Statements are pipelined: more connections
 * were not faster (docs/operations/deploy.md, 'Connections').
 */
const usual = { reads: 4, writes: 4, transactions: 3 };

/**
 * Open the record at a PostgreSQL URL. Connects with the first query. Of several servers the primary is used, also
 * after it has moved; a connection that reaches a standby is refused as unreachable and opened anew.
 */
export function openDb(url: string, size: DbOptions = {}): Db {
  guardOwnQueries();
  const statementMs = size.statementMs ?? 5_000;
  const pooled = size.directUrl !== undefined;
  const poolerPrepares = pooled && size.poolerPrepares === true;
  const directUrl = size.directUrl ?? url;
  const several = isCluster(url);
  const following = several
    ? setInterval(() => findPrimary(url).then(primary.watch.keepOnly, () => {}), followMs)
    : undefined;
  following?.unref();
  const parameters = sessionParameters(statementMs, size.parallel);
  /** Where a pool's connections go. */
  const serverOf = (target: Target, more: Omit<Server, 'address' | 'watch'>): Server => ({
    address: target.address,
    watch: watchDeadConnections(statementMs, target.socket),
    ...more,
  });
  const primary = serverOf(targetOfPrimary(url), { pooled, takesWrites: true });
  const open = (max: number, behindPooler: 0 | 1, wrap?: (pool: Sql) => Sql, to: Server = primary) =>
    openPool(to, {
      ...{ max, behindPooler, wrap, statementMs, poolerPrepares },
      parameters: to.pooled ? {} : parameters,
      // Another server has become the primary, while this one was not restarted.
      movesOn: to === primary && several,
    });
  const reads = open(size.reads ?? usual.reads, 0);
  const readServer = size.readUrl
    ? serverOf(targetOf(size.readUrl), { pooled: false, takesWrites: false })
    : undefined;
  const fromStandby = readServer && open(4, 0, undefined, readServer);
  const writes = open(size.writes ?? usual.writes, 0);
  const abreast = size.transactions ?? usual.transactions;
  const sessions = newKnownSessions<SessionRow>();
  const transactions = open(abreast, 1, (pool) => {
    const guarded = guardTransactions(pool, sessions.askAgain);
    return size.waitMs === undefined ? guarded : boundTransactions(guarded, abreast, size.waitMs);
  });
  const standby: Standby | null = fromStandby
    ? {
        restsUntil: 0,
        get sql() {
          return fromStandby();
        },
      }
    : null;
  const listen = openListener(directUrl);
  const pictures = newDecoder();
  return {
    get sql() {
      return reads();
    },
    standby,
    get writes() {
      return writes();
    },
    get transactions() {
      return transactions();
    },
    listen: (onNotification, onError, channel) => listen(onNotification, onError, channel ?? feedChannel),
    pooled,
    poolerPrepares,
    openForMaintenance: () => openForMaintenance(directUrl),
    toJSON: () => {
      throw new Error('the record was about to be serialised as an answer');
    },
    notifier: newNotifier(),
    ...(size.onCommand ? { onCommand: size.onCommand } : {}),
    ...(size.commits ? { commits: size.commits } : {}),
    settled: newSettled(),
    sessions,
    telephones: size.telephones ?? argentinePlan,
    elsewhere: newElsewhere(),
    pictures,
    close: async () => {
      pictures.close();
      const pools = [reads, writes, transactions, ...(fromStandby ? [fromStandby] : [])];
      await Promise.all(pools.map((pool) => pool().end({ timeout: 5 })));
      clearInterval(following);
      primary.watch.close();
      readServer?.watch.close();
    },
  };
}

/** How often connections are compared with where the cluster's primary is now. */
const followMs = 5_000;

/**
 * Opens the record for maintenance of minutes: one connection each for statements and transactions, and half
 * an hour per statement. On the other pools' connections such statements would count as dead.
 */
export const openForMaintenance = (url: string): Db =>
  openDb(url, { reads: 1, writes: 1, transactions: 1, statementMs: 1_800_000, parallel: 2 });

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

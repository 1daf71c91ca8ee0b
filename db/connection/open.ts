import postgres from 'postgres';
import { feedChannel, type Notifier, newNotifier } from '../feed/notify.ts';
import { newSettled, type Settled } from '../months/settled.ts';
import { type KnownSessions, newKnownSessions } from '../reads/people/known-sessions.ts';
import type { SessionRow } from '../reads/people/session-row.ts';
import { boundTransactions } from './bound-transactions.ts';
import { guardTransactions } from './guard-transactions.ts';
import { keepTypes } from './keep-types.ts';
import { type Listening, openListener } from './listen.ts';
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
  /** See `openForMaintenance`; the caller closes it. */
  openForMaintenance(): Db;
  /** This process's pending notifications. */
  notifier: Notifier;
  /** Called after every command. */
  onCommand?: OnCommand;
  /** The settled months of visits, as far as this process knows. */
  settled: Settled;
  /** The sessions that this process has read. */
  sessions: KnownSessions<SessionRow>;
  /** Throws: the address holds the password. */
  toJSON(): never;
  close(): Promise<void>;
};

/** A command's name, its outcome (`done`, a refusal's code, `accident`), and its duration. */
export type CommandOutcome = { name: string; outcome: string; ms: number };
export type OnCommand = (outcome: CommandOutcome) => void;

const shared = {
  onnotice: warnOfTransactions,
  connect_timeout: 3,
  // A short, constant backoff: after a restart of the database the default grows to 16 s.
  backoff: () => 0.25,
  max_pipeline: 100_000,
  transform: { column: { from: postgres.toCamel, to: postgres.fromCamel }, undefined: null },
  types: {
    day: { to: 1082, from: [1082], serialize: (day: string) => day, parse: (day: string) => day },
    bigint: { to: 20, from: [20], serialize: (n: number) => String(n), parse: Number },
  },
};

export type DbOptions = {
  /**
   * The database itself, where `url` is a pooler in transaction mode (PgBouncer): LISTEN and maintenance go there,
   * statements are not prepared, and the pooler sets the parameters of `sessionParameters`.
   */
  directUrl?: string | undefined;
  reads?: number;
  writes?: number;
  transactions?: number;
  statementMs?: number;
  /** How long a transaction may wait for a connection before it is refused; default unlimited. */
  waitMs?: number;
  onCommand?: OnCommand;
  /** Parallel workers of PostgreSQL per statement; default none. */
  parallel?: number;
};

/**
 * Connections of a web process by use, with the one that listens 12. Statements are pipelined: more connections
 * were not faster (docs/operations/deploy.md, 'Connections').
 */
const usual = { reads: 4, writes: 4, transactions: 3 };

/** Open the record at a PostgreSQL URL. Connects with the first query. */
export function openDb(url: string, size: DbOptions = {}): Db {
  const statementMs = size.statementMs ?? 5_000;
  const deadConnections = watchDeadConnections(statementMs);
  const pooled = size.directUrl !== undefined;
  const directUrl = size.directUrl ?? url;
  const application_name = 'agenda-tecnica';
  const connection = pooled
    ? { application_name }
    : { application_name, ...sessionParameters(statementMs, size.parallel) };
  /**
   * How many statements of a connection may wait for their answer. PgBouncer before 1.21 gives a connection to another
   * client as soon as one statement is answered, though the next has been parsed on it: its rows went to
   * another's statement (`tests/db/pooler.test.ts`). postgres.js begins no transaction below 1.
   */
  const pipelined = (behindPooler: 0 | 1) => (pooled ? { max_pipeline: behindPooler } : {});
  const open = (max: number, behindPooler: 0 | 1, wrap: (pool: Sql) => Sql = (pool) => pool) => {
    let pool: Sql;
    const replace = () => {
      const before = pool;
      renew(before);
      void before.end({ timeout: statementMs / 1_000 + 1 }).catch(() => {});
    };
    const renew = (before?: Sql) => {
      const made: Sql = wrap(
        postgres(url, {
          ...shared,
          prepare: !pooled,
          ...pipelined(behindPooler),
          max,
          connection: connection as never,
          idle_timeout: 0,
          socket: (target: never) => {
            keepTypes(made);
            return deadConnections.socket(target, () => pool === made && replace());
          },
        } as never) as unknown as Sql,
      );
      if (before) keepTypes(made, before);
      pool = made;
    };
    renew();
    return () => pool;
  };
  const reads = open(size.reads ?? usual.reads, 0);
  const writes = open(size.writes ?? usual.writes, 0);
  const abreast = size.transactions ?? usual.transactions;
  const sessions = newKnownSessions<SessionRow>();
  const transactions = open(abreast, 1, (pool) => {
    const guarded = guardTransactions(pool, sessions.askAgain);
    return size.waitMs === undefined ? guarded : boundTransactions(guarded, abreast, size.waitMs);
  });
  const listen = openListener(directUrl);
  return {
    get sql() {
      return reads();
    },
    get writes() {
      return writes();
    },
    get transactions() {
      return transactions();
    },
    listen: (onNotification, onError, channel) => listen(onNotification, onError, channel ?? feedChannel),
    pooled,
    openForMaintenance: () => openForMaintenance(directUrl),
    toJSON: () => {
      throw new Error('the record was about to be serialised as an answer');
    },
    notifier: newNotifier(),
    ...(size.onCommand ? { onCommand: size.onCommand } : {}),
    settled: newSettled(),
    sessions,
    close: async () => {
      await Promise.all([reads, writes, transactions].map((pool) => pool().end({ timeout: 5 })));
      deadConnections.close();
    },
  };
}

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

/**
 * A BEGIN inside a transaction, or a COMMIT outside: two commands share a connection, and one is not atomic.
 * Never seen with these pools; it must appear in the log.
 */
function warnOfTransactions({ code, message }: postgres.Notice): void {
  if (code === '25001' || code === '25P01') process.emitWarning(message!, { type: 'DatabaseWarning', code });
}

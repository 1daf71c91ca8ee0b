import pg from 'pg';
import postgres from 'postgres';
import { feedChannel, type Notifier, newNotifier } from '../feed/notify.ts';
import { newSettled, type Settled } from '../months/settled.ts';
import { boundTransactions } from './bound-transactions.ts';
import { guardTransactions } from './guard-transactions.ts';
import { keepTypes } from './keep-types.ts';
import { type Listening, listen } from './listen.ts';
import type { Sql } from './sql.ts';
import { watchSilence } from './watch-silence.ts';

/**
 * The open record. Transactions have a pool of their own, because postgres.js can
 * send two BEGINs on one connection when plain queries share it; commands of one
 * statement have another, because a read must not queue behind somebody's commit. A pool may be replaced by a new one
 * when a connection of it is lost for good: ask for it each time, and keep it no longer than a request.
 */
export type Db = {
  /** Single statements that only read, or that nobody waits for. */
  sql: Sql;
  /** Commands of one statement, each with its own commit. */
  writes: Sql;
  /** Transactions of several statements, nothing else. */
  transactions: Sql;
  /** Listen on a connection of its own (`listen`). */
  listen(
    hear: (payload: string) => void,
    trouble: (error: unknown) => void,
    channel?: string,
  ): Promise<Listening>;
  /** A pool of node-postgres, for a library that asks for one; who opens it closes it. */
  openPgPool(): pg.Pool;
  /** See `openUnhurried`; who opens it closes it. */
  openUnhurried(): Db;
  /** The rings of this process that are about to go out. */
  notifier: Notifier;
  /** Told of every command that was asked for; absent: nobody counts. */
  onCommand?: OnCommand;
  /** The months of visits that this process knows to be settled. */
  settled: Settled;
  /** Never an answer, and never part of one: its address holds the password. */
  toJSON(): never;
  close(): Promise<void>;
};

/** A command's name, what became of it (`done`, a refusal's code, `accident`), and how long it took. */
export type CommandOutcome = { name: string; outcome: string; ms: number };
export type OnCommand = (told: CommandOutcome) => void;

const shared = {
  prepare: true,
  onnotice: warnOfTransactions,
  connect_timeout: 3,
  // A short, constant wait: after a restart of the database the default grows to 16 s.
  backoff: () => 0.25,
  max_pipeline: 100_000,
  transform: { column: { from: postgres.toCamel, to: postgres.fromCamel }, undefined: null },
  types: {
    day: { to: 1082, from: [1082], serialize: (day: string) => day, parse: (day: string) => day },
    bigint: { to: 20, from: [20], serialize: (n: number) => String(n), parse: Number },
  },
};

/** How much of everything, and who is told. */
export type DbOptions = {
  reads?: number;
  writes?: number;
  transactions?: number;
  statementMs?: number;
  /** How long a transaction may wait for a connection before it is refused; unless told, as long as it takes. */
  waitMs?: number;
  onCommand?: OnCommand;
  /** How many helpers PostgreSQL may start for one statement; none unless told. */
  parallel?: number;
};

/** Open the record at a PostgreSQL URL. Nothing connects before the first query. */
export function openDb(url: string, size: DbOptions = {}): Db {
  const statementMs = size.statementMs ?? 5_000;
  const silence = watchSilence(statementMs);
  const connection = {
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'agenda-tecnica',
    // A plan is made once a statement and connection: to make one takes longer than most statements do.
    plan_cache_mode: 'force_generic_plan',
    // Such a plan counts on every month, and would start helpers for an answer that one month gives in a millisecond:
    // at 30 million visits a technician's day took 50 ms of starting them. Text: postgres.js leaves a 0 out.
    max_parallel_workers_per_gather: String(size.parallel ?? 0),
  };
  const open = (max: number, wrap: (pool: Sql) => Sql = (pool) => pool) => {
    let pool: Sql;
    const replace = () => {
      const before = pool;
      renew(before);
      // What is under way on its other connections may end as it would have.
      void before.end({ timeout: statementMs / 1_000 + 1 }).catch(() => {});
    };
    const renew = (before?: Sql) => {
      const made: Sql = wrap(
        postgres(url, {
          ...shared,
          max,
          connection: connection as never,
          idle_timeout: 0,
          socket: (target: never) => {
            keepTypes(made);
            return silence.socket(target, () => pool === made && replace());
          },
        } as never) as unknown as Sql,
      );
      if (before) keepTypes(made, before);
      pool = made;
    };
    renew();
    return () => pool;
  };
  const reads = open(size.reads ?? 8);
  const writes = open(size.writes ?? 12);
  const abreast = size.transactions ?? 6;
  const transactions = open(abreast, (pool) => {
    const guarded = guardTransactions(pool);
    return size.waitMs === undefined ? guarded : boundTransactions(guarded, abreast, size.waitMs);
  });
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
    listen: (hear, trouble, channel) => listen(url, hear, trouble, channel ?? feedChannel),
    openPgPool: () => openPgPool(url),
    openUnhurried: () => openUnhurried(url),
    toJSON: () => {
      throw new Error('the record was about to be serialised as an answer');
    },
    notifier: newNotifier(),
    ...(size.onCommand ? { onCommand: size.onCommand } : {}),
    settled: newSettled(),
    close: async () => {
      await Promise.all([reads, writes, transactions].map((pool) => pool().end({ timeout: 5 })));
      silence.close();
    },
  };
}

/**
 * Open the record for work of minutes that nobody waits for: one connection each for statements and transactions, and
 * half an hour for a statement. On the connections of others the same would count as silence after some seconds.
 */
export const openUnhurried = (url: string): Db =>
  openDb(url, { reads: 1, writes: 1, transactions: 1, statementMs: 1_800_000, parallel: 2 });

function openPgPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    query_timeout: 3_000,
    // For a free connection, too: a request that waits longer is refused rather than kept.
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  });
  // A connection lost while idle is opened again by the next question.
  pool.on('error', () => {});
  return pool;
}

/**
 * A BEGIN inside a transaction, or a COMMIT outside: two commands share a connection, and one of them is not as
 * atomic as it believes. Never seen with these pools; whoever reads the log has to hear of it.
 */
function warnOfTransactions({ code, message }: postgres.Notice): void {
  if (code === '25001' || code === '25P01') process.emitWarning(message!, { type: 'DatabaseWarning', code });
}

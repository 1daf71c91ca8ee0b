import postgres from 'postgres';
import { guardTransactions } from './guard-transactions.ts';
import { type Bell, newBell } from './ring.ts';

export type Sql = postgres.Sql<Record<string, never>>;
export type Tx = postgres.TransactionSql<Record<string, never>>;
/** What both a pool and an open transaction can do. */
export type Query = Sql | Tx;

/**
 * The open record. Transactions have a pool of their own, because postgres.js can
 * send two BEGINs on one connection when plain queries share it; commands of one
 * statement have another, because a read must not queue behind somebody's commit.
 */
export type Db = {
  /** Single statements that only read, or that nobody waits for. */
  sql: Sql;
  /** Commands of one statement, each with its own commit. */
  writes: Sql;
  /** Transactions of several statements, nothing else. */
  transactions: Sql;
  /** One connection for LISTEN. */
  url: string;
  /** The rings of this process that are about to go out. */
  bell: Bell;
  close(): Promise<void>;
};

const shared = {
  prepare: true,
  onnotice: () => {},
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

/** Open the record at a PostgreSQL URL. Nothing connects before the first query. */
export function openDb(
  url: string,
  size: { reads?: number; writes?: number; transactions?: number; statementMs?: number } = {},
): Db {
  const connection = {
    statement_timeout: size.statementMs ?? 5_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'agenda-tecnica',
  };
  const open = (max: number) =>
    postgres(url, { ...shared, max, connection: connection as never, idle_timeout: 0 }) as unknown as Sql;
  const sql = open(size.reads ?? 8);
  const writes = open(size.writes ?? 12);
  const transactions = guardTransactions(open(size.transactions ?? 6));
  return {
    sql,
    writes,
    transactions,
    url,
    bell: newBell(),
    close: async () => {
      await Promise.all([sql, writes, transactions].map((pool) => pool.end({ timeout: 5 })));
    },
  };
}

import type postgres from 'postgres';

/** A pool of connections. */
export type Sql = postgres.Sql<Record<string, never>>;
export type Tx = postgres.TransactionSql<Record<string, never>>;
/** A part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;
/** A pool or an open transaction. */
export type Query = Sql | Tx;

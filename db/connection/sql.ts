import type postgres from 'postgres';

/** A pool of connections. */
export type Sql = postgres.Sql<Record<string, never>>;
export type Tx = postgres.TransactionSql<Record<string, never>>;
/** A part of a statement, to be put into another. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;
/** What both a pool and an open transaction can do. */
export type Query = Sql | Tx;

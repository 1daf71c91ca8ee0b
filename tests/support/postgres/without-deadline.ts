import { openDb } from '../../../db/connection/open.ts';
import type { Sql, Tx } from '../../../db/connection/sql.ts';

/** Longer than any read of a test takes, on whatever machine. */
const longMs = 600_000;

/**
 * A read of everything, which a test makes and no request does: without the time that a statement of the product has,
 * which on a busy machine ends while the rows are still on their way. On a connection of its own, because one of the
 * product's that is silent for longer than a statement may take is given up.
 */
export async function withoutDeadline<T>(sql: Sql, ask: (tx: Tx) => Promise<T>): Promise<T> {
  const db = openDb(await addressOf(sql), { reads: 1, writes: 1, transactions: 1, statementMs: longMs });
  try {
    return (await db.transactions.begin('read only', (tx) => ask(tx as Tx))) as T;
  } finally {
    await db.close();
  }
}

/** The server that answers now: of a cluster the options name another one. */
async function addressOf(sql: Sql): Promise<string> {
  const { user, pass, database } = sql.options as unknown as { user: string; pass: string; database: string };
  const [at] = await sql<{ host: string; port: number }[]>`
    select host(inet_server_addr()) as host, inet_server_port() as port`;
  return `postgres://${user}:${encodeURIComponent(pass)}@${at!.host}:${at!.port}/${database}`;
}

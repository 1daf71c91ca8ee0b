import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from './open.ts';
import type { Sql } from './sql.ts';

/** A signal that was sent before the answer to `pg_cancel_backend` has arrived by then. */
const lateMs = 20;

/**
 * Reads on a reserved connection, so that aborting the signal cancels the statement in the database;
 * otherwise it would run to its end there.
 * @throws what `work` throws; once aborted that is the database's 57014
 */
export async function cancellable<T>(db: Db, signal: AbortSignal, work: (db: Db) => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const connection = await db.sql.reserve();
  let cancellation: Promise<unknown> | undefined;
  try {
    // Only a transaction keeps the same backend behind a pooler.
    if (db.pooled) await connection`begin read only`;
    const [backend] = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`;
    signal.throwIfAborted();
    const cancel = () => {
      cancellation = db.writes`select pg_cancel_backend(${backend!.pid}::int)`.catch(() => {});
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await work({ ...db, sql: connection as unknown as Sql });
    } finally {
      signal.removeEventListener('abort', cancel);
      if (cancellation) {
        await cancellation;
        // A late cancellation hits this wait instead of the next user's statement. A failed transaction refuses
        // statements; its backend ignores a cancellation between two of them.
        if (db.pooled) await wait(lateMs);
        else await connection`select pg_sleep(${lateMs / 1_000}::float8)`.catch(() => {});
      }
    }
  } finally {
    if (db.pooled) await connection`rollback`.catch(() => {});
    connection.release();
  }
}

import type { Db } from './open.ts';
import type { Sql } from './sql.ts';

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
        // A late cancellation hits this statement instead of the next user's.
        await connection`select pg_sleep(0.02)`.catch(() => {});
      }
    }
  } finally {
    connection.release();
  }
}

import type { Db } from './open.ts';
import type { Sql } from './sql.ts';

/**
 * Read on a connection of one's own, so that the database stops working on it as soon as the signal is aborted: what
 * the client merely forgets goes on there to its end.
 * @throws what `work` throws; once aborted that is the database's 57014
 */
export async function cancellable<T>(db: Db, signal: AbortSignal, work: (db: Db) => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const held = await db.sql.reserve();
  let cut: Promise<unknown> | undefined;
  try {
    const [own] = await held<{ pid: number }[]>`select pg_backend_pid() as pid`;
    signal.throwIfAborted();
    const cancel = () => {
      cut = db.writes`select pg_cancel_backend(${own!.pid}::int)`.catch(() => {});
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await work({ ...db, sql: held as unknown as Sql });
    } finally {
      signal.removeEventListener('abort', cancel);
      if (cut) {
        await cut;
        // A cancellation that comes after the end hits this instead of the next one's question.
        await held`select pg_sleep(0.02)`.catch(() => {});
      }
    }
  } finally {
    held.release();
  }
}

import type { Db } from './open.ts';
import type { Standby } from './open-pools.ts';
import type { Sql } from './sql.ts';

/** How long a standby that is behind is waited for, and one that does not answer is left alone. */
const waitMs = 200;
const restMs = 5_000;
const lookMs = 10;
const cancelled = '57014';

/**
 * Reads what may take long from a standby, once it holds everything that the primary held when the call began, so
 * that a user never sees less than before; without a standby, and when it is behind or fails, from the primary.
 * Positions in PostgreSQL's log are compared, not versions of operations: names and settings that have none are as new.
 *
 * @param read may be called twice, so it only reads
 */
export async function readFromStandby<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  const { standby } = db;
  if (!standby || performance.now() < standby.restsUntil) return read(db);
  const [written] = await db.sql<{ position: string }[]>`select pg_current_wal_lsn()::text as position`;
  if (!(await holds(standby, written!.position))) return read(db);
  try {
    // A statement that is cancelled there is cancelled from there.
    return await read({ ...db, sql: standby.sql, writes: standby.sql, standby: null, pooled: false });
  } catch (error) {
    const { code } = (error ?? {}) as { code?: string };
    // Our own error, or the reader has left.
    if (code === undefined || code === cancelled) throw error;
    // It is gone, or the statement was in the way of what it replays.
    standby.restsUntil = performance.now() + restMs;
    return read(db);
  }
}

/** Whether the standby has replayed the log up to there, or does within the time that it is waited for. */
async function holds(standby: Standby, position: string): Promise<boolean> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const there = await within(deadline - performance.now(), hasReplayed(standby.sql, position));
    if (there) return true;
    if (there === undefined) {
      standby.restsUntil = performance.now() + restMs;
      return false;
    }
    if (performance.now() + lookMs > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}

async function hasReplayed(sql: Sql, position: string): Promise<boolean> {
  // A standby that was promoted has written what it had to replay.
  const [row] = await sql<{ there: boolean }[]>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
      >= ${position}::text::pg_lsn as there`;
  return row!.there;
}

/** The answer, or undefined: it failed, or is not here in time. */
function within<T>(ms: number, answer: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, ms), undefined);
    void answer.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer));
  });
}

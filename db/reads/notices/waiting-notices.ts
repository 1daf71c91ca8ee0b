import type { Db } from '../../connection/open.ts';
import { livesHere } from '../../record/elsewhere.ts';
import type { Columns, notices } from '../../schema/index.ts';

/** The visit's due messages, oldest first; a 'sending' one is due once its attempt must be over. */
export async function listDueNotices(db: Db, visitId: number): Promise<number[]> {
  const rows = await db.sql<Columns<typeof notices, 'id'>[]>`
    select id from notices where visit_id = ${visitId} and state in ('pending', 'sending') and not_before <= now()
      and ${livesHere(db.sql, db.sql`operation`)}
    order by id`;
  return rows.map(({ id }) => id);
}

/** Which of these visits have messages that wait, due or not. */
export async function listWaitingVisits(db: Db, visitIds: number[]): Promise<Set<number>> {
  if (visitIds.length === 0) return new Set();
  const rows = await db.sql<Columns<typeof notices, 'visitId'>[]>`
    select distinct visit_id from notices
    where visit_id = any(${visitIds}::int[]) and state in ('pending', 'sending')`;
  return new Set(rows.map(({ visitId }) => visitId));
}

/** Milliseconds until the visit's next message is due, by the database's clock; null: none waits. */
export async function findNoticeWait(db: Db, visitId: number): Promise<number | null> {
  const [row] = await db.sql<{ waitMs: number | null }[]>`
    select (extract(epoch from min(not_before) - now()) * 1000)::float8 as wait_ms
    from notices where visit_id = ${visitId} and state in ('pending', 'sending') and ${livesHere(db.sql, db.sql`operation`)}`;
  return row?.waitMs == null ? null : Math.max(0, Math.ceil(row.waitMs));
}

/**
 * Visits with overdue messages: the queue was emptied or their job failed (F06). Enqueuing again is harmless,
 * also when a job exists.
 */
export async function listForgottenVisits(db: Db, overdueSeconds: number): Promise<number[]> {
  const rows = await db.sql<Columns<typeof notices, 'visitId'>[]>`
    select visit_id from notices
    where state in ('pending', 'sending') and not_before < now() - make_interval(secs => ${overdueSeconds})
      and ${livesHere(db.sql, db.sql`operation`)}
    group by visit_id order by min(not_before) limit 500`;
  return rows.map(({ visitId }) => visitId);
}

import { randomUUID } from 'node:crypto';
import type { EventName } from '../../machines/events.ts';
import type { Db } from '../connection/open.ts';
import { livesHere } from './elsewhere.ts';

/** An event that the workers' queue may not have yet. */
export type WaitingEvent = {
  id: number;
  operation: string;
  version: number;
  name: EventName;
  visitId: number | null;
  requestId: string | null;
  createdAt: Date;
};

/**
 * Claims the oldest waiting events for `holdSeconds`. Two relays never hold the same one; a dead relay's
 * claim expires (F29).
 * @param claim a UUID of this claim alone, to return it by: its answer may be lost
 */
export async function claimOutbox(
  db: Db,
  limit: number,
  holdSeconds: number,
  claim: string = randomUUID(),
): Promise<WaitingEvent[]> {
  const rows = await db.sql<WaitingEvent[]>`
    with free as (
      select id from outbox
      where (claimed_until is null or claimed_until < now()) and ${livesHere(db.sql, db.sql`operation`)}
      order by id limit ${limit} for update skip locked
    ), held as (
      update outbox o set claimed_until = now() + make_interval(secs => ${holdSeconds}), claim = ${claim}::uuid
      from free where o.id = free.id returning o.id, o.operation, o.version, o.name, o.visit_id, o.request_id, o.created_at
    )
    select * from held order by id`;
  return [...rows];
}

/** Removes events: the queue has them, or nothing follows from them. Idempotent. */
export async function releaseOutbox(db: Db, ids: number[]): Promise<void> {
  if (ids.length > 0) await db.sql`delete from outbox where id = any(${ids}::bigint[])`;
}

/** Returns what is left of these claims before they expire, because their relay could not hand it over. */
export async function returnOutbox(db: Db, claims: readonly string[]): Promise<void> {
  if (claims.length === 0) return;
  await db.sql`update outbox set claimed_until = null, claim = null where claim = any(${[...claims]}::uuid[])`;
}

/** How many events wait, and the oldest one's age in seconds: a dead queue grows. */
export async function readOutboxAge(db: Db): Promise<{ waiting: number; oldestSeconds: number }> {
  const [row] = await db.sql<{ waiting: number; oldestSeconds: number }[]>`
    select count(*)::int as waiting, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_seconds
    from outbox`;
  return row!;
}

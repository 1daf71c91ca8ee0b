import type { Actor } from '../../../machines/access/permissions.ts';
import type { Db } from '../../connection/open.ts';
import { isLive } from './session.ts';

/** One place where a user is signed in. */
export type OpenSession = {
  /** Enough of the token's hash to name it, and nothing that opens a door. */
  id: string;
  kind: 'browser' | 'api';
  createdAt: Date;
  lastSeenAt: Date;
  userAgent: string | null;
};

/** The actor's own sessions that still open the door, the last used first. */
export async function listSessions(db: Db, actor: Pick<Actor, 'userId'>): Promise<OpenSession[]> {
  return [
    ...(await db.sql<OpenSession[]>`
      select left(encode(x.token_hash, 'hex'), 16) as id, x.kind, x.created_at, x.last_seen_at, x.user_agent
      from sessions x join users u on u.id = x.user_id
      where x.user_id = ${actor.userId} and x.kind <> 'integration' and ${isLive(db.sql)}
      order by x.last_seen_at desc, x.created_at desc limit 100`),
  ];
}

import type { Actor } from '../../../machines/access/permissions.ts';
import type { Db } from '../../connection/open.ts';
import type { Columns, sessions } from '../../schema/index.ts';
import { isLive, type SessionKind } from './session.ts';

export type OpenSession = Columns<typeof sessions, 'createdAt' | 'lastSeenAt' | 'userAgent'> & {
  /** The start of the token's hash: identifies the session, and cannot be used to sign in. */
  id: string;
  kind: Exclude<SessionKind, 'integration'>;
};

/** The actor's own valid sessions, the last used first. */
export async function listSessions(db: Db, actor: Pick<Actor, 'userId'>): Promise<OpenSession[]> {
  return [
    ...(await db.sql<OpenSession[]>`
      select left(encode(x.token_hash, 'hex'), 16) as id, x.kind, x.created_at, x.last_seen_at, x.user_agent
      from sessions x join users u on u.id = x.user_id
      where x.user_id = ${actor.userId} and x.kind <> 'integration' and ${isLive(db.sql)}
      order by x.last_seen_at desc, x.created_at desc limit 100`),
  ];
}

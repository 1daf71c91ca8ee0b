import type { Db } from '../../connection/open.ts';
import type { Columns, sessions, users } from '../../schema/index.ts';

/** A system's token, identified by the start of its hash. */
export type IntegrationToken = Columns<typeof sessions, 'createdAt' | 'lastSeenAt' | 'expiresAt'> &
  Columns<typeof users, 'username'> & { id: string; name: string; operations: string[]; expired: boolean };

export const listIntegrationTokens = async (db: Db): Promise<IntegrationToken[]> => [
  ...(await db.sql<IntegrationToken[]>`
    select left(encode(x.token_hash, 'hex'), 12) as id, coalesce(x.label, '') as name, u.username, x.created_at, x.last_seen_at,
      x.expires_at, x.expires_at <= now() as expired,
      array(select operation::text from user_operations where user_id = u.id order by position, operation) as operations
    from sessions x join users u on u.id = x.user_id
    where x.kind = 'integration' order by name, x.created_at`),
];

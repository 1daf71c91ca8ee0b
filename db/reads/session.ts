import type { Actor, Permission } from '../../machines/permissions.ts';
import { hashToken } from '../links.ts';
import type { Db, Query } from '../open.ts';

export type DefaultView = 'index_jefetec' | 'index_calendario' | 'index_tecnico';

/** A live session: who it is, and what the screens show of them. */
export type Session = {
  actor: Actor;
  kind: 'browser' | 'api';
  defaultView: DefaultView;
  expiresAt: Date;
  hasPicture: boolean;
  preferences: Record<string, unknown>;
};

/** A session idle for this long is over, whatever its absolute end. */
export const idleHours = 12;

/** Sessions `x` of users `u` that still open the door: the same question for a call and for an open socket. */
export const isLive = (sql: Query) => sql`
  x.expires_at > now() and x.last_seen_at > now() - make_interval(hours => ${idleHours}) and u.active`;

/** Whose token is this? Undefined: nobody's, expired, idle too long, revoked, or of a deactivated user. One statement. */
export async function findSession(db: Db, token: string): Promise<Session | undefined> {
  if (token.length < 20 || token.length > 200) return undefined;
  const [row] = await db.sql<
    {
      userId: number;
      username: string;
      firstName: string;
      lastName: string;
      kind: 'browser' | 'api';
      defaultView: DefaultView;
      expiresAt: Date;
      stale: boolean;
      hasPicture: boolean;
      preferences: Record<string, unknown>;
      technicianId: number | null;
      operations: string[];
      permissions: Permission[];
    }[]
  >`
    select u.id as user_id, u.username, u.first_name, u.last_name, x.kind, u.default_view, x.expires_at,
      x.last_seen_at < now() - interval '5 minutes' as stale, u.profile_pic is not null as has_picture, u.preferences,
      (select id from technicians where user_id = u.id) as technician_id,
      array(select operation::text from user_operations where user_id = u.id order by position, operation) as operations,
      array(select permission from user_permissions where user_id = u.id) as permissions
    from sessions x join users u on u.id = x.user_id
    where x.token_hash = ${hashToken(token)} and ${isLive(db.sql)}`;
  if (!row) return undefined;
  if (row.stale)
    db.sql`update sessions set last_seen_at = now() where token_hash = ${hashToken(token)}`.catch(() => {});
  const { userId, username, technicianId, operations, permissions } = row;
  return {
    actor: {
      userId,
      username,
      fullName: `${row.firstName} ${row.lastName}`.trim(),
      technicianId,
      operations,
      permissions,
    },
    kind: row.kind,
    defaultView: row.defaultView,
    expiresAt: row.expiresAt,
    hasPicture: row.hasPicture,
    preferences: row.preferences,
  };
}

import type { Actor, Permission } from '../../machines/permissions.ts';
import { gather } from '../gather.ts';
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

/** Whose token is this? Undefined: nobody's, expired, idle too long, revoked, or of a deactivated user. */
export async function findSession(db: Db, token: string): Promise<Session | undefined> {
  if (token.length < 20 || token.length > 200) return undefined;
  return findByHash(db, hashToken(token).toString('hex'));
}

/** One statement for all who ask at the same moment; asked of the record every time, so that a revoked session ends at once. */
const findByHash = gather(async (db: Db, hashes: string[]) => {
  const rows = await db.sql<Row[]>`
    select encode(x.token_hash, 'hex') as hash, u.id as user_id, u.username, u.first_name, u.last_name, x.kind, u.default_view,
      x.expires_at, x.last_seen_at < now() - interval '5 minutes' as stale, u.profile_pic is not null as has_picture, u.preferences,
      (select id from technicians where user_id = u.id) as technician_id,
      array(select operation::text from user_operations where user_id = u.id order by position, operation) as operations,
      array(select permission from user_permissions where user_id = u.id) as permissions
    from sessions x join users u on u.id = x.user_id
    where x.token_hash in (select decode(h, 'hex') from unnest(${[...new Set(hashes)]}::text[]) h) and ${isLive(db.sql)}`;
  const stale = rows.filter((row) => row.stale).map(({ hash }) => hash);
  if (stale.length > 0)
    db.sql`update sessions set last_seen_at = now()
      where token_hash in (select decode(h, 'hex') from unnest(${stale}::text[]) h)`.catch(() => {});
  const found = new Map(rows.map((row) => [row.hash, row]));
  return hashes.map((hash) => {
    const row = found.get(hash);
    return row && sessionOf(row);
  });
});

type Row = {
  hash: string;
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
};

/** A session of its own for each asker, who may change it (a socket's operations are rechecked). */
function sessionOf(row: Row): Session {
  return {
    actor: {
      userId: row.userId,
      username: row.username,
      fullName: `${row.firstName} ${row.lastName}`.trim(),
      technicianId: row.technicianId,
      operations: [...row.operations],
      permissions: [...row.permissions],
    },
    kind: row.kind,
    defaultView: row.defaultView,
    expiresAt: row.expiresAt,
    hasPicture: row.hasPicture,
    preferences: row.preferences,
  };
}

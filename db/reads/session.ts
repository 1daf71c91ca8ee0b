import type { Actor } from '../../machines/permissions.ts';
import { gather } from '../gather.ts';
import { hashToken } from '../links.ts';
import type { Db, Query } from '../open.ts';
import { type ActorRow, actorColumns, actorOf } from './actor.ts';

export type DefaultView = 'index_jefetec' | 'index_calendario' | 'index_tecnico';

/** A person's browser or program, or a system that has a token of its own. */
export type SessionKind = 'browser' | 'api' | 'integration';

/** A live session: who it is, and what the screens show of them. */
export type Session = {
  /** Enough of the token's hash to name it among the user's sessions, and nothing that opens a door. */
  id: string;
  actor: Actor;
  kind: SessionKind;
  defaultView: DefaultView;
  expiresAt: Date;
  hasPicture: boolean;
  preferences: Record<string, unknown>;
};

/** A session idle for this long is over, whatever its absolute end; a system that sends once a week is not idle. */
export const idleHours = 12;

/** Sessions `x` of users `u` that still open the door: the same question for a call and for an open socket. */
export const isLive = (sql: Query) => sql`
  x.expires_at > now() and u.active
  and (x.kind = 'integration' or x.last_seen_at > now() - make_interval(hours => ${idleHours}))`;

/** Whose token is this? Undefined: nobody's, expired, idle too long, revoked, or of a deactivated user. */
export async function findSession(db: Db, token: string): Promise<Session | undefined> {
  return (await findSessionWith(db, token, '')).session;
}

/** The same, and the version that this operation has now, whether or not the session reaches it. */
export async function findSessionWith(
  db: Db,
  token: string,
  operation: string,
): Promise<{ session?: Session; version?: number }> {
  if (token.length < 20 || token.length > 200) return {};
  const row = await findTogether(db, `${hashToken(token).toString('hex')}.${operation}`);
  return row ? { session: sessionOf(row), version: row.version ?? undefined } : {};
}

/**
 * One statement for all who ask at the same moment, by hash and operation; asked
 * of the record every time, so that a revoked session ends at once.
 */
const findTogether = gather(async (db: Db, keys: string[]) => {
  const asked = [...new Set(keys)];
  const rows = await db.sql<Row[]>`
    select a.key, ${actorColumns(db.sql)}, x.kind, u.default_view,
      x.expires_at, x.last_seen_at < now() - interval '5 minutes' as stale, u.profile_pic is not null as has_picture, u.preferences,
      (select version from operations where code = split_part(a.key, '.', 2)) as version
    from unnest(${asked}::text[]) a(key)
    join sessions x on x.token_hash = decode(split_part(a.key, '.', 1), 'hex') join users u on u.id = x.user_id
    where ${isLive(db.sql)}`;
  const stale = rows.filter((row) => row.stale).map(({ key }) => key.slice(0, 64));
  if (stale.length > 0) touch(db, stale).catch(() => {});
  const found = new Map(rows.map((row) => [row.key, row]));
  return keys.map((key) => found.get(key));
});

/** One after the other: a statement that held both rows could meet a change of password that takes them the other way round. */
async function touch({ sql }: Db, hashes: string[]): Promise<void> {
  const seen = await sql<{ userId: number }[]>`
    update sessions set last_seen_at = now()
    where token_hash in (select decode(h, 'hex') from unnest(${hashes}::text[]) h) returning user_id`;
  await sql`update users set last_seen_at = now() where id = any(${seen.map(({ userId }) => userId)}::int[])`;
}

type Row = ActorRow & {
  key: string;
  version: number | null;
  kind: SessionKind;
  defaultView: DefaultView;
  expiresAt: Date;
  stale: boolean;
  hasPicture: boolean;
  preferences: Record<string, unknown>;
};

/** A session of its own for each asker, who may change it (a socket's operations are rechecked). */
function sessionOf(row: Row): Session {
  return {
    id: row.key.slice(0, 16),
    actor: actorOf(row),
    kind: row.kind,
    defaultView: row.defaultView,
    expiresAt: row.expiresAt,
    hasPicture: row.hasPicture,
    preferences: row.preferences,
  };
}

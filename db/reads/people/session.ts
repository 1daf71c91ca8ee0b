import type { Actor } from '../../../machines/access/permissions.ts';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { gather } from '../../connection/gather.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';
import { findVersion } from '../../feed/operation-version.ts';
import type { Columns, sessions, users } from '../../schema/index.ts';
import { hashTokenText } from '../../secrets/links.ts';
import { actorColumns, actorOf } from './actor.ts';
import type { SessionRow } from './session-row.ts';

export type DefaultView = (typeof users.$inferSelect)['defaultView'];

/** A person's browser or program, or an integration. */
export type SessionKind = (typeof sessions.$inferSelect)['kind'];

/** A live session and its user. */
export type Session = {
  /** The start of the token's hash: identifies the session among the user's, and cannot be used to sign in. */
  id: string;
  actor: Actor;
  /** The user's operations that live in another installation (docs/operations/division.md). */
  elsewhere: string[];
  kind: SessionKind;
  defaultView: DefaultView;
  expiresAt: Date;
  hasPicture: boolean;
  preferences: Record<string, unknown>;
  /** A temporary password: this session allows its change only. */
  mustChangePassword: boolean;
};

/** What calls need of a session, which may be 100 ms old; the rest may be older, and is not in it. */
export type KnownSession = Omit<Session, 'hasPicture' | 'preferences'>;

/**
 * A session idle for this long is over, before its absolute end; integrations are exempt, they may send once a week.
 */
export const idleHours = 12;

/** Whether session `x` of user `u` is valid: the same for a call and for an open socket. */
export const isLive = (sql: Query) => sql`
  x.expires_at > now() and u.active
  and (x.kind = 'integration' or x.last_seen_at > now() - make_interval(hours => ${idleHours}))`;

/** Also without a temporary password to change. */
export const isOpen = (sql: Query) => sql`${isLive(sql)} and not u.must_change_password`;

/**
 * The session of a token. Undefined: unknown, expired, idle too long, revoked, of a deactivated user, or of
 * one whose temporary password has to be changed first: callers exclude the last by default.
 */
export async function findSession(db: Db, token: string): Promise<Session | undefined> {
  const session = await findAnySession(db, token);
  return session?.mustChangePassword ? undefined : session;
}

/** The session, or one of the two refusals: no session, or a password to be changed first. */
export async function admitSession(db: Db, token: string): Promise<Session | Refusal> {
  const session = await findAnySession(db, token);
  if (!session) return refuse('no-session');
  return session.mustChangePassword ? refuse('password-change-required') : session;
}

/** Also sessions that allow a change of password only: for that change, the session check and the logout. */
export async function findAnySession(db: Db, token: string): Promise<Session | undefined> {
  const row = await findRow(db, token, '');
  return row && sessionOf(db, row);
}

/**
 * The session as of `findAnySession`, at most 100 ms old (`known-sessions.ts`), for calls that come often. Without
 * what a screen shows of its user, who expects it at once.
 */
export async function findKnownSession(db: Db, token: string): Promise<KnownSession | undefined> {
  const row = recallRow(db, token) ?? (await findRow(db, token, ''));
  return row && sessionOf(db, row);
}

/**
 * The session as of `admitSession`, at most 100 ms old, and the operation's current version, whether or not the
 * session reaches it.
 */
export async function admitKnownSessionWith(
  db: Db,
  token: string,
  operation: string,
): Promise<{ session: KnownSession | Refusal; version?: number | undefined }> {
  const cachedRow = recallRow(db, token);
  if (cachedRow) return { session: sessionOf(db, cachedRow), version: await findVersion(db, operation) };
  const row = await findRow(db, token, operation);
  if (!row) return { session: refuse('no-session') };
  if (row.mustChangePassword) return { session: refuse('password-change-required') };
  return { session: sessionOf(db, row), version: row.version ?? undefined };
}

/** Those with a temporary password are not kept: its change has to act at once. */
const recallRow = (db: Db, token: string) => db.sessions.recall(hashTokenText(token));

async function findRow(db: Db, token: string, operation: string): Promise<SessionRow | undefined> {
  if (token.length < 20 || token.length > 200) return undefined;
  return findTogether(db, `${hashTokenText(token)}.${operation}`);
}

/** One statement for all concurrent callers, by hash and operation. */
const findTogether = gather(async (db: Db, keys: string[]) => {
  const distinct = [...new Set(keys)];
  const sentAt = performance.now();
  const rows = await db.sql<SessionRow[]>`
    select a.key, ${actorColumns(db.sql)}, x.kind, u.default_view,
      x.expires_at, extract(epoch from x.expires_at - now())::float8 * 1000 as expires_in_ms,
      (select revision from access_state) as revision, x.last_seen_at < now() - interval '5 minutes' as stale, u.profile_pic is not null as has_picture, u.preferences, u.must_change_password,
      (select version from operations where code = split_part(a.key, '.', 2)) as version
    from unnest(${distinct}::text[]) a(key)
    join sessions x on x.token_hash = decode(split_part(a.key, '.', 1), 'hex') join users u on u.id = x.user_id
    where ${isLive(db.sql)}`;
  const stale = rows.filter((row) => row.stale).map(({ key }) => key.slice(0, 64));
  if (stale.length > 0) touch(db, stale).catch(() => {});
  const [first] = rows;
  if (first)
    db.sessions.learn({
      sentAt,
      revision: first.revision,
      rows: rows
        .filter((row) => !row.mustChangePassword)
        .map((row) => ({ hash: row.key.slice(0, 64), row, expiresInMs: row.expiresInMs })),
    });
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return keys.map((key) => byKey.get(key));
});

/** One by one: a statement that locks several rows could deadlock with a change of password. */
async function touch({ sql }: Db, hashes: string[]): Promise<void> {
  const seen = await sql<Columns<typeof sessions, 'userId'>[]>`
    update sessions set last_seen_at = now()
    where token_hash in (select decode(h, 'hex') from unnest(${hashes}::text[]) h) returning user_id`;
  await sql`update users set last_seen_at = now() where id = any(${seen.map(({ userId }) => userId)}::int[])`;
}

/**
 * A copy for each caller, who may change it (a socket's operations are rechecked), without the operations that have left.
 */
function sessionOf({ elsewhere }: Db, row: SessionRow): Session {
  const actor = actorOf(row);
  const all = actor.operations;
  if (elsewhere.size > 0) actor.operations = all.filter((code) => !elsewhere.hasLeftBefore(code));
  return {
    id: row.key.slice(0, 16),
    actor,
    elsewhere: elsewhere.size > 0 ? all.filter((code) => elsewhere.of(code) !== undefined) : [],
    kind: row.kind,
    defaultView: row.defaultView,
    expiresAt: row.expiresAt,
    hasPicture: row.hasPicture,
    preferences: row.preferences,
    mustChangePassword: row.mustChangePassword,
  };
}

import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type RefusedSignIn, unknownUser } from '../../../machines/access/audit.ts';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import type { Db } from '../../connection/open.ts';
import { typed } from '../../connection/typed.ts';
import type { DefaultView } from '../../reads/people/session.ts';
import { auditRow, type From, nameOf, writeAudit } from '../../record/audit.ts';
import { parseInput, refuseInput } from '../../record/transact.ts';
import { type Columns, type sessions, users } from '../../schema/index.ts';
import { hashToken } from '../../secrets/links.ts';
import { text } from '../input.ts';

/** A session ends after 7 days in any case, and after 12 idle hours. */
const absoluteDays = 7;
/** Sessions of one user; one more ends the least recently used. */
export const mostSessions = 50;

const userRequired = 'Ingresá tu usuario';
const passwordRequired = 'Ingresá tu contraseña';
export const signInInput = z.object({
  username: text(100, undefined, userRequired).refine((name) => name.trim() !== '', userRequired),
  password: text(200, undefined, passwordRequired).refine((value) => value !== '', passwordRequired),
});

export type SignedIn = {
  userId: number;
  token: string;
  defaultView: DefaultView;
  tokenExpires: Date;
  /** Nothing but the change of the password is allowed yet. */
  mustChangePassword: boolean;
};

type Found = Columns<
  typeof users,
  'id' | 'username' | 'passwordHash' | 'active' | 'defaultView' | 'mustChangePassword'
> & { fullName: string; expired: boolean };

/** Verified for unknown users too, so that the response time reveals nothing. */
let decoy: Promise<string> | undefined;

/**
 * Check a password and open a session (S2 §2 'Login'). The web server throttles; here an unknown user is
 * indistinguishable from a wrong password. Either way the audit log gets a row.
 */
export async function signIn(
  db: Db,
  raw: unknown,
  kind: 'browser' | 'api',
  from: From,
): Promise<SignedIn | Refusal> {
  const input = parseInput(signInInput, raw);
  if (!input.success) return refuseInput(input.error);
  const { username, password } = input.data;
  const user = await findUser(db, username);
  decoy ??= hash('not a password of any user');
  // A user without a password has a placeholder that no password matches.
  const storedHash = user?.passwordHash.startsWith('$argon2') ? user.passwordHash : undefined;
  const right = await verify(storedHash ?? (await decoy), password);
  const why = whyNot(user, storedHash, right);
  if (!user || why) {
    await recordRefusal(db, user, from, why ?? 'unknown-user');
    return refuse(why === 'temporary-expired' ? 'temporary-password-expired' : 'wrong-credentials');
  }
  const token = randomBytes(32).toString('base64url');
  const entry = {
    name: 'session.opened',
    actor: actorOf(user),
    from,
    subject: subjectOf(user),
    data: { kind },
  } as const;
  const [session] = await db.sql<Columns<typeof sessions, 'expiresAt'>[]>`
    with seen as (
      update users set last_seen_at = now(), last_sign_in_at = now() where id = ${user.id}
    ), logged as (insert into audit_log ${auditRow(db.sql, entry)}
    ), ended as (
      delete from sessions where user_id = ${user.id} and token_hash in (
        select token_hash from sessions where user_id = ${user.id} and kind in ('browser', 'api')
        order by last_seen_at desc, token_hash offset ${mostSessions - 1})
    )
    insert into sessions (token_hash, user_id, kind, expires_at, user_agent)
    values (${hashToken(token)}, ${user.id}, ${kind}, now() + make_interval(days => ${absoluteDays}),
      ${from.userAgent?.slice(0, 300) ?? null})
    returning expires_at`;
  db.sessions.askAgain();
  const { id: userId, defaultView, mustChangePassword } = user;
  return { userId, token, defaultView, tokenExpires: session!.expiresAt, mustChangePassword };
}

/**
 * A throttled attempt, whose password was not checked. One row per user, address and window, so that a flood
 * of attempts does not become a flood of rows.
 */
export async function recordThrottled(
  db: Db,
  username: string,
  from: From,
  windowSeconds: number,
): Promise<void> {
  const user = await findUser(db, username);
  const recorded = await db.sql`
    select 1 from audit_log where name = 'session.refused' and address = ${from.address}
      and at > now() - make_interval(secs => ${windowSeconds}) and data ->> 'reason' = 'throttled'
      and subject_id is not distinct from ${user?.id ?? null}::int limit 1`;
  if (recorded.count === 0) await recordRefusal(db, user, from, 'throttled');
}

const homeDays = 30;

/** Whether this user signed in from this address within the last 30 days. */
export async function wasHereLately(db: Db, username: string, address: string): Promise<boolean> {
  const recent = await db.sql`
    select 1 from audit_log a join users u on u.id = a.actor_id
    where u.username = ${username} and a.name = 'session.opened' and a.address = ${address}
      and a.at > now() - make_interval(days => ${homeDays}) limit 1`;
  return recent.count > 0;
}

/** End the session of this token. Idempotent. */
export async function signOut(db: Db, token: string, from: From): Promise<void> {
  await db.transactions.begin(async (tx) => {
    const [user] = await tx<Pick<Found, 'id' | 'username' | 'fullName'>[]>`
      delete from sessions x using users u where x.token_hash = ${hashToken(token)} and u.id = x.user_id
      returning u.id, u.username, concat_ws(' ', u.first_name, u.last_name) as full_name`;
    if (user)
      await writeAudit(tx, { name: 'session.closed', actor: actorOf(user), from, subject: subjectOf(user) });
  });
}

async function findUser(db: Db, username: string): Promise<Found | undefined> {
  const [user] = await typed(db.sql)
    .select({
      id: users.id,
      username: users.username,
      fullName: sql<string>`concat_ws(' ', ${users.firstName}, ${users.lastName})`,
      passwordHash: users.passwordHash,
      active: users.active,
      defaultView: users.defaultView,
      mustChangePassword: users.mustChangePassword,
      expired: sql<boolean>`coalesce(${users.temporaryPasswordExpiresAt} <= now(), false)`,
    })
    .from(users)
    .where(eq(users.username, username.trim().toLowerCase()));
  return user;
}

function whyNot(
  user: Found | undefined,
  storedHash: string | undefined,
  right: boolean,
): RefusedSignIn | null {
  if (!user) return 'unknown-user';
  if (!user.active) return 'deactivated';
  if (!storedHash) return 'no-password';
  if (!right) return 'wrong-password';
  return user.expired ? 'temporary-expired' : null;
}

/** Without an actor: the user is not proved. */
const recordRefusal = (db: Db, user: Found | undefined, from: From, reason: RefusedSignIn) =>
  writeAudit(db.sql, {
    name: 'session.refused',
    actor: { userId: 0, username: unknownUser, fullName: '' },
    from,
    subject: user ? subjectOf(user) : { id: null, name: unknownUser },
    data: { reason },
  });

const actorOf = ({ id, username, fullName }: Pick<Found, 'id' | 'username' | 'fullName'>) => ({
  userId: id,
  username,
  fullName: fullName.trim(),
});
const subjectOf = (user: Pick<Found, 'id' | 'username' | 'fullName'>) => ({
  id: user.id,
  name: nameOf(actorOf(user)),
});

import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { z } from 'zod';
import { type Refusal, refuse } from '../../machines/refusals.ts';
import { hashToken } from '../links.ts';
import type { Db } from '../open.ts';
import type { DefaultView } from '../reads/session.ts';
import { text } from './input.ts';
import { parseInput, refuseInput } from './transact.ts';

/** A session ends after 7 days whatever happens, and after 12 idle hours. */
const absoluteDays = 7;

export const signInInput = z.object({
  username: text(100).refine((name) => name.trim() !== '', 'Por favor ingrese su usuario'),
  password: text(200).refine((password) => password !== '', 'Por favor ingrese su contraseña'),
});

export type SignedIn = { token: string; defaultView: DefaultView; tokenExpires: Date };

/** Verified when the user is unknown too, so that the answer takes as long and says as little. */
let decoy: Promise<string> | undefined;

/**
 * Check a password and open a session (S2 §2 'Login'). Throttling is the front
 * door's; here an unknown user cannot be told from a wrong password.
 */
export async function signIn(
  db: Db,
  raw: unknown,
  kind: 'browser' | 'api',
  userAgent: string | null,
): Promise<SignedIn | Refusal> {
  const input = parseInput(signInInput, raw);
  if (!input.success) return refuseInput(input.error);
  const { username, password } = input.data;
  const [user] = await db.sql<
    { id: number; passwordHash: string; active: boolean; defaultView: DefaultView }[]
  >`
    select id, password_hash, active, default_view from users where username = ${username.trim().toLowerCase()}`;
  decoy ??= hash('nobody has this password');
  // A user without a password has something else in its place, which no password matches.
  const kept = user?.passwordHash.startsWith('$argon2') ? user.passwordHash : undefined;
  const right = await verify(kept ?? (await decoy), password);
  if (!kept || !user?.active || !right) return refuse('wrong-credentials');
  const token = randomBytes(32).toString('base64url');
  const [session] = await db.sql<{ expiresAt: Date }[]>`
    with seen as (update users set last_seen_at = now() where id = ${user.id})
    insert into sessions (token_hash, user_id, kind, expires_at, user_agent)
    values (${hashToken(token)}, ${user.id}, ${kind}, now() + make_interval(days => ${absoluteDays}), ${userAgent?.slice(0, 300) ?? null})
    returning expires_at`;
  return { token, defaultView: user.defaultView, tokenExpires: session!.expiresAt };
}

/** End the session of this token; ending one that is over is no error. */
export async function signOut(db: Db, token: string): Promise<void> {
  await db.sql`delete from sessions where token_hash = ${hashToken(token)}`;
}

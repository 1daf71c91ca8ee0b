import { hash, verify } from '@node-rs/argon2';
import { z } from 'zod';
import type { Actor } from '../../machines/permissions.ts';
import { type Refusal, refuse } from '../../machines/refusals.ts';
import type { Db } from '../open.ts';
import { countOf, text } from './input.ts';
import { parseInput, refuseInput } from './transact.ts';

/** Short enough to be remembered, long enough not to be guessed; longer ones are as welcome. */
const shortest = 10;

export const changePasswordInput = z.object({
  current: text(200).refine((password) => password !== '', 'Ingresá tu contraseña actual.'),
  next: text(200).refine(
    (password) => countOf(password) >= shortest,
    `La contraseña nueva debe tener al menos ${shortest} caracteres.`,
  ),
});

/**
 * The actor's own new password. The other sessions of the user end: whoever
 * changes a password often does it because somebody else knows the old one.
 * @param sessionId the session that stays, see `Session.id`
 */
export async function changePassword(
  db: Db,
  actor: Pick<Actor, 'userId' | 'username'>,
  sessionId: string,
  raw: unknown,
): Promise<{ ended: number } | Refusal> {
  const input = parseInput(changePasswordInput, raw);
  if (!input.success) return refuseInput(input.error);
  const { current, next } = input.data;
  if (next.trim().toLowerCase() === actor.username || next === current)
    return refuse('password-too-alike', { fields: { next: refuse('password-too-alike').text } });
  const [user] = await db.sql<{ passwordHash: string }[]>`
    select password_hash from users where id = ${actor.userId} and active`;
  const kept = user?.passwordHash.startsWith('$argon2') ? user.passwordHash : null;
  if (!kept || !(await verify(kept, current)))
    return refuse('password-wrong', { fields: { current: refuse('password-wrong').text } });
  const [ended] = await db.writes<{ n: number }[]>`
    with changed as (
      -- Still the password that was checked: of two changes at once, one is made.
      update users set password_hash = ${await hash(next)} where id = ${actor.userId} and password_hash = ${kept} returning id
    ), gone as (
      delete from sessions using changed where user_id = changed.id and kind <> 'integration'
        and encode(token_hash, 'hex') not like ${`${sessionId}%`} returning 1
    )
    select (select count(*)::int from gone) as n from changed`;
  return ended ? { ended: ended.n } : refuse('password-wrong');
}

import { hash, verify } from '@node-rs/argon2';
import { demoPassword } from '../../machines/password.ts';
import type { Actor } from '../../machines/permissions.ts';
import { type Refusal, type RefusalCode, refuse } from '../../machines/refusals.ts';
import type { AuditEntry, From } from '../audit.ts';
import { auditRow, nameOf } from '../audit.ts';
import { troubleWith } from '../common-passwords.ts';
import type { Db } from '../open.ts';
import { isDemoAccount } from '../reads/demo.ts';
import { changePasswordInput } from './change-password-input.ts';
import { parseInput, refuseInput } from './transact.ts';

type Kept = {
  passwordHash: string;
  username: string;
  firstName: string;
  lastName: string;
  email: string | null;
  expired: boolean;
};

/**
 * The actor's own new password, which opens everything again where a temporary
 * one stood. The other sessions of the user end: whoever changes a password
 * often does it because somebody else knows the old one.
 * @param sessionId the session that stays, see `Session.id`
 */
export async function changePassword(
  db: Db,
  actor: Pick<Actor, 'userId' | 'username' | 'fullName'>,
  sessionId: string,
  raw: unknown,
  from?: From,
): Promise<{ ended: number } | Refusal> {
  const input = parseInput(changePasswordInput, raw);
  if (!input.success) return refuseInput(input.error);
  const { current, next } = input.data;
  const [user] = await db.sql<Kept[]>`
    select password_hash, username, first_name, last_name, email, coalesce(temporary_password_expires_at <= now(), false) as expired
    from users where id = ${actor.userId} and active`;
  const kept = user?.passwordHash.startsWith('$argon2') ? user.passwordHash : null;
  if (!user || !kept || !(await verify(kept, current))) return refuseField('password-wrong', 'current');
  if (user.expired) return { ...refuse('temporary-password-expired'), status: 422 };
  if (next === current) return refuseField('password-same', 'next');
  const names = [user.username, user.firstName, user.lastName, user.email?.split('@')[0] ?? ''];
  const demo = next === demoPassword && (await isDemoAccount(db, actor.userId));
  const trouble = demo ? null : await troubleWith(next, names);
  if (trouble) return refuseField(trouble, 'next');
  const entry: AuditEntry = {
    name: 'password.changed',
    actor,
    from,
    subject: { id: actor.userId, name: nameOf(actor) },
  };
  const nextHash = await hash(next);
  return db.transactions.begin(async (tx) => {
    // Still the password that was checked: of two changes at once, one is made.
    const changed = await tx`
      update users set password_hash = ${nextHash}, must_change_password = false, temporary_password_expires_at = null
      where id = ${actor.userId} and password_hash = ${kept}`;
    if (changed.count === 0) return refuseField('password-wrong', 'current');
    const ended = await tx`
      delete from sessions where user_id = ${actor.userId} and kind <> 'integration'
        and encode(token_hash, 'hex') not like ${`${sessionId}%`}`;
    await tx`insert into audit_log ${auditRow(tx, { ...entry, data: { ended: ended.count } })}`;
    return { ended: ended.count };
  }) as Promise<{ ended: number } | Refusal>;
}

const refuseField = (code: RefusalCode, field: string) =>
  refuse(code, { fields: { [field]: refuse(code).text } });

import { hash, verify } from '@node-rs/argon2';
import { demoPassword } from '../../../machines/access/password.ts';
import type { Actor } from '../../../machines/access/permissions.ts';
import { type Refusal, type RefusalCode, refuse } from '../../../machines/words/refusals.ts';
import type { Db } from '../../connection/open.ts';
import { isDemoAccount } from '../../reads/settings/demo.ts';
import type { AuditEntry, From } from '../../record/audit.ts';
import { auditRow, nameOf } from '../../record/audit.ts';
import { keyReused, parseInput, refuseInput } from '../../record/transact.ts';
import { troubleWith } from '../../secrets/common-passwords.ts';
import { changePasswordInput } from './change-password-input.ts';

type Answer = { ended: number };

const name = 'changePassword';

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
 * @param key its Idempotency-Key: a repeat is answered as the first was, though the password is another by then
 */
export async function changePassword(
  db: Db,
  actor: Pick<Actor, 'userId' | 'username' | 'fullName'>,
  sessionId: string,
  raw: unknown,
  from?: From,
  key: string | null = null,
): Promise<Answer | Refusal> {
  const input = parseInput(changePasswordInput, raw);
  if (!input.success) return refuseInput(input.error);
  const { current, next } = input.data;
  const before = key && (await recall(db, actor.userId, key, input.data));
  if (before) return before;
  const [user] = await db.sql<Kept[]>`
    select password_hash, username, first_name, last_name, email, coalesce(temporary_password_expires_at <= now(), false) as expired
    from users where id = ${actor.userId} and active`;
  const kept = user?.passwordHash.startsWith('$argon2') ? user.passwordHash : null;
  /** Unless a concurrent request under the same key changed it since the look above. */
  const wrong = async () =>
    (key && (await recall(db, actor.userId, key, input.data))) || refuseField('password-wrong', 'current');
  if (!user || !kept || !(await verify(kept, current))) return wrong();
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
  const sentHash = key && (await hash(JSON.stringify(input.data)));
  const done = (await db.transactions.begin(async (tx) => {
    // Still the password that was checked: of two changes at once, one is made.
    const changed = await tx`
      update users set password_hash = ${nextHash}, must_change_password = false, temporary_password_expires_at = null
      where id = ${actor.userId} and password_hash = ${kept}`;
    if (changed.count === 0) return null;
    const ended = await tx`
      delete from sessions where user_id = ${actor.userId} and kind <> 'integration'
        and encode(token_hash, 'hex') not like ${`${sessionId}%`}`;
    await tx`insert into audit_log ${auditRow(tx, { ...entry, data: { ended: ended.count } })}`;
    const answer = { ended: ended.count };
    if (key)
      await tx`
        insert into idempotency_keys (user_id, key, command, input_hash, answer)
        values (${actor.userId}, ${key}, ${name}, ${sentHash}, ${JSON.stringify(answer)}::text::json)`;
    return answer;
  })) as Answer | null;
  return done ?? wrong();
}

/** What was answered under this key. What was sent is kept as passwords are, and compared as they are. */
async function recall(
  db: Db,
  userId: number,
  key: string,
  sent: object,
): Promise<Answer | Refusal | undefined> {
  const [kept] = await db.sql<{ command: string; inputHash: string; answer: Answer }[]>`
    select command, input_hash, answer from idempotency_keys where user_id = ${userId} and key = ${key}`;
  if (!kept) return undefined;
  const same = kept.command === name && (await verify(kept.inputHash, JSON.stringify(sent)));
  return same ? kept.answer : keyReused();
}

const refuseField = (code: RefusalCode, field: string) =>
  refuse(code, { fields: { [field]: refuse(code).text } });

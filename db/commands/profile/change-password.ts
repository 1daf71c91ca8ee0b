import { hash, verify } from '@node-rs/argon2';
import { and, eq, sql } from 'drizzle-orm';
import { demoPassword } from '../../../machines/access/password.ts';
import type { Actor } from '../../../machines/access/permissions.ts';
import { type Refusal, refuse, refuseField } from '../../../machines/words/refusals.ts';
import type { Db } from '../../connection/open.ts';
import type { Tx } from '../../connection/sql.ts';
import { typed } from '../../connection/typed.ts';
import { isDemoAccount } from '../../reads/settings/demo.ts';
import type { AuditEntry, From } from '../../record/audit.ts';
import { auditRow, nameOf } from '../../record/audit.ts';
import { keyReused, parseInput, refuseInput } from '../../record/transact.ts';
import { idempotencyKeys, users } from '../../schema/index.ts';
import { passwordProblem } from '../../secrets/common-passwords.ts';
import { changePasswordInput } from './change-password-input.ts';

type Answer = { ended: number };

const name = 'changePassword';

/**
 * The actor's own new password, which ends the restrictions of a temporary one. The user's other sessions
 * end: a password is often changed because it is compromised.
 * @param sessionId the session that stays, see `Session.id`
 * @param key its Idempotency-Key: a repeat gets the same answer, though the password has changed
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
  const [user] = await typed(db.sql)
    .select({
      passwordHash: users.passwordHash,
      username: users.username,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      expired: sql<boolean>`coalesce(${users.temporaryPasswordExpiresAt} <= now(), false)`,
    })
    .from(users)
    .where(and(eq(users.id, actor.userId), users.active));
  const currentHash = user?.passwordHash.startsWith('$argon2') ? user.passwordHash : null;
  /** Unless a concurrent request under the same key changed it since the look above. */
  const wrong = async () =>
    (key && (await recall(db, actor.userId, key, input.data))) || refuseField('password-wrong', 'current');
  if (!user || !currentHash || !(await verify(currentHash, current))) return wrong();
  if (user.expired) return { ...refuse('temporary-password-expired'), status: 422 };
  if (next === current) return refuseField('password-same', 'next');
  const names = [user.username, user.firstName, user.lastName, user.email?.split('@')[0] ?? ''];
  const demo = next === demoPassword && (await isDemoAccount(db, actor.userId));
  const problem = demo ? null : await passwordProblem(next, names);
  if (problem) return refuseField(problem, 'next');
  const entry = {
    name: 'password.changed',
    actor,
    from,
    subject: { id: actor.userId, name: nameOf(actor) },
  } satisfies AuditEntry;
  const nextHash = await hash(next);
  const repeat = key ? { key, inputHash: await hash(JSON.stringify(input.data)) } : null;
  const done = (await db.transactions.begin((tx) =>
    replacePassword(tx, entry, { currentHash, nextHash }, sessionId, repeat),
  )) as Answer | null;
  return done ?? wrong();
}

/**
 * Writes the new password, ends the user's other sessions and keeps the answer under its key.
 * @returns null: it is no longer the password that was checked; of two concurrent changes one is made
 */
async function replacePassword(
  tx: Tx,
  entry: AuditEntry & { subject: { id: number } },
  { currentHash, nextHash }: { currentHash: string; nextHash: string },
  sessionId: string,
  repeat: { key: string; inputHash: string } | null,
): Promise<Answer | null> {
  const userId = entry.subject.id;
  const changed = await typed(tx)
    .update(users)
    .set({ passwordHash: nextHash, mustChangePassword: false, temporaryPasswordExpiresAt: null })
    .where(and(eq(users.id, userId), eq(users.passwordHash, currentHash)));
  if (changed.count === 0) return null;
  const ended = await tx`
    delete from sessions where user_id = ${userId} and kind <> 'integration'
      and encode(token_hash, 'hex') not like ${`${sessionId}%`}`;
  const answer = { ended: ended.count };
  await tx`insert into audit_log ${auditRow(tx, { ...entry, data: answer })}`;
  if (repeat)
    await tx`
      insert into idempotency_keys (user_id, key, command, input_hash, answer)
      values (${userId}, ${repeat.key}, ${name}, ${repeat.inputHash}, ${JSON.stringify(answer)}::text::json)`;
  return answer;
}

/** The answer kept under this key. The input is kept and compared as a password hash. */
async function recall(
  db: Db,
  userId: number,
  key: string,
  sent: object,
): Promise<Answer | Refusal | undefined> {
  const [row] = await typed(db.sql)
    .select({
      command: idempotencyKeys.command,
      inputHash: idempotencyKeys.inputHash,
      answer: idempotencyKeys.answer,
    })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)));
  if (!row) return undefined;
  const same = row.command === name && (await verify(row.inputHash, JSON.stringify(sent)));
  return same ? (row.answer as Answer) : keyReused();
}

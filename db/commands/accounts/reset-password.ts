import { and, eq, ne } from 'drizzle-orm';
import { z } from 'zod';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { nameOf, writeAudit } from '../../record/audit.ts';
import { command, type Frame } from '../../record/transact.ts';
import { sessions } from '../../schema/index.ts';
import { id } from '../input.ts';
import { type LockedUser, lockUser } from './lock-user.ts';
import { setTemporaryPassword } from './set-temporary-password.ts';

export const resetPasswordInput = z.object({ id });

/** Answered once; a repeat under the same key has none, and ends no session again. */
export type ResetPassword = { id: number; temporary_password: string | null; ended: number };

/**
 * 'Restablecer contraseña': the old password is invalid, the sessions end, and the temporary password shown
 * to the administrator is valid for a week.
 */
export const resetPassword = command<typeof resetPasswordInput, ResetPassword>({
  name: 'resetPassword',
  input: resetPasswordInput,
  permission: 'can_manage_users',
  async run(frame, input) {
    const user = await lockUser(frame, input.id, null);
    if (isRefusal(user)) return user;
    if (user.id === frame.actor.userId) return refuse('own-password');
    if (!user.active) return refuse('user-inactive', { setting: { kind: 'user', id: user.id } });
    return reset(frame, user);
  },
  keep: (answer) => ({ ...answer, temporary_password: null }),
});

/** Also for the command line, whose actor has no account. */
export async function reset(
  { tx, actor, from }: Pick<Frame, 'tx' | 'actor' | 'from'>,
  user: Pick<LockedUser, 'id' | 'username' | 'firstName' | 'lastName'>,
): Promise<ResetPassword> {
  const { id: userId, username, firstName, lastName } = user;
  const password = await setTemporaryPassword({ tx }, userId);
  const ended = await typed(tx)
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.kind, 'integration')));
  await writeAudit(tx, {
    name: 'password.reset',
    actor: actor.userId === 0 ? null : actor,
    from,
    subject: { id: userId, name: nameOf({ username, fullName: `${firstName} ${lastName}`.trim() }) },
    data: { ended: ended.count },
  });
  return { id: userId, temporary_password: password, ended: ended.count };
}

import { hash } from '@node-rs/argon2';
import { temporaryPasswordDays } from '../../../machines/access/password.ts';
import type { Frame } from '../../record/transact.ts';
import { newTemporaryPassword } from '../../secrets/temporary-password.ts';

/** Give an account a password that only allows its change, for a week. @returns the password, which is not kept */
export async function setTemporaryPassword({ tx }: Pick<Frame, 'tx'>, userId: number): Promise<string> {
  const password = newTemporaryPassword();
  await tx`
    update users set password_hash = ${await hash(password)}, must_change_password = true,
      temporary_password_expires_at = now() + make_interval(days => ${temporaryPasswordDays})
    where id = ${userId}`;
  return password;
}

import { hash } from '@node-rs/argon2';
import { eq, sql } from 'drizzle-orm';
import { temporaryPasswordDays } from '../../../machines/access/password.ts';
import { typed } from '../../connection/typed.ts';
import type { Frame } from '../../record/transact.ts';
import { users } from '../../schema/index.ts';
import { newTemporaryPassword } from '../../secrets/temporary-password.ts';

/** Give an account a password that only allows its change, for a week. @returns the password, which is not kept */
export async function setTemporaryPassword({ tx }: Pick<Frame, 'tx'>, userId: number): Promise<string> {
  const password = newTemporaryPassword();
  await typed(tx)
    .update(users)
    .set({
      passwordHash: await hash(password),
      mustChangePassword: true,
      temporaryPasswordExpiresAt: sql`now() + make_interval(days => ${temporaryPasswordDays})`,
    })
    .where(eq(users.id, userId));
  return password;
}

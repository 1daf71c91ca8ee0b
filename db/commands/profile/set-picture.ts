import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../machines/access/permissions.ts';
import type { Db } from '../../connection/open.ts';
import { typed } from '../../connection/typed.ts';
import { command } from '../../record/transact.ts';
import { users } from '../../schema/index.ts';

/** Keep the actor's picture, already validated and re-encoded. */
export async function setPicture(db: Db, actor: Pick<Actor, 'userId'>, picture: Uint8Array): Promise<void> {
  await typed(db.writes).update(users).set({ profilePic: picture }).where(eq(users.id, actor.userId));
}

/** Remove the actor's picture. Idempotent. */
export const removePicture = command({
  name: 'removePicture',
  input: z.looseObject({}).nullish(),
  async run({ tx, actor }) {
    await typed(tx)
      .update(users)
      .set({ profilePic: null })
      .where(and(eq(users.id, actor.userId), isNotNull(users.profilePic)));
    return {};
  },
});

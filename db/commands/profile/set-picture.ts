import { z } from 'zod';
import type { Actor } from '../../../machines/access/permissions.ts';
import type { Db } from '../../connection/open.ts';
import { command } from '../../record/transact.ts';

/** Keep the actor's picture, already validated and re-encoded. */
export async function setPicture(db: Db, actor: Pick<Actor, 'userId'>, picture: Uint8Array): Promise<void> {
  await db.writes`update users set profile_pic = ${picture} where id = ${actor.userId}`;
}

/** Remove the actor's picture. Idempotent. */
export const removePicture = command({
  name: 'removePicture',
  input: z.looseObject({}).nullish(),
  async run({ tx, actor }) {
    await tx`update users set profile_pic = null where id = ${actor.userId} and profile_pic is not null`;
    return {};
  },
});

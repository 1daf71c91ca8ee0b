import { z } from 'zod';
import { command } from './transact.ts';

/** Take the actor's own picture away. */
export const removePicture = command({
  name: 'removePicture',
  input: z.looseObject({}),
  async run({ tx, actor }) {
    await tx`update users set profile_pic = null where id = ${actor.userId} and profile_pic is not null`;
    return {};
  },
});

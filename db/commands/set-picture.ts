import type { Actor } from '../../machines/permissions.ts';
import type { Db } from '../open.ts';

/** Keep the actor's picture, already read and encoded anew. */
export async function setPicture(db: Db, actor: Pick<Actor, 'userId'>, picture: Uint8Array): Promise<void> {
  await db.writes`update users set profile_pic = ${picture} where id = ${actor.userId}`;
}

import type { Actor } from '../../../machines/access/permissions.ts';
import type { Db } from '../../connection/open.ts';
import type { Context } from '../../record/transact.ts';

/** Keep the actor's picture, already read and encoded anew. */
export async function setPicture(db: Db, actor: Pick<Actor, 'userId'>, picture: Uint8Array): Promise<void> {
  await db.writes`update users set profile_pic = ${picture} where id = ${actor.userId}`;
}

/** Take the actor's picture away; asked twice it is no more than once. */
export async function removePicture({
  db,
  actor,
}: Pick<Context, 'db' | 'actor'>): Promise<Record<string, never>> {
  await db.writes`update users set profile_pic = null where id = ${actor.userId} and profile_pic is not null`;
  return {};
}

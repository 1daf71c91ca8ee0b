import type { Actor } from '../../../machines/access/permissions.ts';
import type { Db } from '../../connection/open.ts';
import { listOperations, type Operation } from '../settings/operation.ts';

export type Profile = {
  username: string;
  firstName: string;
  lastName: string;
  email: string | null;
  profile: string;
  /** A data URL, or null. */
  profilePic: string | null;
  telegramChatId: string | null;
  /** The chat was proved by a code. */
  telegramChatProven: boolean;
  waNumber: string | null;
  activeOnTelegram: boolean;
  subscribedToTechs: boolean;
  operations: Operation[];
};

/** S1 §3 'Profile response', S2 §3 'User profile'. */
export async function readProfile(db: Db, actor: Pick<Actor, 'userId' | 'operations'>): Promise<Profile> {
  const [[user], operations] = await Promise.all([
    db.sql<(Omit<Profile, 'operations' | 'profilePic'> & { profilePic: Uint8Array | null })[]>`
      select username, first_name, last_name, email, profile, profile_pic, telegram_chat_id, telegram_chat_proven, wa_number, active_on_telegram, subscribed_to_techs
      from users where id = ${actor.userId}`,
    listOperations(db, actor.operations),
  ]);
  const { profilePic, ...rest } = user!;
  return {
    ...rest,
    profilePic: profilePic ? `data:image/webp;base64,${Buffer.from(profilePic).toString('base64')}` : null,
    operations,
  };
}

/** A user's picture, WebP; undefined: none. */
export async function findPicture(db: Db, userId: number): Promise<Uint8Array | undefined> {
  const [user] = await db.sql<
    { profilePic: Uint8Array | null }[]
  >`select profile_pic from users where id = ${userId}`;
  return user?.profilePic ?? undefined;
}

import { eq } from 'drizzle-orm';
import type { Actor } from '../../../machines/access/permissions.ts';
import type { Db } from '../../connection/open.ts';
import { typed } from '../../connection/typed.ts';
import { type Columns, users } from '../../schema/index.ts';
import { listOperations, type Operation } from '../settings/operation.ts';

export type Profile = Columns<
  typeof users,
  | 'username'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'profile'
  | 'telegramChatId'
  | 'telegramChatProven'
  | 'waNumber'
  | 'activeOnTelegram'
  | 'subscribedToTechs'
> & {
  /** A data URL, or null. */
  profilePic: string | null;
  operations: Operation[];
};

/** S1 §3 'Profile response', S2 §3 'User profile'. */
export async function readProfile(db: Db, actor: Pick<Actor, 'userId' | 'operations'>): Promise<Profile> {
  const [[user], operations] = await Promise.all([
    typed(db.sql)
      .select({
        username: users.username,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        profile: users.profile,
        profilePic: users.profilePic,
        telegramChatId: users.telegramChatId,
        telegramChatProven: users.telegramChatProven,
        waNumber: users.waNumber,
        activeOnTelegram: users.activeOnTelegram,
        subscribedToTechs: users.subscribedToTechs,
      })
      .from(users)
      .where(eq(users.id, actor.userId)),
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
  const [user] = await typed(db.sql)
    .select({ profilePic: users.profilePic })
    .from(users)
    .where(eq(users.id, userId));
  return user?.profilePic ?? undefined;
}

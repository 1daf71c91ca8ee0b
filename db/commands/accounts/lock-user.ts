import { and, eq } from 'drizzle-orm';
import type { AccountFacts } from '../../../machines/access/audit.ts';
import {
  everyPermission,
  integrationProfile,
  type Permission,
} from '../../../machines/access/permissions.ts';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import type { Query, Tx } from '../../connection/sql.ts';
import { typed } from '../../connection/typed.ts';
import type { Frame } from '../../record/transact.ts';
import { type Columns, userPermissions, users } from '../../schema/index.ts';

/** The columns are the schema's; the permissions, operations and technician have tables of their own. */
export type LockedUser = AccountFacts &
  Columns<
    typeof users,
    'id' | 'username' | 'firstName' | 'lastName' | 'email' | 'profile' | 'defaultView' | 'active' | 'version'
  >;

/**
 * Serialises changes of accounts: of two administrators who take the permission from each other, the second
 * is refused. So the actor's permission is read again.
 */
export async function serializeUsers({ tx, actor }: Frame): Promise<Refusal | null> {
  await lockUsers(tx);
  const still = await typed(tx)
    .select({ id: users.id })
    .from(users)
    .innerJoin(
      userPermissions,
      and(eq(userPermissions.userId, users.id), eq(userPermissions.permission, 'can_manage_users')),
    )
    .where(and(eq(users.id, actor.userId), users.active));
  return still.length === 0 ? refuse('permission-missing') : null;
}

/** Until the transaction ends. */
export const lockUsers = (tx: Tx) => tx`select pg_advisory_xact_lock(hashtext('users'))`;

/** A person's account in the version that was seen. */
export async function lockUser(
  frame: Frame,
  userId: number,
  seen: number | null | undefined,
): Promise<LockedUser | Refusal> {
  const refused = await serializeUsers(frame);
  if (refused) return refused;
  const user = await findAccount(frame.tx, userId);
  if (!user) return refuse('user-unknown');
  if (seen != null && seen !== user.version)
    return refuse('user-changed', { setting: { kind: 'user', id: userId } });
  return user;
}

async function findAccount(tx: Tx, userId: number): Promise<LockedUser | undefined> {
  const [user] = await tx<(LockedUser & { permissions: Permission[] })[]>`
    select u.id, username, first_name, last_name, email, profile, default_view, u.active, version,
      array(select permission from user_permissions where user_id = u.id and permission = any(${everyPermission as string[]}::text[])) as permissions,
      array(select operation::text from user_operations where user_id = u.id order by position, operation) as operations,
      exists (select 1 from technicians t where t.user_id = u.id and t.active) as technician
    from users u where u.id = ${userId} and ${isPerson(tx)} for update of u`;
  return user && { ...user, permissions: inOrder(user.permissions) };
}

/** Users `u` who are people, not integrations. */
export const isPerson = (sql: Query) => sql`u.profile <> ${integrationProfile}`;

/** In the order of the table of permissions. */
export const inOrder = (permissions: readonly string[]): string[] =>
  everyPermission.filter((permission) => permissions.includes(permission));

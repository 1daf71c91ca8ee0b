import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import type { Frame } from '../../record/transact.ts';
import { isPerson, type LockedUser } from './lock-user.ts';

/**
 * Administrators cannot remove themselves, and the last one stays: without one the installation could only be
 * helped from its server.
 */
export async function refuseLosing(
  { tx, actor }: Frame,
  user: LockedUser,
  after: { active: boolean; permissions: string[] },
): Promise<Refusal | null> {
  const was = user.active && user.permissions.includes('can_manage_users');
  const is = after.active && after.permissions.includes('can_manage_users');
  if (!was || is) return null;
  const setting = { kind: 'user', id: user.id } as const;
  if (user.id === actor.userId) return refuse(after.active ? 'own-permission' : 'own-account', { setting });
  const others = await tx`
    select 1 from users u join user_permissions p on p.user_id = u.id and p.permission = 'can_manage_users'
    where u.active and ${isPerson(tx)} and u.id <> ${user.id} limit 1`;
  return others.count === 0 ? refuse('last-administrator', { setting }) : null;
}

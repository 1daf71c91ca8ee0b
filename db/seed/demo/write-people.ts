import type { Copy } from '../copy.ts';
import { iso, type World } from './world.ts';

/** Users with what they may do where, and technicians. */
export async function writePeople(copy: Copy, world: World, passwordHash: string): Promise<void> {
  const { users, technicians } = world;
  await copy(
    'users',
    [
      'id',
      'username',
      'first_name',
      'last_name',
      'email',
      'password_hash',
      'profile',
      'default_view',
      'telegram_chat_id',
      'active_on_telegram',
      'subscribed_to_techs',
      'last_seen_at',
      'last_sign_in_at',
    ],
    users,
    (user) => [
      user.id,
      user.username,
      user.firstName,
      user.lastName,
      `${user.username}@demo.agenda.example`,
      passwordHash,
      user.profile,
      user.defaultView,
      user.telegramChatId,
      user.telegramChatId !== null,
      user.subscribedToTechs,
      iso(user.lastSeenAt),
      iso(user.lastSeenAt),
    ],
  );
  await copy(
    'user_operations',
    ['user_id', 'operation', 'position'],
    users.flatMap(({ id, operations }) => operations.map((code, position) => [id, code, position])),
    (row) => row,
  );
  await copy(
    'user_permissions',
    ['user_id', 'permission'],
    users.flatMap(({ id, permissions }) => permissions.map((permission) => [id, permission])),
    (row) => row,
  );
  await copy('technicians', ['id', 'user_id', 'name'], technicians, ({ id, user, name }) => [
    id,
    user.id,
    name,
  ]);
}

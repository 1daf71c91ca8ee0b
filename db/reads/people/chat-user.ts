import type { Actor } from '../../../machines/access/permissions.ts';
import type { Db } from '../../connection/open.ts';
import { type ActorRow, actorColumns, actorOf } from './actor.ts';

/** Who writes from a chat, or why nobody can be said to. */
export type ChatUser =
  | { kind: 'user'; actor: Actor }
  /** Nobody is linked to it. */
  | { kind: 'nobody' }
  /** The account is closed, its password has to be changed first, or its link is not in force any more (S2 §4 'Chat bot'). */
  | { kind: 'inactive' }
  /** Several typed the same number, and none has shown that it is theirs. */
  | { kind: 'several' };

/**
 * The user linked to a Telegram chat, as a session would know them. Whoever proved by a code that the chat is
 * theirs comes before those who typed its number.
 */
export async function findChatUser(db: Db, chatId: string): Promise<ChatUser> {
  const rows = await db.sql<(ActorRow & { linked: boolean; proven: boolean })[]>`
    select ${actorColumns(db.sql)}, u.active and u.active_on_telegram and not u.must_change_password as linked, u.telegram_chat_proven as proven
    from users u where u.telegram_chat_id = ${chatId} order by u.telegram_chat_proven desc, u.id`;
  if (rows.length === 0) return { kind: 'nobody' };
  const linked = rows.filter((row) => row.linked);
  const [first] = linked;
  if (!first) return { kind: 'inactive' };
  return first.proven || linked.length === 1 ? { kind: 'user', actor: actorOf(first) } : { kind: 'several' };
}

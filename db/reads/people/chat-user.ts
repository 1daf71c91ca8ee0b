import type { Actor } from '../../../machines/access/permissions.ts';
import type { Db } from '../../connection/open.ts';
import { actorColumns, actorOf } from './actor.ts';
import type { ActorRow } from './session-row.ts';

/** The user of a chat, or why there is none. */
export type ChatUser =
  | { kind: 'user'; actor: Actor }
  | { kind: 'unlinked' }
  /**
   * The account is closed, its password has to be changed first, or its link is no longer valid (S2 §4 'Chat bot').
   */
  | { kind: 'inactive' }
  /** Several users entered this chat's id, and none has proved it. */
  | { kind: 'several' };

/**
 * The user linked to a Telegram chat, as in a session. A user who proved the chat by a code precedes those
 * who entered its id. Of their operations those that live here.
 */
export async function findChatUser(db: Db, chatId: string): Promise<ChatUser> {
  const rows = await db.sql<(ActorRow & { linked: boolean; proven: boolean; elsewhere: string[] })[]>`
    select ${actorColumns(db.sql)}, array(select code from operations where move_step is not null and move_step = 'left') as elsewhere, u.active and u.active_on_telegram and not u.must_change_password as linked, u.telegram_chat_proven as proven
    from users u where u.telegram_chat_id = ${chatId} order by u.telegram_chat_proven desc, u.id`;
  if (rows.length === 0) return { kind: 'unlinked' };
  const linked = rows.filter((row) => row.linked);
  const [first] = linked;
  if (!first) return { kind: 'inactive' };
  if (!first.proven && linked.length > 1) return { kind: 'several' };
  const actor = actorOf(first);
  return {
    kind: 'user',
    actor: { ...actor, operations: actor.operations.filter((code) => !first.elsewhere.includes(code)) },
  };
}

import type { Db } from '../../connection/open.ts';

/**
 * The bot cannot write to this Telegram chat any more: its user is notified by other channels until they link
 * again (contract §6). A chat linked in between is not affected.
 */
export async function forgetChat(db: Db, chatId: string): Promise<void> {
  await db.sql`
    with staff as (
      update users set active_on_telegram = false where telegram_chat_id = ${chatId} and active_on_telegram
    )
    update clients set telegram_chat_id = null where telegram_chat_id = ${chatId}`;
}

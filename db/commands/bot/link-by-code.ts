import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import type { Db } from '../../connection/open.ts';
import { typed } from '../../connection/typed.ts';
import { findCodeMaker } from '../../reads/people/actor.ts';
import { command } from '../../record/transact.ts';
import { chatLinkCodes, users } from '../../schema/index.ts';
import { hashToken } from '../../secrets/links.ts';
import { text } from '../input.ts';
import { setChat, unlinked } from './link-chat.ts';

/** Use a code: the sender has it from the profile of the user who made it. */
const linkProvenChat = command({
  name: 'linkProvenChat',
  input: z.object({ code: text(64), chat_id: text(40) }),
  permission: 'can_edit_telegram_chat_id',
  async run({ tx, actor }, { code, chat_id: chatId }) {
    const used = await typed(tx)
      .update(chatLinkCodes)
      .set({ usedAt: sql`now()` })
      .where(
        and(
          eq(chatLinkCodes.codeHash, hashToken(code)),
          eq(chatLinkCodes.userId, actor.userId),
          isNull(chatLinkCodes.usedAt),
          gt(chatLinkCodes.expiresAt, sql`now()`),
        ),
      );
    if (used.count === 0) return refuse('chat-code-unknown');
    await typed(tx)
      .update(users)
      .set(unlinked)
      .where(and(eq(users.telegramChatId, chatId), ne(users.id, actor.userId)));
    await setChat(tx, actor.userId, chatId, { proven: true });
    return { active_on_telegram: true, full_name: actor.fullName };
  },
});

/**
 * Link a chat by a code. The actor is the user who made the code.
 * @param key the same for every delivery of the same message, so that a repeat gets the same answer
 */
export async function linkByCode(
  db: Db,
  input: { code: string; chatId: string },
  key: string,
): Promise<{ active_on_telegram: boolean; full_name: string } | Refusal> {
  const actor = await findCodeMaker(db, hashToken(input.code));
  if (!actor) return refuse('chat-code-unknown');
  return linkProvenChat({ db, actor, key }, { code: input.code, chat_id: input.chatId });
}

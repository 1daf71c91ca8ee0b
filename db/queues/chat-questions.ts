import type { Db } from '../connection/open.ts';

/** A question of the bot that waits for its reply: the reason of a release. */
export type ChatQuestion = { visitId: number; cardId: number | null };

export async function keepQuestion(
  db: Db,
  botId: number,
  question: ChatQuestion & { chatId: string; messageId: number },
): Promise<void> {
  await db.writes`
    insert into chat_questions (bot_id, chat_id, message_id, visit_id, card_id)
    values (${botId}, ${question.chatId}, ${question.messageId}, ${question.visitId}, ${question.cardId})
    on conflict do nothing`;
}

/** The question that this message asked; undefined: none, or expired. */
export async function findQuestion(
  db: Db,
  botId: number,
  chatId: string,
  messageId: number,
): Promise<ChatQuestion | undefined> {
  const [row] = await db.sql<ChatQuestion[]>`
    select visit_id, card_id from chat_questions
    where bot_id = ${botId} and chat_id = ${chatId} and message_id = ${messageId}`;
  return row;
}

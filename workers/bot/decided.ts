import { type ChatUpdate, keepOutcome } from '../../db/queues/chat-updates.ts';
import type { Refusal } from '../../machines/words/refusals.ts';
import type { BotTools } from './bot-context.ts';

/**
 * What a command answered to this update, decided once: its key is the update's number, so that a second
 * delivery or a crash after it acted acts no more; and a no that was said stays a no, whatever changed since.
 */
export async function decided<Answer>(
  { db, botId }: BotTools,
  update: ChatUpdate,
  act: (key: string) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  if (update.outcome !== null) return update.outcome as Answer | Refusal;
  const outcome = await act(`telegram-${update.updateId}`);
  await keepOutcome(db, botId, update.updateId, outcome);
  update.outcome = outcome;
  return outcome;
}

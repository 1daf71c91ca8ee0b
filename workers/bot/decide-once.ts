import { type ChatUpdate, keepOutcome } from '../../db/queues/chat-updates.ts';
import type { Refusal } from '../../machines/words/refusals.ts';
import type { BotTools } from './bot-context.ts';

/**
 * A command's answer to this update, decided once: the idempotency key is the update's number, so a second
 * delivery or a crash does not execute it again, and a refusal stays the same whatever changed since.
 */
export async function decideOnce<Answer>(
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

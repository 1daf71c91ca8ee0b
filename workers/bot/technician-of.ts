import { findChatUser } from '../../db/reads/people/chat-user.ts';
import type { Actor } from '../../machines/access/permissions.ts';
import { refuse } from '../../machines/words/refusals.ts';
import { noOperations, notActive, notLinked, severalUsers } from '../messages/bot.ts';
import type { BotTools } from './bot-context.ts';

export type TechnicianActor = Actor & { technicianId: number };

/**
 * The technician of this chat.
 * @returns the actor, read at every update; or the text that says why not
 */
export async function technicianOf(
  { db }: BotTools,
  chatId: string,
): Promise<{ actor: TechnicianActor } | { refusal: string }> {
  const user = await findChatUser(db, chatId);
  if (user.kind === 'unlinked') return { refusal: notLinked };
  if (user.kind === 'inactive') return { refusal: notActive };
  if (user.kind === 'several') return { refusal: severalUsers };
  const { actor } = user;
  if (actor.technicianId === null) return { refusal: refuse('not-a-technician').text };
  if (actor.operations.length === 0) return { refusal: noOperations };
  return { actor: actor as TechnicianActor };
}

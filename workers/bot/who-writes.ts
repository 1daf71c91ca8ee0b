import { findChatUser } from '../../db/reads/people/chat-user.ts';
import type { Actor } from '../../machines/access/permissions.ts';
import { refuse } from '../../machines/words/refusals.ts';
import { noOperations, notActive, notLinked, severalUsers } from '../messages/bot.ts';
import type { BotTools } from './bot-context.ts';

export type TechnicianActor = Actor & { technicianId: number };

/**
 * Who writes from this chat, when it is a technician who can work from here.
 * @returns the actor as a session would know them, asked of the record at every update; or the words that say why not
 */
export async function technicianOf(
  { db }: BotTools,
  chatId: string,
): Promise<{ actor: TechnicianActor } | { no: string }> {
  const found = await findChatUser(db, chatId);
  if (found.kind === 'nobody') return { no: notLinked };
  if (found.kind === 'inactive') return { no: notActive };
  if (found.kind === 'several') return { no: severalUsers };
  const { actor } = found;
  if (actor.technicianId === null) return { no: refuse('not-a-technician').text };
  if (actor.operations.length === 0) return { no: noOperations };
  return { actor: actor as TechnicianActor };
}

import { type Actor, mayCloseAny, refusedBy } from '../access/permissions.ts';
import { type AttentionReason, attentionReasons, type EventReason } from './attention.ts';

/** What customers said, and messages that did not arrive: of everyone who speaks to customers. */
const ofEvents = new Set<AttentionReason>([
  'cancelled',
  'moved',
  'unsolved',
  'message',
] satisfies EventReason[]);

/**
 * Which reasons concern a user (contract §12): what customers said concerns everyone who may know them; a visit's state
 * those alone who can change it, so that customer service's list has what customer service can do something about.
 */
export function reasonsOf(actor: Pick<Actor, 'permissions'>): AttentionReason[] {
  const mayGiveOut = refusedBy(actor, 'can_assign_visit') === null || refusedBy(actor, 'reschedule') === null;
  return attentionReasons.filter(
    (reason) => ofEvents.has(reason) || (reason === 'delayed' ? mayCloseAny(actor) : mayGiveOut),
  );
}

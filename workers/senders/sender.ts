/** The ways a message can reach a person. `mailbox` is the development mailbox: the notice row itself. */
export type Channel = 'telegram' | 'whatsapp' | 'email' | 'mailbox';

/**
 * One message to one recipient, plain text: no channel interprets markup in it.
 * `key` names this message for ever (a repeat has the same key); `to` is a chat id, an E.164 number or an
 * address, as the channel wants; `link` is added at the end unless the text already holds it.
 */
export type Message = { key: string; to: string; subject: string; text: string; link?: string | null };

/** What became of one attempt. Whoever sends decides what to do next from `kind` alone. */
export type Outcome =
  /** The service took it. `reference` is its own name for the message. */
  | { kind: 'sent'; reference: string | null }
  /** Nothing reached the recipient; try again, not before `afterSeconds` when the service said so. */
  | { kind: 'retry'; afterSeconds: number | null; reason: string }
  /** The recipient cannot be reached on this channel any more. */
  | { kind: 'gone'; reason: string }
  /** Permanent for this message: the same again would get the same answer. */
  | { kind: 'rejected'; reason: string }
  /** It may have been delivered; never blindly resent. */
  | { kind: 'unknown'; reason: string };

/** `timeoutMs` bounds the whole attempt, connection included. A sender answers; it throws only on a bug. */
export type Sender = {
  channel: Channel;
  send(message: Message, options?: { timeoutMs?: number }): Promise<Outcome>;
};

export const DEFAULT_TIMEOUT_MS = 15_000;

/** The text as it goes out: the link is there exactly once. */
export function bodyOf({ text, link }: Pick<Message, 'text' | 'link'>): string {
  return !link || text.includes(link) ? text : `${text}\n\n${link}`;
}

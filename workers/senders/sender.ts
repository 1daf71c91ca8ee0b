/**
 * The channels in order of preference (contract §6). `mailbox` is the development mailbox: the notice row itself, on only
 * when no other is.
 */
export const channels = ['telegram', 'whatsapp', 'email', 'mailbox'] as const;
export type Channel = (typeof channels)[number];

/**
 * One message to one recipient, plain text: no channel interprets markup. `key` identifies the message for
 * ever (a repeat has the same key); `to` is a chat id, an E.164 number or an address, by channel; `link` is
 * appended unless the text already holds it.
 */
export type Message = { key: string; to: string; subject: string; text: string; link?: string | null };

/** The outcome of one attempt. The caller decides what follows from `kind` alone. */
export type Outcome =
  /** The service accepted it. `reference` is its id for the message. */
  | { kind: 'sent'; reference: string | null }
  /** Nothing reached the recipient; retry, not before `afterSeconds` if given. */
  | { kind: 'retry'; afterSeconds: number | null; reason: string }
  /** The recipient cannot be reached on this channel any more. */
  | { kind: 'gone'; reason: string }
  /** Permanent for this message: a repeat would get the same answer. */
  | { kind: 'rejected'; reason: string }
  /** It may have been delivered; never resent automatically. */
  | { kind: 'unknown'; reason: string };

/** `timeoutMs` bounds the whole attempt, connection included. `send` throws only on a bug. */
export type Sender = {
  channel: Channel;
  send(message: Message, options?: { timeoutMs?: number }): Promise<Outcome>;
};

export const DEFAULT_TIMEOUT_MS = 15_000;

/** The text as sent: with the link exactly once. */
export function bodyOf({ text, link }: Pick<Message, 'text' | 'link'>): string {
  return !link || text.includes(link) ? text : `${text}\n\n${link}`;
}

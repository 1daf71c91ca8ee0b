import { createHmac, randomBytes } from 'node:crypto';
import { hashToken, linkUrl } from './links.ts';
import { seal, unseal } from './seal.ts';

/** A new customer's link: its address for the message, and what the record keeps of it. */
export type NewLink = { address: string; token: string; nonce: Buffer; tokenHash: Buffer };

/** What a command may do with the installation's secret: make links, write and read sealed texts. */
export type Keys = {
  /** A customer's link that nothing else leads to. */
  newLink(): NewLink;
  /** The address of a link that the record keeps; null: it was made under another secret. */
  linkAddress(nonce: Uint8Array, tokenHash: Uint8Array): string | null;
  /** A text as the record keeps it, sealed for this one place. */
  seal(place: string, text: string): Buffer;
  /** And back; null: sealed under another secret, for another place, or damaged. */
  unseal(place: string, sealed: Uint8Array): string | null;
};

/** The same for an entrance, which also signs what its processes and Telegram show each other. */
export type InstallationKeys = Keys & {
  /** Known to both sides of one purpose, and of no use for another. */
  tokenFor(purpose: 'telegram-webhook' | 'queues-page'): string;
};

/**
 * The uses of LINK_SECRET, without the secret: it stays in these functions, so that no context, answer or log line
 * can carry it.
 *
 * @param publicUrl where customers reach this installation
 */
export function openKeys({ secret, publicUrl }: { secret: string; publicUrl: string }): InstallationKeys {
  const sign = (content: string | Uint8Array) =>
    createHmac('sha256', secret).update(content).digest('base64url');
  return {
    newLink() {
      const nonce = randomBytes(16);
      const token = sign(nonce);
      return { address: linkUrl(publicUrl, token), token, nonce, tokenHash: hashToken(token) };
    },
    linkAddress(nonce, tokenHash) {
      const token = sign(nonce);
      return hashToken(token).equals(tokenHash) ? linkUrl(publicUrl, token) : null;
    },
    seal: (place, text) => seal(secret, place, text),
    unseal: (place, sealed) => unseal(secret, place, sealed),
    tokenFor: sign,
  };
}

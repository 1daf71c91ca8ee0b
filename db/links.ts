import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A new external link: its token for the customer, and what the record keeps of it. */
export function newLinkToken(secret: string): { token: string; nonce: Buffer; tokenHash: Buffer } {
  const nonce = randomBytes(16);
  const token = linkToken(secret, nonce);
  return { token, nonce, tokenHash: hashToken(token) };
}

/** The token of a kept nonce: the same every time, and unknowable without the secret. */
export const linkToken = (secret: string, nonce: Uint8Array): string =>
  createHmac('sha256', secret).update(nonce).digest('base64url');

/** What Telegram shows at each delivery to the webhook: known to both sides without a secret of its own to keep. */
export const webhookSecret = (secret: string): string =>
  createHmac('sha256', secret).update('telegram-webhook').digest('base64url');

/** How a token is kept at rest. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export const linkUrl = (publicUrl: string, token: string): string =>
  `${publicUrl.replace(/\/$/, '')}/visit/external/view/${token}`;

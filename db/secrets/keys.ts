import { createECDH, createHmac, randomBytes } from 'node:crypto';
import { hashToken, linkUrl } from './links.ts';
import { seal, unseal } from './seal.ts';

/** A new customer's link: its address for the message, and what the record keeps. */
export type NewLink = { address: string; token: string; nonce: Buffer; tokenHash: Buffer };

/** A command's access to the installation's secret: make links, seal and unseal texts. */
export type Keys = {
  newLink(): NewLink;
  /** The address of a kept link; null: made under another secret. */
  linkAddress(nonce: Uint8Array, tokenHash: Uint8Array): string | null;
  /** Encrypts a text for one place of the record. */
  seal(place: string, text: string): Buffer;
  /** Null: sealed under another secret, for another place, or damaged. */
  unseal(place: string, sealed: Uint8Array): string | null;
};

/** For entry points, which also sign requests of Telegram and between processes. */
export type InstallationKeys = Keys & {
  /** The key pair that push services know this installation by (VAPID, RFC 8292), in base64url. */
  push: { publicKey: string; privateKey: string };
  /** A token for one purpose, known to both sides. */
  tokenFor(purpose: 'telegram-webhook' | 'queues-page'): string;
};

/**
 * The uses of LINK_SECRET. The secret stays in these closures, so that no context, answer or log line can carry it.
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
    push: pushKeys(sign),
    tokenFor: sign,
  };
}

/** A key pair of P-256, the same for the same secret, so that nothing more has to be kept. */
function pushKeys(sign: (content: string) => string): InstallationKeys['push'] {
  const pair = createECDH('prime256v1');
  for (let attempt = 0; ; attempt++) {
    try {
      pair.setPrivateKey(Buffer.from(sign(`push.${attempt}`), 'base64url'));
      break;
    } catch {
      // Not below the order of the curve: one in four thousand million.
    }
  }
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: pair.getPrivateKey().toString('base64url'),
  };
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts what has to be read again but may not be in the record in clear: AES-256-GCM with a key derived
 * from the installation's LINK_SECRET, which is not in the record. Backups and statement logs reveal nothing.
 *
 * @param place what was sealed for one cannot be unsealed for another
 */
export function seal(secret: string, place: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @returns null when it was sealed under another secret or for another place, or is damaged */
export function unseal(secret: string, place: string, sealed: Uint8Array): string | null {
  const bytes = Buffer.from(sealed);
  try {
    const nonce = bytes.subarray(0, nonceBytes);
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const rest = bytes.subarray(nonceBytes + tagBytes);
    return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

const nonceBytes = 12;
const tagBytes = 16;

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'agenda sealed secrets v1', 32));

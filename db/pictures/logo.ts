import { createHash } from 'node:crypto';
import { isRefusal, type Refusal } from '../../machines/words/refusals.ts';
import type { Db } from '../connection/open.ts';

/** The limit of what is sent; that of its decoded size is in `kinds.ts`. */
const maxBytes = 300_000;

export type Logo = { hash: string; picture: Buffer };

/**
 * A company's logo as it is kept: within its box, WebP with its transparency, re-encoded, so that only the visible
 * content of the file remains. The same picture has the same hash.
 * @param userId who sends it, and may
 * @param dataUrl a PNG, JPEG or WebP of at most 300 kB
 */
export async function encodeLogo(
  { pictures }: Pick<Db, 'pictures'>,
  userId: number,
  dataUrl: string,
): Promise<Logo | Refusal | 'invalid'> {
  const match = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/]+=*)$/.exec(dataUrl);
  if (!match) return 'invalid';
  const sent = Buffer.from(match[1]!, 'base64');
  if (sent.length > maxBytes) return 'invalid';
  const logo = await pictures.decode(userId, 'logo', sent);
  if (!logo) return 'invalid';
  return isRefusal(logo) ? logo : logoOf(logo.content);
}

/** A picture that was re-encoded, under its name. */
export const logoOf = (picture: Buffer): Logo => ({
  hash: createHash('sha256').update(picture).digest('hex').slice(0, 32),
  picture,
});

import { createHash } from 'node:crypto';

/** Limits of what is sent and of its decoded size: a small file can hold a huge picture. */
const maxBytes = 300_000;
const maxPixels = 16_000_000;
/** Twice what the customer's page shows, for dense screens. */
const box = { width: 480, height: 160 };

export type Logo = { hash: string; picture: Buffer };

/**
 * A company's logo as it is kept: within its box, WebP with its transparency, re-encoded, so that only the visible
 * content of the file remains. The same picture has the same hash.
 * @param dataUrl a PNG, JPEG or WebP of at most 300 kB
 */
export async function encodeLogo(dataUrl: string): Promise<Logo | 'invalid'> {
  const match = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/]+=*)$/.exec(dataUrl);
  if (!match) return 'invalid';
  const sent = Buffer.from(match[1]!, 'base64');
  if (sent.length > maxBytes) return 'invalid';
  const [{ fileTypeFromBuffer }, { default: sharp }] = await Promise.all([
    import('file-type'),
    import('sharp'),
  ]);
  const kind = await fileTypeFromBuffer(sent);
  if (!kind || !['image/png', 'image/jpeg', 'image/webp'].includes(kind.mime)) return 'invalid';
  try {
    const picture = await sharp(sent, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 88 })
      .toBuffer();
    return logoOf(picture);
  } catch {
    return 'invalid';
  }
}

/** A picture that was re-encoded, under its name. */
export const logoOf = (picture: Buffer): Logo => ({
  hash: createHash('sha256').update(picture).digest('hex').slice(0, 32),
  picture,
});

import { type Refusal, refuse } from '../../machines/words/refusals.ts';

/** Limits of an upload and of its decoded size: a small file can hold a huge picture. */
export const maxPictureBytes = 5_242_880;
const maxPixels = 40_000_000;
const side = 256;

const readable = new Set(['image/png', 'image/jpeg', 'image/webp']);

/**
 * A user's picture as it is kept: square, small, WebP, re-encoded, so that only the visible content of the
 * file remains.
 */
export async function readPicture(bytes: Buffer): Promise<Buffer | Refusal> {
  if (bytes.length === 0) return refuse('picture-unreadable');
  const [{ fileTypeFromBuffer }, { default: sharp }] = await Promise.all([
    import('file-type'),
    import('sharp'),
  ]);
  const kind = await fileTypeFromBuffer(bytes);
  if (!kind || !readable.has(kind.mime)) return refuse('picture-unreadable');
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize(side, side, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    return refuse('picture-unreadable');
  }
}

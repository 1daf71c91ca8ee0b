import { type Refusal, refuse } from '../../machines/words/refusals.ts';

/** What a browser may send, and what it may unfold to: a small file can hold a huge picture. */
export const maxPictureBytes = 5_242_880;
const maxPixels = 40_000_000;
const side = 256;

const readable = new Set(['image/png', 'image/jpeg', 'image/webp']);

/**
 * A person's picture as it is kept: square, small, WebP, encoded anew, so that
 * nothing of the file that was sent is left but what can be seen.
 */
export async function readPicture(bytes: Buffer): Promise<Buffer | Refusal> {
  if (bytes.length === 0) return refuse('picture-unreadable');
  // Loaded when the first picture comes: together they are an eighth of what a web process does before it is ready.
  const [{ fileTypeFromBuffer }, { default: sharp }] = await Promise.all([
    import('file-type'),
    import('sharp'),
  ]);
  const kind = await fileTypeFromBuffer(bytes);
  // By what it holds, not by what it is called.
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

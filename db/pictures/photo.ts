import { maxPhotoBytes, photoSide } from '../../machines/visit/photos.ts';
import { type Refusal, refuse } from '../../machines/words/refusals.ts';

const maxPixels = 60_000_000;
const previewSide = 320;
const readable = new Set(['image/png', 'image/jpeg', 'image/webp']);

export type EncodedPhoto = { content: Buffer; width: number; height: number; preview: Buffer };

/**
 * A photo as it is kept: at most 1600 points wide or high, JPEG, encoded anew and turned upright, so that nothing but
 * its visible content remains: no place, no owner, no device. With its preview, WebP.
 */
export async function encodePhoto(bytes: Buffer): Promise<EncodedPhoto | Refusal> {
  if (bytes.length === 0) return refuse('photo-missing');
  if (bytes.length > maxPhotoBytes) return refuse('photo-too-large');
  const [{ fileTypeFromBuffer }, { default: sharp }] = await Promise.all([
    import('file-type'),
    import('sharp'),
  ]);
  const kind = await fileTypeFromBuffer(bytes);
  if (!kind || !readable.has(kind.mime)) return refuse('photo-unreadable');
  try {
    const { data: content, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize(photoSide, photoSide, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    const preview = await sharp(content)
      .resize(previewSide, previewSide, { fit: 'cover' })
      .webp({ quality: 70 })
      .toBuffer();
    return { content, width: info.width, height: info.height, preview };
  } catch {
    return refuse('photo-unreadable');
  }
}

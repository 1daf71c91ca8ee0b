import { maxPhotoBytes } from '../../machines/visit/photos.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import type { Db } from '../connection/open.ts';
import type { EncodedPicture } from './kinds.ts';

export type EncodedPhoto = EncodedPicture & { preview: Buffer };

/**
 * A photo as it is kept: at most 1600 points wide or high, JPEG, encoded anew and turned upright, so that nothing but
 * its visible content remains: no place, no owner, no device. With its preview, WebP.
 * @param userId who sends it, and may
 */
export async function encodePhoto(
  { pictures }: Pick<Db, 'pictures'>,
  userId: number,
  bytes: Buffer,
): Promise<EncodedPhoto | Refusal> {
  if (bytes.length === 0) return refuse('photo-missing');
  if (bytes.length > maxPhotoBytes) return refuse('photo-too-large');
  const photo = await pictures.decode(userId, 'photo', bytes);
  if (!photo) return refuse('photo-unreadable');
  return isRefusal(photo) ? photo : { ...photo, preview: photo.preview! };
}

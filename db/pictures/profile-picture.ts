import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import type { Db } from '../connection/open.ts';

/** The limit of an upload, in bytes; that of its decoded size is in `kinds.ts`. */
export const maxPictureBytes = 5_242_880;

/**
 * A user's picture as it is kept: square, small, WebP, re-encoded, so that only the visible content of the
 * file remains.
 * @param userId who sends it
 */
export async function encodeProfilePicture(
  { pictures }: Pick<Db, 'pictures'>,
  userId: number,
  bytes: Buffer,
): Promise<Buffer | Refusal> {
  const picture = bytes.length > 0 ? await pictures.decode(userId, 'profile', bytes) : null;
  if (!picture) return refuse('picture-unreadable');
  return isRefusal(picture) ? picture : picture.content;
}

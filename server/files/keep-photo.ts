import { addPhoto, addPhotoInput } from '../../db/commands/photos/add-photo.ts';
import { announceFile, photoOfFile } from '../../db/commands/photos/files.ts';
import { encodePhoto } from '../../db/pictures/photo.ts';
import type { Context } from '../../db/record/transact.ts';
import { hashOf, parseInput, recallAnswer, refuseInput } from '../../db/record/transact.ts';
import type { Storage } from '../../db/storage/storage.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';

export type KeptPhoto = { visit_id: number; photo_id: number; photos: number };

/**
 * Keeps a photo that was sent (contract §8): encoded anew, its file first and then its row, so that no photo is without
 * its file. A repeated key answers as the first time, also when the pieces of the photo are gone.
 * @param upload names the photo among those of its user
 * @param read the bytes that were sent; null: some have not arrived
 */
export async function keepPhoto(
  storage: Storage,
  context: Context,
  input: Record<string, unknown>,
  upload: string,
  read: () => Promise<Buffer | null>,
): Promise<KeptPhoto | Refusal> {
  const { db, actor, key } = context;
  const parsed = parseInput(addPhotoInput.omit({ file: true }), input);
  if (!parsed.success) return refuseInput(parsed.error);
  const file = `photos/${parsed.data.visit_id}/${actor.userId}-${upload}.jpg`;
  const kept =
    key &&
    (await recallAnswer<KeptPhoto>(db.sql, actor.userId, key, hashOf('addPhoto', { ...parsed.data, file })));
  if (kept) return kept;
  if (actor.technicianId === null) return refuse('not-a-technician');
  if (await photoOfFile(db, file)) return refuse('photo-known');
  const bytes = await read();
  if (!bytes) return refuse('photo-incomplete');
  const photo = await encodePhoto(bytes);
  if (isRefusal(photo)) return photo;
  await announceFile(db, file);
  await storage.put(file, photo.content, 'image/jpeg');
  return addPhoto(photo)(context, { ...input, file });
}

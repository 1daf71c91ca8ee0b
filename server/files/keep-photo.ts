import { addPhoto, addPhotoInput, refusePhoto } from '../../db/commands/photos/add-photo.ts';
import { announceFile, discardFile, photoFile, photoOfFile } from '../../db/commands/photos/files.ts';
import { encodePhoto } from '../../db/pictures/photo.ts';
import type { Context } from '../../db/record/transact.ts';
import { hashOf, parseInput, recallAnswer, refuseInput } from '../../db/record/transact.ts';
import type { Storage } from '../../db/storage/storage.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../../machines/words/refusals.ts';

export type KeptPhoto = { visit_id: number; photo_id: number; photos: number };

type Keep = {
  storage: Storage;
  context: Context;
  input: Record<string, unknown>;
  /** Names the photo among those of its user. */
  upload: string;
  /** The bytes that were sent; null: some have not arrived. */
  read(): Promise<Buffer | null>;
};

/** By user and what was sent, while it is being kept. */
const underWay = new Map<string, Promise<KeptPhoto | Refusal>>();

/**
 * Keeps a photo that was sent (contract §8): first whether it may be, then encoded anew, its file first and then its
 * row, so that no photo is without its file. A repeated key answers as the first time, also when the pieces of the photo
 * are gone; the same photo sent again while the first is being kept has its answer.
 */
export function keepPhoto(photo: Keep): Promise<KeptPhoto | Refusal> {
  const { context, input, upload } = photo;
  const sent = `${context.actor.userId} ${upload} ${JSON.stringify(input)}`;
  const first = underWay.get(sent);
  if (first) return first;
  const answer = keep(photo).finally(() => underWay.delete(sent));
  underWay.set(sent, answer);
  return answer;
}

async function keep({ storage, context, input, upload, read }: Keep): Promise<KeptPhoto | Refusal> {
  const { db, actor, key } = context;
  const parsed = parseInput(addPhotoInput.omit({ file: true }), input);
  if (!parsed.success) return refuseInput(parsed.error);
  const file = photoFile(parsed.data.visit_id, actor.userId, upload);
  const previousAnswer =
    key &&
    (await recallAnswer<KeptPhoto>(db.sql, actor.userId, key, hashOf('addPhoto', { ...parsed.data, file })));
  if (previousAnswer) return previousAnswer;
  if (actor.technicianId === null) return refuse('not-a-technician');
  if (await photoOfFile(db, file)) return refuse('photo-known');
  const refused = await refusePhoto(context, parsed.data);
  if (refused) return refused;
  const bytes = await read();
  if (!bytes) return refuse('photo-incomplete');
  const photo = await encodePhoto(db, actor.userId, bytes);
  if (isRefusal(photo)) return photo.status === 422 ? refuseField(photo.code, 'photo') : photo;
  if (!(await announceFile(db, actor.userId, file))) return refuse('photos-half-sent');
  await storage.put(file, photo.content, 'image/jpeg');
  const answer = await addPhoto(photo)(context, { ...input, file });
  if (isRefusal(answer)) await discardFile(db, file);
  return answer;
}

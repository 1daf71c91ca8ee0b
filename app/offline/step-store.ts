import { openDatabase as open } from './database.ts';
import type { KeptStep, PhotoInput } from './kept-step.ts';
import { inTime } from './time-limit.ts';

// A press waits for each of these, so none but `addStep` waits longer than `inTime` allows.

/** A user's steps, oldest first. */
export const listSteps = (userId: number): Promise<KeptStep[]> =>
  inTime(open().then((db) => db.getAllFromIndex('steps', 'user', userId)));

/**
 * Keeps a step, and with it the photo that it adds. It may never end (`time-limit.ts`).
 * @throws where the device has no room, or forbids storing: neither is kept
 */
export async function addStep(step: Omit<KeptStep, 'id'>, photo?: Blob): Promise<KeptStep> {
  // Read first: a transaction ends by itself while nothing is asked of it.
  const photoRow = photo && {
    ...(step.input as PhotoInput),
    bytes: await photo.arrayBuffer(),
    type: photo.type,
  };
  const tx = (await open()).transaction(['steps', 'photos'], 'readwrite');
  // Waited for together: whichever fails, the transaction is over.
  const [id] = await Promise.all([
    tx.objectStore('steps').add(step as KeptStep),
    photoRow && tx.objectStore('photos').put(photoRow),
    tx.done,
  ]);
  return { ...step, id };
}

export const putStep = (step: KeptStep): Promise<unknown> =>
  inTime(
    open().then((db) => db.put('steps', step)),
    'writing',
  );

/**
 * The photo of a step; undefined: it is not on this device.
 * @throws where the device does not say
 */
export async function findPhoto({ input }: Pick<KeptStep, 'input'>): Promise<Blob | undefined> {
  const row = await inTime(open().then((db) => db.get('photos', (input as PhotoInput).upload)));
  if (!row) return undefined;
  return 'photo' in row ? row.photo : new Blob([row.bytes], { type: row.type });
}

/** With its photo, if it adds one. */
export function deleteStep({ id, step, input }: KeptStep): Promise<unknown> {
  const both = async () => {
    const tx = (await open()).transaction(['steps', 'photos'], 'readwrite');
    await Promise.all([
      tx.objectStore('steps').delete(id),
      step === 'photo' && tx.objectStore('photos').delete((input as PhotoInput).upload),
      tx.done,
    ]);
  };
  return inTime(both(), 'writing');
}

import { openDatabase as open } from './database.ts';
import type { KeptStep, PhotoInput } from './kept-step.ts';

/** A user's steps, oldest first. */
export const listSteps = async (userId: number): Promise<KeptStep[]> =>
  (await open()).getAllFromIndex('steps', 'user', userId);

/**
 * Keeps a step, and with it the photo that it adds.
 * @throws where the device has no room, or forbids storing: neither is kept
 */
export async function addStep(step: Omit<KeptStep, 'id'>, photo?: Blob): Promise<KeptStep> {
  const tx = (await open()).transaction(['steps', 'photos'], 'readwrite');
  // Waited for together: whichever fails, the transaction is over.
  const [id] = await Promise.all([
    tx.objectStore('steps').add(step as KeptStep),
    photo && tx.objectStore('photos').put({ ...(step.input as PhotoInput), photo }),
    tx.done,
  ]);
  return { ...step, id };
}

export const putStep = async (step: KeptStep): Promise<void> =>
  void (await (await open()).put('steps', step));

/** The photo of a step; undefined: it is not on this device. */
export const findPhoto = async ({ input }: Pick<KeptStep, 'input'>): Promise<Blob | undefined> =>
  (await (await open()).get('photos', (input as PhotoInput).upload))?.photo;

/** With its photo, if it adds one. */
export async function deleteStep({ id, step, input }: KeptStep): Promise<void> {
  const tx = (await open()).transaction(['steps', 'photos'], 'readwrite');
  await Promise.all([
    tx.objectStore('steps').delete(id),
    step === 'photo' && tx.objectStore('photos').delete((input as PhotoInput).upload),
    tx.done,
  ]);
}

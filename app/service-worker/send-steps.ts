import { readSession } from '../offline/session.ts';
import { name, StepQueue } from '../offline/step-queue.ts';

/**
 * Sends what the user who is signed in did without a signal, while no page does (Background Sync).
 * @throws while something waits: the browser tries again
 */
export async function sendSteps(): Promise<void> {
  const userId = await readSession();
  if (userId === null) return;
  const queue = new StepQueue(userId);
  await queue.drain();
  const waits = queue.snapshot().some(({ state }) => state === 'waiting');
  queue.stop();
  const pages = new BroadcastChannel(name);
  pages.postMessage(null);
  pages.close();
  if (waits) throw new Error('steps wait to be sent');
}

import { readJson } from '../data/read-json.ts';
import { openDatabase } from './database.ts';
import { inTime } from './time-limit.ts';

/**
 * Asks for what may be wanted without a signal, and keeps it on the device.
 * @throws without an answer, and where the server failed: what was kept stays
 */
export async function keepAnswer(userId: number, address: string, version: string): Promise<void> {
  const answer = await readJson<unknown>(address);
  // A refusal: it is not this user's any more.
  if (answer === null) return;
  const writing = openDatabase().then((db) => db.put('answers', { userId, address, version, answer }));
  // A device without room keeps what it had.
  await inTime(writing, 'writing').catch(() => {});
}

/** What this user read before; undefined: nothing is kept. */
export async function findKept<Answer>(userId: number, address: string): Promise<Answer | undefined> {
  const read = openDatabase().then((db) => db.get('answers', [userId, address]));
  const stored = await inTime(read).catch(() => undefined);
  return stored?.answer as Answer | undefined;
}

/** Whether this version of it is kept already, a screen by this page's build, and needs no request; without one, any. */
export async function isKept(
  store: 'answers' | 'screens',
  userId: number,
  address: string,
  version?: string,
): Promise<boolean> {
  const read = openDatabase().then((db) => db.get(store, [userId, address]));
  const stored = await inTime(read).catch(() => undefined);
  if (stored && 'build' in stored && stored.build !== window.__remixManifest.version) return false;
  return stored !== undefined && (version === undefined || stored.version === version);
}

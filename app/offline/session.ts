import { openDatabase } from './database.ts';
import { inTime } from './time-limit.ts';

/** Who is signed in on this device, for the service worker, which has no session of its own; null: no user. */
export async function readSession(): Promise<number | null> {
  const read = openDatabase().then((db) => db.get('session', 'user'));
  return (await inTime(read).catch(() => undefined)) ?? null;
}

/** A user is signed in: what another user read on this device goes. What waits to be sent stays with its user. */
export async function noteSession(userId: number): Promise<void> {
  if ((await readSession()) !== userId) await forgetSession();
  const noted = openDatabase().then((db) => db.put('session', userId, 'user'));
  await inTime(noted, 'writing').catch(() => {});
}

/** No user is signed in any more: what was read goes. What waits to be sent stays with its user. */
export async function forgetSession(): Promise<void> {
  const db = await inTime(openDatabase()).catch(() => null);
  if (!db) return;
  await inTime(db.delete('session', 'user'), 'writing').catch(() => {});
  for (const store of ['answers', 'screens'] as const)
    await inTime(db.clear(store), 'writing').catch(() => {});
}

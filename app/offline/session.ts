import { openDatabase } from './database.ts';
import { inTime } from './time-limit.ts';

// What is changed here is waited for however long it takes: the next user of the phone must not find it.

/** Who is signed in on this device, for the service worker, which has no session of its own; null: no user. */
export async function readSession(): Promise<number | null> {
  const read = openDatabase().then((db) => db.get('session', 'user'));
  return (await inTime(read).catch(() => undefined)) ?? null;
}

/** A user is signed in: what another user read on this device goes. What waits to be sent stays with its user. */
export async function noteSession(userId: number): Promise<void> {
  const db = await openDatabase().catch(() => null);
  if ((await db?.get('session', 'user').catch(() => undefined)) !== userId) await forgetSession();
  await db?.put('session', userId, 'user').catch(() => {});
}

/** No user is signed in any more: what was read goes. What waits to be sent stays with its user. */
export async function forgetSession(): Promise<void> {
  const db = await openDatabase().catch(() => null);
  await db?.delete('session', 'user').catch(() => {});
  for (const store of ['answers', 'screens'] as const) await db?.clear(store).catch(() => {});
}

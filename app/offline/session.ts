import { openDatabase } from './database.ts';

/** Who is signed in on this device, for the service worker, which has no session of its own; null: no user. */
export async function readSession(): Promise<number | null> {
  const db = await openDatabase().catch(() => null);
  return (await db?.get('session', 'user').catch(() => undefined)) ?? null;
}

/** A user is signed in: what another user read on this device goes. What waits to be sent stays with its user. */
export async function noteSession(userId: number): Promise<void> {
  if ((await readSession()) !== userId) await forgetSession();
  const db = await openDatabase().catch(() => null);
  await db?.put('session', userId, 'user').catch(() => {});
}

/** No user is signed in any more: what was read goes. What waits to be sent stays with its user. */
export async function forgetSession(): Promise<void> {
  const db = await openDatabase().catch(() => null);
  await db?.delete('session', 'user').catch(() => {});
  for (const store of ['answers', 'screens'] as const) await db?.clear(store).catch(() => {});
}

import { type KeptScreen, openDatabase } from '../offline/database.ts';
import { inTime } from '../offline/time-limit.ts';

/**
 * Keeps a screen in place of an earlier one. What another build drew for this user goes: a document and the data of
 * the next one have to be of the same build.
 */
export async function keepScreen(screen: KeptScreen): Promise<void> {
  const db = await openDatabase().catch(() => null);
  if (!db) return;
  const tx = db.transaction('screens', 'readwrite');
  for await (const cursor of tx.store)
    if (cursor.value.userId !== screen.userId || cursor.value.build !== screen.build) await cursor.delete();
  await tx.store.put(screen);
  await tx.done;
}

export async function findScreen(userId: number, address: string): Promise<KeptScreen | undefined> {
  const read = openDatabase().then((db) => db.get('screens', [userId, address]));
  return inTime(read).catch(() => undefined);
}

/** The builds that drew what is kept. */
export async function listBuilds(): Promise<string[]> {
  const db = await openDatabase().catch(() => null);
  const screens = (await db?.getAll('screens').catch(() => undefined)) ?? [];
  return [...new Set(screens.map(({ build }) => build))];
}

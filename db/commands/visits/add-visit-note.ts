import { typed } from '../../connection/typed.ts';
import type { Frame } from '../../record/transact.ts';
import { visitNotes } from '../../schema/index.ts';

export async function addVisitNote({ tx, now, actor }: Frame, visitId: number, text: string): Promise<void> {
  await typed(tx).insert(visitNotes).values({ visitId, author: actor.fullName, createdAt: now, text });
}

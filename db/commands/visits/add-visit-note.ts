import type { Frame } from '../../record/transact.ts';

export async function addVisitNote({ tx, now, actor }: Frame, visitId: number, text: string): Promise<void> {
  await tx`insert into visit_notes (visit_id, author, created_at, text) values (${visitId}, ${actor.fullName}, ${now}, ${text})`;
}

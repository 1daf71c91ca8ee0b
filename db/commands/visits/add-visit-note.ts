import type { Frame } from '../../record/transact.ts';

/** Add a note to a visit's history, by the frame's actor. */
export async function addVisitNote({ tx, now, actor }: Frame, visitId: number, text: string): Promise<void> {
  await tx`insert into visit_notes (visit_id, author, created_at, text) values (${visitId}, ${actor.fullName}, ${now}, ${text})`;
}

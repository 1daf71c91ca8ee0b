import { type HistoryRow, listVisitHistory } from '../../../db/reads/client.ts';
import { aboutClient, type SectionAnswer } from '../board-client/admit-client.ts';

export type ClientHistoryAnswer = SectionAnswer<{ visits: HistoryRow[] }>;

/** The visits that the client had, newest first (S1 §3 'Visit history row'). */
export const loader = aboutClient(async ({ db }, actor, id) => ({
  visits: await listVisitHistory(db, actor, id),
}));

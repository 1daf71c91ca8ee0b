import { type HistoryRow, listVisitHistory } from '../../../db/reads/orders/client.ts';
import { aboutClient, pagesOf, type SectionAnswer } from '../board-client/admit-client.ts';

export type ClientHistoryAnswer = SectionAnswer<{ visits: HistoryRow[]; more: boolean }>;

/** The visits that the client had, newest first (S1 §3 'Visit history row'). */
export const loader = aboutClient(async ({ db }, actor, id, pages) => {
  const { rows: visits, more } = await pagesOf(pages, (part) => listVisitHistory(db, actor, id, part));
  return { visits, more };
});

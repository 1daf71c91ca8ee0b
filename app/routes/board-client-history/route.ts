import { readFromStandby } from '../../../db/connection/standby.ts';
import { type HistoryRow, listVisitHistory } from '../../../db/reads/orders/client.ts';
import { aboutClient, pagesOf, type SectionAnswer } from '../board-client/admit-client.server.ts';

export type ClientHistoryAnswer = SectionAnswer<{ visits: HistoryRow[]; more: boolean }>;

/** The visits that the client had, newest first (S1 §3 'Visit history row'). */
export const loader = aboutClient(async ({ db }, actor, id, pages) => {
  const { rows: visits, more } = await pagesOf(pages, (part) =>
    readFromStandby(db, (from) => listVisitHistory(from, actor, id, part)),
  );
  return { visits, more };
});

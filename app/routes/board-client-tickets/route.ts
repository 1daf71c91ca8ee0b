import { hasPriorityTickets, listClientTickets, type TicketRow } from '../../../db/reads/orders/tickets.ts';
import { aboutClient, pagesOf, type SectionAnswer } from '../board-client/admit-client.server.ts';

/** Its instants travel as text. */
export type ClientTicket = Omit<TicketRow, 'createdAt'> & { createdAt: string };
export type ClientTicketsAnswer = SectionAnswer<{
  tickets: ClientTicket[];
  /** Any of the client's, those of other pages included. */
  priority: boolean;
  more: boolean;
}>;

/** The client's tickets, newest first (S1 §3 'Ticket'). */
export const loader = aboutClient(async ({ db }, actor, id, pages) => {
  const [{ rows: tickets, more }, priority] = await Promise.all([
    pagesOf(pages, (part) => listClientTickets(db, actor, id, part)),
    hasPriorityTickets(db, actor, id),
  ]);
  return { tickets, priority, more };
});

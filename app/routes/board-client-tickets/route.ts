import { listClientTickets, type TicketRow } from '../../../db/reads/tickets.ts';
import { aboutClient, type SectionAnswer } from '../board-client/admit-client.ts';

/** Its instants travel as text. */
export type ClientTicket = Omit<TicketRow, 'createdAt'> & { createdAt: string };
export type ClientTicketsAnswer = SectionAnswer<{ tickets: ClientTicket[] }>;

/** The client's tickets, newest first (S1 §3 'Ticket'). */
export const loader = aboutClient(async ({ db }, actor, id) => ({
  tickets: await listClientTickets(db, actor, id),
}));

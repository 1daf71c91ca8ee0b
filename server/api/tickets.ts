import { z } from 'zod';
import { elevenDigits } from '../../db/commands/input.ts';
import { listWholeTickets, type WholeTicket } from '../../db/reads/tickets.ts';
import { refuse } from '../../machines/refusals.ts';
import { isoWithOffset } from '../../machines/slots.ts';
import { ticketsAnswer, ticketsDetail } from './answers/order.ts';
import { ask, type Call, DetailedAnswer } from './call.ts';

/** A client's tickets (S1 §3 'Ticket', §7): under `data`, and under `detail` where the spec's screens read them. */
export const ticketCalls: Record<string, Call> = {
  'tickets/by_client': ask(
    {
      does: "A client's tickets with their notes and files.",
      reach: 'operations',
      input: z.object({ client_id: elevenDigits }),
      answer: ticketsAnswer,
      detail: ticketsDetail,
      permission: 'can_query_client',
    },
    async ({ db, actor }, { client_id }) => {
      if (!actor.operations.includes(client_id.slice(0, 3))) return refuse('client-operation-not-assigned');
      const tickets = (await listWholeTickets(db, actor, client_id)).map(presentTicket);
      const answer = {
        tickets,
        priority_tickets_inside: tickets.some((ticket) => ticket.has_priority_notes),
      };
      return new DetailedAnswer(answer, answer);
    },
  ),
};

function presentTicket(ticket: WholeTicket) {
  return {
    id: ticket.id,
    title: ticket.title,
    body: ticket.body,
    timestamp: isoWithOffset(ticket.createdAt),
    ot_number: ticket.orderNumber,
    has_priority_notes: ticket.hasPriorityNotes,
    notes: ticket.notes.map((note) => ({
      id: note.id,
      priority: note.priority,
      timestamp: isoWithOffset(note.createdAt),
      from: note.author,
      title: note.title,
      body: note.body,
      attached_files: note.files,
    })),
  };
}

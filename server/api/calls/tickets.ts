import type { WholeTicket } from '../../../db/reads/orders/tickets.ts';
import { isoWithOffset } from '../../../machines/calendar/slots.ts';
import { ticketsAnswer, ticketsDetail } from '../answers/order.ts';
import { type Call, DetailedAnswer, reading } from '../call.ts';

/** A client's tickets (S1 §3 'Ticket', §7): under `data`, and under `detail` where the spec's screens read them. */
export const ticketCalls: Record<string, Call> = {
  'tickets/by_client': reading(
    'wholeTickets',
    {
      does: "A client's tickets with their notes and files, newest first, by pages of 100: one that is shorter is the last.",
      answer: ticketsAnswer,
      detail: ticketsDetail,
    },
    ({ tickets, priority }) => {
      const answer = { tickets: tickets.map(presentTicket), priority_tickets_inside: priority };
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

import { z } from 'zod';
import { elevenDigits, pageOffset } from '../../../db/commands/input.ts';
import { clientPage } from '../../../db/reads/orders/client.ts';
import { hasPriorityTickets, listWholeTickets, type WholeTicket } from '../../../db/reads/orders/tickets.ts';
import { isoWithOffset } from '../../../machines/calendar/slots.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { ticketsAnswer, ticketsDetail } from '../answers/order.ts';
import { ask, type Call, DetailedAnswer } from '../call.ts';

/** A client's tickets (S1 §3 'Ticket', §7): under `data`, and under `detail` where the spec's screens read them. */
export const ticketCalls: Record<string, Call> = {
  'tickets/by_client': ask(
    {
      does: "A client's tickets with their notes and files, newest first, by pages of 100: one that is shorter is the last.",
      reach: 'operations',
      input: z.object({ client_id: elevenDigits, offset: pageOffset }),
      answer: ticketsAnswer,
      detail: ticketsDetail,
      permission: 'can_query_client',
    },
    async ({ db, actor }, { client_id, offset }) => {
      if (!actor.operations.includes(client_id.slice(0, 3))) return refuse('client-operation-not-assigned');
      const [page, priority] = await Promise.all([
        listWholeTickets(db, actor, client_id, { offset, limit: clientPage }),
        hasPriorityTickets(db, actor, client_id),
      ]);
      const answer = { tickets: page.map(presentTicket), priority_tickets_inside: priority };
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

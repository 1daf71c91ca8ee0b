import { z } from 'zod';
import { mayResend } from '../../../machines/access/permissions.ts';
import { imageTypeOf, safeFileName } from '../../../machines/wire/ticket-file.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { elevenDigits, id, pageOffset, text, wholeBetween } from '../../commands/input.ts';
import { readFromStandby } from '../../connection/standby.ts';
import { clientPage, findClient, listVisitHistory } from '../orders/client.ts';
import { listClientMessages } from '../orders/client-messages.ts';
import { listClientPendingOrders } from '../orders/order.ts';
import { listSameClients } from '../orders/same-clients.ts';
import { findTicket, hasPriorityTickets, listClientTickets, listWholeTickets } from '../orders/tickets.ts';
import { apiRead, read } from './row.ts';

const oneClient = z.object({ client_id: elevenDigits });
const ofClient = {
  permission: 'can_query_client',
  reach: {
    operation: ({ client_id }: { client_id: string }) => client_id.slice(0, 3),
    otherwise: 'client-operation-not-assigned',
  },
  by: ['screen', 'api'],
} as const;

/** A list by pages: the API's skips rows, a screen's begins at the first and says how many pages it wants. */
const paged: z.ZodType<{ client_id: string; offset: number; limit?: number }> = oneClient.extend({
  offset: pageOffset,
});
/** One row more than is shown says whether there is another page. */
const pagesOf = (rows: number) =>
  oneClient
    .extend({ pages: wholeBetween(1, 9_999, refuse('check-the-data').text).optional() })
    .transform(({ client_id, pages = 1 }) => ({ client_id, offset: 0, limit: pages * rows + 1 }));
const shownPages = <Of>(rows: Of[], { limit = clientPage + 1 }: { limit?: number }) => ({
  rows: rows.slice(0, limit - 1),
  more: rows.length >= limit,
});

/** A larger picture of a ticket is a download only. */
const previewBytes = 5_000_000;

/** The clients of orders, with what was sent to them and their tickets (S1 §7). */
export const clientReads = {
  client: read({
    ...ofClient,
    input: oneClient,
    run: async ({ db, actor }, { client_id }) => {
      const [client, same] = await Promise.all([
        findClient(db, actor, client_id),
        listSameClients(db, actor, client_id),
      ]);
      return client ? { client, same } : refuse('client-unknown');
    },
    show: (answer) => answer,
  }),
  clientOrders: read({
    ...ofClient,
    input: oneClient,
    run: ({ db, actor }, { client_id }) => listClientPendingOrders(db, actor, client_id),
    show: (orders) => ({ orders }),
  }),
  clientHistory: read({
    ...ofClient,
    input: paged,
    query: pagesOf(clientPage),
    run: ({ db, actor }, { client_id, offset, limit = clientPage }) =>
      readFromStandby(db, (from) => listVisitHistory(from, actor, client_id, { offset, limit })),
    show: (visits, _asker, input) => {
      const { rows, more } = shownPages(visits, input);
      return { visits: rows, more };
    },
  }),
  clientMessages: read({
    ...ofClient,
    // A client of another operation does not exist for the asker.
    reach: { ...ofClient.reach, otherwise: 'client-unknown' },
    input: paged,
    query: pagesOf(20),
    run: async ({ db, actor, now }, { client_id, offset, limit = clientPage }) =>
      (await findClient(db, actor, client_id))
        ? listClientMessages(db, actor, client_id, { offset, limit, now })
        : refuse('client-unknown'),
    show: (messages, { actor }, input) => {
      const { rows, more } = shownPages(messages, input);
      return { messages: rows, more, mayResend: mayResend(actor) };
    },
  }),
  clientTickets: read({
    ...ofClient,
    // The API answers tickets whole, with the bytes of their files.
    by: ['screen'],
    call: 'tickets/by_client',
    input: paged,
    query: pagesOf(clientPage),
    run: async ({ db, actor }, { client_id, offset, limit = clientPage }) => {
      const [tickets, priority] = await Promise.all([
        listClientTickets(db, actor, client_id, { offset, limit }),
        hasPriorityTickets(db, actor, client_id),
      ]);
      return { tickets, priority };
    },
    show: ({ tickets, priority }, _asker, input) => {
      const { rows, more } = shownPages(tickets, input);
      return { tickets: rows, priority, more };
    },
  }),
  ticket: read({
    input: z.object({ id, client_id: text(20) }),
    permission: 'can_query_client',
    reach: 'operations',
    by: ['screen'],
    call: 'tickets/by_client',
    run: async ({ db, actor }, { id, client_id }) => {
      const ticket = await findTicket(db, actor, id);
      // An address that was put together by hand shows no ticket under another client's number.
      return ticket?.clientId === client_id ? ticket : refuse('ticket-unknown');
    },
    // Of a file its name, its size, and whether its bytes are a picture's.
    show: (ticket) => ({
      ticket: {
        ...ticket,
        notes: ticket.notes.map((note) => ({
          ...note,
          files: note.files.map(({ id, name, size, head }) => ({
            id,
            size,
            name: safeFileName(name),
            picture: size <= previewBytes && imageTypeOf(head) !== null,
          })),
        })),
      },
    }),
  }),
  /** With their notes and the bytes of their files (S1 §3 'Ticket'). */
  wholeTickets: apiRead({
    permission: ofClient.permission,
    reach: ofClient.reach,
    input: oneClient.extend({ offset: pageOffset }),
    run: async ({ db, actor }, { client_id, offset }) => {
      const [tickets, priority] = await Promise.all([
        listWholeTickets(db, actor, client_id, { offset, limit: clientPage }),
        hasPriorityTickets(db, actor, client_id),
      ]);
      return { tickets, priority };
    },
  }),
};

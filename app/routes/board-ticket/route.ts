import type { LoaderFunctionArgs } from '@remix-run/node';
import { findTicket, type TicketNote, type Ticket as TicketRead } from '../../../db/reads/orders/tickets.ts';
import { mayDo, permissions } from '../../../machines/access/permissions.ts';
import { readRowId } from '../../../machines/wire/row-id.ts';
import { imageTypeOf, safeFileName } from '../../../machines/wire/ticket-file.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { refuseSession } from '../../require-session.server.ts';

/** A ticket as its dialog shows it: of a file its name, its size, and whether its bytes are a picture's. */
export type Ticket = Omit<TicketRead, 'createdAt' | 'notes'> & {
  createdAt: string;
  notes: (Omit<TicketNote, 'createdAt' | 'files'> & {
    createdAt: string;
    files: { id: number; name: string; size: number; picture: boolean }[];
  })[];
};

export type TicketAnswer = { ok: true; ticket: Ticket } | { ok: false; diagnostic: string };

/** A larger picture is a download only. */
const previewBytes = 5_000_000;

/** One ticket of a client with its notes and files (S1 §2 'Ticket detail'), within the asker's operations. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const ticket = await find(args);
  if (isRefusal(ticket))
    return Response.json({ ok: false, diagnostic: ticket.text }, { status: ticket.status });
  const notes = ticket.notes.map((note) => ({
    ...note,
    files: note.files.map(({ id, name, size, head }) => ({
      id,
      size,
      name: safeFileName(name),
      picture: size <= previewBytes && imageTypeOf(head) !== null,
    })),
  }));
  return Response.json({ ok: true, ticket: { ...ticket, notes } });
}

async function find({ request, context }: LoaderFunctionArgs) {
  if (!context.session) return refuseSession(context);
  const { actor } = context.session;
  if (!mayDo(actor, 'can_query_client')) return refuse(permissions.can_query_client);
  const query = new URL(request.url).searchParams;
  const id = readRowId(query.get('id'));
  const ticket = id === null ? undefined : await findTicket(context.db, actor, id);
  // An address that was put together by hand shows no ticket under another client's number.
  return ticket && ticket.clientId === query.get('client') ? ticket : refuse('ticket-unknown');
}

import { and, eq } from 'drizzle-orm';
import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import { headLength } from '../../../machines/wire/ticket-file.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import { type Columns, clients, ticketFiles, ticketNotes, tickets } from '../../schema/index.ts';
import { clientPage, type Part } from './client.ts';

/** S1 §3 'Ticket'. */
export type TicketRow = Columns<
  typeof tickets,
  'id' | 'number' | 'clientId' | 'orderNumber' | 'title' | 'body' | 'createdAt'
> & { hasPriorityNotes: boolean; notes: number };

export type TicketFile = Columns<typeof ticketFiles, 'id' | 'name' | 'contentType'> & {
  /** In bytes. */
  size: number;
  /** Its first bytes, which identify its type. */
  head: Uint8Array;
};

export type TicketNote = Columns<
  typeof ticketNotes,
  'id' | 'priority' | 'createdAt' | 'author' | 'title' | 'body'
> & { files: TicketFile[] };

export type Ticket = Omit<TicketRow, 'notes'> & { notes: TicketNote[] };

type Asker = Pick<Actor, 'operations'>;

/** A client's tickets within the actor's operations, newest first; by default the first page. */
export async function listClientTickets(
  db: Db,
  actor: Asker,
  clientId: string,
  { offset, limit }: Part = { offset: 0, limit: clientPage },
): Promise<TicketRow[]> {
  const { sql } = db;
  return [
    ...(await sql<TicketRow[]>`
      select ${ticketColumns(sql)}, (select count(*)::int from ticket_notes n where n.ticket_id = t.id) as notes
      from tickets t join clients c on c.id = t.client_id
      where t.client_id = ${clientId} and c.operation = any(${operationsOf(actor)}::text[])
      order by t.created_at desc, t.id desc limit ${limit} offset ${offset}`),
  ];
}

/** Whether any ticket of the client has a priority note, also on other pages. */
export async function hasPriorityTickets({ sql }: Db, actor: Asker, clientId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from tickets t join clients c on c.id = t.client_id join ticket_notes n on n.ticket_id = t.id and n.priority
    where t.client_id = ${clientId} and c.operation = any(${operationsOf(actor)}::text[]) limit 1`;
  return rows.count > 0;
}

/** One ticket with its notes, oldest first, and their files without content; undefined: not found or not theirs. */
export async function findTicket(db: Db, actor: Asker, id: number): Promise<Ticket | undefined> {
  const { sql } = db;
  const [ticket] = await sql<Omit<Ticket, 'notes'>[]>`
    select ${ticketColumns(sql)} from tickets t join clients c on c.id = t.client_id
    where t.id = ${id} and c.operation = any(${operationsOf(actor)}::text[])`;
  if (!ticket) return undefined;
  const [notes, files] = await Promise.all([
    typed(sql)
      .select(noteColumns)
      .from(ticketNotes)
      .where(eq(ticketNotes.ticketId, id))
      .orderBy(ticketNotes.createdAt, ticketNotes.id),
    sql<(TicketFile & Columns<typeof ticketFiles, 'noteId'>)[]>`
      select f.id, f.note_id, f.name, f.content_type, octet_length(f.content) as size,
        substring(f.content from 1 for ${headLength}::int) as head
      from ticket_files f join ticket_notes n on n.id = f.note_id where n.ticket_id = ${id} order by f.id`,
  ]);
  const of = (noteId: number) =>
    files.filter((file) => file.noteId === noteId).map(({ noteId: _, ...file }) => file);
  return { ...ticket, notes: notes.map((note) => ({ ...note, files: of(note.id) })) };
}

/** One attached file with its content; undefined: not found or not theirs. */
export async function findTicketFile(
  db: Db,
  actor: Asker,
  id: number,
): Promise<Columns<typeof ticketFiles, 'name' | 'contentType' | 'content'> | undefined> {
  const [file] = await typed(db.sql)
    .select({
      name: ticketFiles.name,
      contentType: ticketFiles.contentType,
      content: ticketFiles.content,
    })
    .from(ticketFiles)
    .innerJoin(ticketNotes, eq(ticketNotes.id, ticketFiles.noteId))
    .innerJoin(tickets, eq(tickets.id, ticketNotes.ticketId))
    .innerJoin(clients, eq(clients.id, tickets.clientId))
    .where(and(eq(ticketFiles.id, id), anyOf(clients.operation, operationsOf(actor))));
  return file;
}

/** A client's tickets for the API: with all files in base64 (S1 §3 'Ticket'). */
export type WholeTicket = Omit<TicketRow, 'notes'> & {
  notes: (Omit<TicketNote, 'files'> & { files: { id: number; name: string; content: string }[] })[];
};

export async function listWholeTickets(
  db: Db,
  actor: Asker,
  clientId: string,
  part?: Part,
): Promise<WholeTicket[]> {
  const { sql } = db;
  const rows = await listClientTickets(db, actor, clientId, part);
  const ids = rows.map(({ id }) => id);
  const [notes, files] = await Promise.all([
    typed(sql)
      .select({ ...noteColumns, ticketId: ticketNotes.ticketId })
      .from(ticketNotes)
      .where(anyOf(ticketNotes.ticketId, ids))
      .orderBy(ticketNotes.createdAt, ticketNotes.id),
    sql<(Columns<typeof ticketFiles, 'id' | 'noteId' | 'name'> & { content: string })[]>`
      select f.id, f.note_id, f.name, translate(encode(f.content, 'base64'), E'\\n', '') as content
      from ticket_files f join ticket_notes n on n.id = f.note_id
      where n.ticket_id = any(${ids}::int[]) order by f.id`,
  ]);
  return rows.map((ticket) => ({
    ...ticket,
    notes: notes
      .filter((note) => note.ticketId === ticket.id)
      .map(({ ticketId: _, ...note }) => ({
        ...note,
        files: files.filter((file) => file.noteId === note.id).map(({ noteId: _, ...file }) => file),
      })),
  }));
}

const noteColumns = {
  id: ticketNotes.id,
  priority: ticketNotes.priority,
  createdAt: ticketNotes.createdAt,
  author: ticketNotes.author,
  title: ticketNotes.title,
  body: ticketNotes.body,
};

const ticketColumns = (sql: Query) => sql`
  t.id, t.number, t.client_id, t.order_number, t.title, t.body, t.created_at,
  exists (select 1 from ticket_notes n where n.ticket_id = t.id and n.priority) as has_priority_notes`;

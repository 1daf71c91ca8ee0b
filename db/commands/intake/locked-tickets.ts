import { and } from 'drizzle-orm';
import { operationsOf } from '../../../machines/access/permissions.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import type { Frame } from '../../record/transact.ts';
import {
  type Columns,
  clients as clientTable,
  orders as orderTable,
  type ticketNotes,
  type tickets,
} from '../../schema/index.ts';
import { forgetSegments } from '../reports/sum-segments.ts';
import type { TicketInput } from './rows.ts';

/** A ticket after the rows; `changed`: to be written. */
export type LockedTicket = Columns<
  typeof tickets,
  'clientId' | 'orderNumber' | 'title' | 'body' | 'createdAt'
> & {
  number: string;
  notes: Map<string, HeldNote>;
  changed: boolean;
};
export type HeldNote = Columns<typeof ticketNotes, 'priority' | 'createdAt' | 'author' | 'title' | 'body'> & {
  number: string;
  /** By name; `content` in base64 if it has to be written. */
  files: Map<string, { name: string; contentType: string; hash: string; content?: string }>;
  changed: boolean;
};

/** What the rows may refer to, within the actor's reach: existing clients, and each order's client. */
export type Place = { clients: Set<string>; ownerOf: Map<string, string> };

export const emptyTicket = (number: string, now: Date): LockedTicket => ({
  number,
  clientId: '',
  orderNumber: null,
  title: '',
  body: '',
  createdAt: now,
  notes: new Map(),
  changed: true,
});

/** The tickets of these numbers, of any client: ticket numbers are unique in the record. */
export async function lockTickets(
  { tx, actor }: Frame,
  rows: TicketInput[],
): Promise<{ lockedTickets: Map<string, LockedTicket>; place: Place }> {
  const reach = operationsOf(actor);
  const numbers = rows.map((row) => row.ticket_number);
  const recorded = await tx<(Omit<LockedTicket, 'notes' | 'changed'> & Columns<typeof tickets, 'id'>)[]>`
    select id, number, client_id, order_number, title, body, created_at from tickets
    where number = any(${numbers}::text[]) order by id for no key update`;
  const lockedTickets = new Map(
    recorded.map(({ id: _, ...row }) => [row.number, { ...row, notes: new Map(), changed: false }]),
  );
  const noteNumbers = rows.flatMap((row) => row.notes?.map((note) => note.note_number) ?? []);
  const notes = await tx<
    (Omit<HeldNote, 'files' | 'changed'> & {
      ticket: string;
      files: { name: string; contentType: string; hash: string }[];
    })[]
  >`
    select t.number as ticket, n.number, n.priority, n.created_at, n.author, n.title, n.body,
      coalesce((select jsonb_agg(jsonb_build_object('name', f.name, 'contentType', f.content_type,
        'hash', encode(sha256(f.content), 'hex'))) from ticket_files f where f.note_id = n.id), '[]') as files
    from ticket_notes n join tickets t on t.id = n.ticket_id
    where t.id = any(${recorded.map(({ id }) => id)}::int[]) and n.number = any(${noteNumbers}::text[])`;
  for (const { ticket, files, ...note } of notes)
    lockedTickets.get(ticket)!.notes.set(note.number, {
      ...note,
      files: new Map(files.map((file) => [file.name, file])),
      changed: false,
    });

  const clientIds = [...rows.map((row) => row.client_id ?? ''), ...recorded.map(({ clientId }) => clientId)];
  const clients = await typed(tx)
    .select({ id: clientTable.id })
    .from(clientTable)
    .where(and(anyOf(clientTable.id, clientIds), anyOf(clientTable.operation, reach)));
  const orderNumbers = [
    ...rows.map((row) => row.ot_number ?? ''),
    ...recorded.map((row) => row.orderNumber ?? ''),
  ];
  const orders = await typed(tx)
    .select({ number: orderTable.number, clientId: orderTable.clientId })
    .from(orderTable)
    .where(and(anyOf(orderTable.number, orderNumbers), anyOf(orderTable.operation, reach)));
  return {
    lockedTickets,
    place: {
      clients: new Set(clients.map(({ id }) => id)),
      ownerOf: new Map(orders.map(({ number, clientId }) => [number, clientId])),
    },
  };
}

/** Writes new and changed tickets, notes and files. */
export async function saveTickets(
  { tx }: Frame,
  lockedTickets: ReadonlyMap<string, LockedTicket>,
): Promise<void> {
  const changed = [...lockedTickets.values()].filter((ticket) => ticket.changed);
  if (changed.length === 0) return;
  const rows = changed.map(({ notes: _, changed: __, ...ticket }) => ticket);
  const before = await tx<Columns<typeof tickets, 'orderNumber'>[]>`
    select order_number from tickets where number = any(${rows.map(({ number }) => number)}::text[]) and order_number is not null`;
  await tx`
    insert into tickets (number, client_id, order_number, title, body, created_at)
    select number, "clientId", "orderNumber", title, body, "createdAt"
    from jsonb_to_recordset(${tx.json(rows as never)}) as x (number text, "clientId" text, "orderNumber" text, title text,
      body text, "createdAt" timestamptz)
    order by number
    on conflict (number) do update set client_id = excluded.client_id, order_number = excluded.order_number,
      title = excluded.title, body = excluded.body, created_at = excluded.created_at`;
  const orders = [...before, ...rows].flatMap(({ orderNumber }) => orderNumber ?? []);
  await forgetSegments(tx, [...new Set(orders)]);
  const notes = changed.flatMap((ticket) =>
    [...ticket.notes.values()]
      .filter((note) => note.changed)
      .map((note) => ({ ...note, ticket: ticket.number })),
  );
  if (notes.length === 0) return;
  await tx`
    insert into ticket_notes (ticket_id, number, priority, created_at, author, title, body)
    select t.id, x.number, x.priority, x."createdAt", x.author, x.title, x.body
    from jsonb_to_recordset(${tx.json(notes.map(({ files: _, ...note }) => note) as never)}) as x (ticket text, number text,
      priority bool, "createdAt" timestamptz, author text, title text, body text)
    join tickets t on t.number = x.ticket
    order by t.id, x.number
    on conflict (ticket_id, number) do update set priority = excluded.priority, created_at = excluded.created_at,
      author = excluded.author, title = excluded.title, body = excluded.body`;
  const files = notes.flatMap(({ ticket, number: note, files }) =>
    [...files.values()]
      .filter(({ content }) => content !== undefined)
      .map((file) => ({ ...file, ticket, note })),
  );
  if (files.length === 0) return;
  await tx`
    insert into ticket_files (note_id, name, content_type, content)
    select n.id, x.name, x."contentType", decode(x.content, 'base64')
    from jsonb_to_recordset(${tx.json(files as never)}) as x (ticket text, note text, name text, "contentType" text, content text)
    join tickets t on t.number = x.ticket join ticket_notes n on n.ticket_id = t.id and n.number = x.note
    order by n.id, x.name
    on conflict (note_id, name) do update set content_type = excluded.content_type, content = excluded.content`;
}

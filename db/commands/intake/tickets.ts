import { operationsOf } from '../../../machines/access/permissions.ts';
import { changeOf, type FieldChange } from '../../../machines/order/changed-fields.ts';
import { isProblem, type RowProblem, rowProblem } from '../../../machines/order/intake.ts';
import type { Frame } from '../../record/transact.ts';
import { type ReceivedFile, readFile } from './files.ts';
import type { Kind, Outcome, Promised } from './kind.ts';
import { emptyTicket, type LockedTicket, lockTickets, type Place, saveTickets } from './locked-tickets.ts';
import { type NoteInput, type TicketInput, ticketRow } from './rows.ts';

/** Tickets with their notes and attachments. */
export const tickets: Kind<typeof ticketRow> = {
  row: ticketRow,
  numberField: 'ticket_number',
  perTransaction: 100,
  contacts: () => [],
  touched: () => ({ orders: [], clients: [] }),
  async take(frame, rows, promised) {
    const { lockedTickets, place } = await lockTickets(frame, rows);
    const outcomes = rows.map((row) => takeOne(frame, lockedTickets, place, promised, row));
    return { outcomes, save: () => saveTickets(frame, lockedTickets) };
  },
};

function takeOne(
  { actor, now }: Frame,
  lockedTickets: Map<string, LockedTicket>,
  place: Place,
  promised: Promised,
  row: TicketInput,
): Outcome {
  const reach = operationsOf(actor);
  const before = lockedTickets.get(row.ticket_number);
  // Does not reveal whose ticket it is.
  if (before && !reach.includes(before.clientId.slice(0, 3)))
    return rowProblem('number-taken', 'ticket_number');
  const clientId = row.client_id ?? before?.clientId;
  if (!clientId) return rowProblem('client-required', 'client_id');
  if (!reach.includes(clientId.slice(0, 3))) return rowProblem('foreign-operation', 'client_id');
  if (!place.clients.has(clientId) && !promised.has(`client.${clientId}`))
    return rowProblem('client-unknown', 'client_id');
  const orderNumber = row.ot_number === undefined ? (before?.orderNumber ?? null) : row.ot_number;
  if (orderNumber !== null) {
    const owner = place.ownerOf.get(orderNumber);
    if (!owner) return rowProblem('order-unknown', 'ot_number');
    if (owner !== clientId) return rowProblem('order-of-other-client', 'ot_number');
  }
  if (!before && !row.title) return rowProblem('title-required', 'title');
  const files = readFiles(row);
  if (!Array.isArray(files)) return files;

  const ticket = before ?? emptyTicket(row.ticket_number, now);
  const changed = [
    ...assign(
      ticket,
      {
        clientId,
        orderNumber,
        title: row.title || undefined,
        body: row.body,
        createdAt: row.timestamp,
      },
      {
        clientId: 'client_id',
        orderNumber: 'ot_number',
        title: 'title',
        body: 'body',
        createdAt: 'timestamp',
      },
    ),
    ...(row.notes ?? []).flatMap((note, index) => takeNote(ticket, note, files[index]!, now)),
  ];
  ticket.changed ||= changed.length > 0;
  lockedTickets.set(ticket.number, ticket);
  if (!before) return 'created';
  return changed.length > 0 ? { changed } : 'unchanged';
}

/** Every file of the row, note by note, or the first problem. */
function readFiles(row: TicketInput): ReceivedFile[][] | RowProblem {
  const all: ReceivedFile[][] = [];
  for (const [noteAt, note] of (row.notes ?? []).entries()) {
    const files: ReceivedFile[] = [];
    for (const [fileAt, attachment] of (note.attached_files ?? []).entries()) {
      const file = readFile(attachment, `notes.${noteAt}.attached_files.${fileAt}.content`);
      if (isProblem(file)) return file;
      files.push(file);
    }
    all.push(files);
  }
  return all;
}

/** @returns what of the note is new or changed, its files included */
function takeNote(ticket: LockedTicket, input: NoteInput, files: ReceivedFile[], now: Date): FieldChange[] {
  const storedNote = ticket.notes.get(input.note_number);
  const blank = { priority: false, createdAt: now, author: '', title: '', body: '' };
  const note = storedNote ?? { number: input.note_number, ...blank, files: new Map(), changed: true };
  const assigned = assign(
    note,
    {
      priority: input.priority,
      createdAt: input.timestamp,
      author: input.from,
      title: input.title,
      body: input.body,
    },
    {
      priority: 'note.priority',
      createdAt: 'note.timestamp',
      author: 'note.from',
      title: 'note.title',
      body: 'note.body',
    },
  );
  const changed: FieldChange[] = storedNote
    ? assigned
    : [{ field: 'note.note_number', from: null, to: note.number }];
  for (const file of files) {
    const storedFile = note.files.get(file.name);
    if (storedFile?.hash === file.hash && storedFile.contentType === file.contentType) continue;
    note.files.set(file.name, file);
    changed.push({ field: 'note.attached_files', from: storedFile?.name ?? null, to: file.name });
  }
  note.changed ||= changed.length > 0;
  ticket.notes.set(note.number, note);
  return changed;
}

/** Sets the given fields. @returns those whose value changed, by the intake's names */
function assign<Facts extends object, Given extends Partial<Facts>>(
  facts: Facts,
  changes: Given,
  names: Record<keyof Given, string>,
): FieldChange[] {
  const changed: FieldChange[] = [];
  for (const [name, value] of Object.entries(changes) as [keyof Facts, Facts[keyof Facts] | undefined][]) {
    if (value === undefined || String(facts[name]) === String(value)) continue;
    changed.push(changeOf(names[name as keyof Given], facts[name], value));
    facts[name] = value;
  }
  return changed;
}

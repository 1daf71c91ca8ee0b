import { addMonths, type Month, monthOf } from '../../../machines/calendar/month.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { photoFile } from '../../commands/photos/files.ts';
import type { Tx } from '../../connection/sql.ts';
import {
  addEventMonth,
  addVisitMonth,
  forgetEmptyEventMonths,
  forgetEmptyMonths,
} from '../../months/months.ts';
import { type Copy, copyRows } from '../copy.ts';
import { withoutVisitTriggers } from '../load.ts';
import { writeCrew } from './crew.ts';
import type { DemoPictures } from './demo-pictures.ts';
import { photograph } from './life.ts';
import { writeNewNames } from './new-names.ts';
import { addNotices } from './notices.ts';
import { openTickets } from './tickets.ts';
import { iso, minute, type Visit, type World } from './world.ts';
import { writeCatalogues } from './write-catalogues.ts';
import { writeOperations } from './write-operations.ts';
import { writeClientsAndOrders } from './write-orders.ts';
import { writePeople } from './write-people.ts';
import { writeVisits } from './write-visits.ts';

export type Loaded = { orders: number; visits: number; events: number };

/** Numbers everything in chronological order, and writes it, parents first. */
export async function writeWorld(
  tx: Tx,
  world: World,
  passwordHash: string,
  pictures: DemoPictures | null,
): Promise<Loaded> {
  const photographed = pictures && takePhoto(world);
  number(world);
  await makeMonths(tx, world);
  const notices = addNotices(world);
  for (const operation of world.operations) operation.events.sort((a, b) => a.at - b.at);
  const copy: Copy = (table, columns, rows, valuesOf) => copyRows(tx, table, columns, rows, valuesOf);

  await writeOperations(copy, world, pictures?.logo ?? null);
  await writePeople(copy, world, passwordHash);
  await writeCatalogues(copy);
  await writeClientsAndOrders(copy, world);
  await withoutVisitTriggers(tx, () => writeVisits(copy, world));
  await writeCrew(tx, world);
  await writeNewNames(tx, world.now);
  const events = await writeEvents(copy, world);
  await writeNotices(copy, notices, world.now);
  await writeTickets(copy, world);
  if (photographed) await writePhoto(copy, photographed, pictures);
  await advanceIdentities(tx);
  return { orders: world.orders.length, visits: world.visits.length, events };
}

/** In order of creation. */
function number(world: World) {
  world.orders.sort((a, b) => a.createdAt - b.createdAt);
  const next = new Map(world.operations.map((operation) => [operation, 20_000_000]));
  for (const order of world.orders) {
    const value = next.get(order.operation)! + 1;
    next.set(order.operation, value);
    order.number = `${order.operation.plan.code}${value}`;
  }
  world.visits.sort((a, b) => a.createdAt - b.createdAt);
  world.visits.forEach((visit, index) => {
    visit.id = index + 1;
  });
}

/** The months of the past, each with the ids of the visits made in it. */
async function makeMonths(tx: Tx, world: World) {
  await forgetEmptyMonths(tx);
  await forgetEmptyEventMonths(tx);
  const firsts = new Map<Month, number>();
  for (const visit of world.visits) {
    const month = monthOf(today(new Date(visit.createdAt)));
    if (!firsts.has(month)) firsts.set(month, visit.id);
  }
  const cuts = [...firsts];
  for (const [index, [month, first]] of cuts.entries()) {
    const end = cuts[index + 1]?.[1] ?? world.visits.length + spareIds;
    await addVisitMonth(tx, month, first, end);
  }
  const present = monthOf(today(new Date(world.now)));
  const begun = world.operations.reduce(
    (at, { events }) => events.reduce((a, e) => Math.min(a, e.at), at),
    world.now,
  );
  for (let month = monthOf(today(new Date(begun))); month <= present; month = addMonths(month, 1))
    await addEventMonth(tx, month);
}

/** Ids of the last month left for later visits. */
const spareIds = 100_000;

async function writeEvents(copy: Copy, world: World): Promise<number> {
  let written = 0;
  for (const operation of world.operations) {
    let version = 0;
    written += await copy(
      'events',
      [
        'operation',
        'version',
        'name',
        'visit_id',
        'order_number',
        'at',
        'actor_id',
        'actor_name',
        'technician_id',
        'data',
      ],
      operation.events,
      ({ at, name, visit, order, technicianId, actor, data }) => {
        if (name === 'visit.rescheduled') data.to!.visitId = visit!.next!.id;
        if (name === 'visit.created' && visit!.previous) data.from = { visitId: visit!.previous.id };
        return [
          operation.plan.code,
          ++version,
          name,
          visit?.id,
          order.number,
          iso(at),
          actor?.id,
          actor?.fullName ?? 'Agenda técnica',
          technicianId,
          JSON.stringify(data),
        ];
      },
    );
  }
  return written;
}

/** The last visit that a technician of the first operation has finished, with a photo of the work. */
function takePhoto({ operations, visits, now }: World): Visit | null {
  const finished = visits.filter(
    ({ operation, finished, technician, arrivedAt, onTheWayAt }) =>
      operation === operations[0] && finished && technician && (arrivedAt ?? onTheWayAt) !== null,
  );
  const last = finished.toSorted((a, b) => b.closedAt! - a.closedAt!)[0];
  if (!last) return null;
  photograph(last, Math.min(now, last.clock + minute));
  return last;
}

async function writePhoto(copy: Copy, visit: Visit, { photo, keep }: DemoPictures) {
  const file = photoFile(visit.id, visit.technician!.user.id, 'demo');
  await keep(file, photo.content);
  await copy(
    'visit_photos',
    ['visit_id', 'technician_id', 'taken_at', 'file', 'bytes', 'width', 'height', 'preview'],
    [photo],
    ({ content, width, height, preview }) => [
      ...[visit.id, visit.technician!.id, iso(visit.clock), file],
      ...[content.length, width, height, preview],
    ],
  );
}

async function writeNotices(copy: Copy, notices: ReturnType<typeof addNotices>, now: number) {
  await copy(
    'notices',
    [
      'key',
      'operation',
      'visit_id',
      'audience',
      'template',
      'state',
      'channel',
      'recipient',
      'subject',
      'text',
      'attempts',
      'problem',
      'created_at',
      'not_before',
      'sent_at',
    ],
    notices,
    (notice) => [
      notice.key,
      notice.visit.operation.plan.code,
      notice.visit.id,
      'customer',
      notice.template,
      notice.state,
      notice.channel,
      notice.recipient,
      notice.subject,
      notice.text,
      notice.channel ? 1 : 0,
      notice.problem,
      iso(notice.at),
      iso(notice.at),
      notice.state === 'sent' ? iso(Math.min(notice.at + 2000, now)) : null,
    ],
  );
}

async function writeTickets(copy: Copy, world: World) {
  const tickets = openTickets(world);
  const notes = tickets.flatMap((ticket) => ticket.notes);
  await copy(
    'tickets',
    ['id', 'client_id', 'order_number', 'title', 'body', 'created_at'],
    tickets,
    ({ id, order, title, body, at }) => [id, order.client.id, order.number, title, body, iso(at)],
  );
  await copy(
    'ticket_notes',
    ['id', 'ticket_id', 'priority', 'created_at', 'author', 'title', 'body'],
    notes,
    (note) => [note.id, note.ticketId, note.priority, iso(note.at), note.author, note.title, note.body],
  );
  await copy(
    'ticket_files',
    ['note_id', 'name', 'content_type', 'content'],
    notes.flatMap(({ id, files }) => files.map((file) => ({ id, file }))),
    ({ id, file }) => [id, file.name, file.contentType, file.content],
  );
}

/** After rows with given ids, the sequences continue after the highest one. */
async function advanceIdentities(tx: Tx) {
  for (const table of [
    'users',
    'technicians',
    'zones',
    'nodes',
    'slots',
    'symptoms',
    'visits',
    'tickets',
    'ticket_notes',
  ])
    await tx`select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 1) from ${tx(table)}))`;
}

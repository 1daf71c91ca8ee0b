import { addMonths, type Month, monthOf } from '../../../machines/calendar/month.ts';

export type Loaded = { orders: number; visits: number; events: number };

import { today } from '../../../machines/calendar/slots.ts';
import type { Point } from '../../../machines/order/point.ts';
import { photoFile } from '../../commands/photos/files.ts';
import type { Tx } from '../../connection/sql.ts';
import {
  addEventMonth,
  addVisitMonth,
  forgetEmptyEventMonths,
  forgetEmptyMonths,
} from '../../months/months.ts';
import type { Logo } from '../../pictures/logo.ts';
import { copyRows, type Value } from '../copy.ts';
import { withoutVisitTriggers } from '../load.ts';
import { labors, materials, orderTypes, reasons, repairCodes, services, symptoms } from './catalogue.ts';
import { writeCrew } from './crew.ts';
import type { DemoPictures } from './demo-pictures.ts';
import { photograph } from './life.ts';
import { writeNewNames } from './new-names.ts';
import { addNotices } from './notices.ts';
import { writeDetail } from './orders.ts';
import { drawSignature } from './pictures.ts';
import { openTickets } from './tickets.ts';
import { streetLines } from './town.ts';
import { hour, minute, type Node, type Order, type Visit, type World } from './world.ts';

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
  const copy = <Row>(
    table: string,
    columns: readonly string[],
    rows: Iterable<Row>,
    valuesOf: (row: Row) => Value[],
  ) => copyRows(tx, table, columns, rows, valuesOf);

  await writeOperations(copy, world, pictures?.logo ?? null);
  await writePeople(copy, world, passwordHash);
  await writeCatalogues(copy);
  await writeClientsAndOrders(copy, world);
  await withoutVisitTriggers(tx, () => writeVisits(copy, world));
  await writeCrew(tx, world);
  await writeNewNames(tx, world.now);
  const events = await writeEvents(copy, world);
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
      notice.state === 'sent' ? iso(Math.min(notice.at + 2000, world.now)) : null,
    ],
  );
  await writeTickets(copy, world);
  if (photographed) await writePhoto(copy, photographed, pictures);
  await advanceIdentities(tx);
  return { orders: world.orders.length, visits: world.visits.length, events };
}

type Copy = <Row>(
  table: string,
  columns: readonly string[],
  rows: Iterable<Row>,
  valuesOf: (row: Row) => Value[],
) => Promise<number>;

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

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

/** The mean of points; nothing of none. */
const centreOf = (points: readonly Point[]): Value[] => {
  const mean = (part: keyof Point) => points.reduce((sum, point) => sum + point[part], 0) / points.length;
  return points.length === 0 ? [null, null] : [mean('lat'), mean('lon')];
};

/** Ids of the last month left for later visits. */
const spareIds = 100_000;

async function writeOperations(copy: Copy, world: World, logo: Logo | null) {
  const { operations } = world;
  await copy(
    'operations',
    [
      'code',
      'name',
      'version',
      'on_the_way_allowed',
      'auto_release_minutes',
      'can_close_order',
      'allow_enter_materials_and_labors',
    ],
    operations,
    ({ plan, events }) => [
      plan.code,
      plan.name,
      events.length,
      plan.onTheWayAllowed,
      plan.autoReleaseMinutes,
      plan.canCloseOrder,
      plan.allowEnterMaterialsAndLabors,
    ],
  );
  await copy(
    'conversations',
    ['operation', 'reminder', 'replies', 'question', 'company', 'telephone', 'logo', 'area_code'],
    operations.filter(({ plan }) => plan.company),
    ({ plan: { code, conversation = false, company, areaCode } }) => [
      ...[code, conversation, conversation, conversation],
      ...[company, '0800 555 0101', logo?.hash ?? '', areaCode],
    ],
  );
  if (logo) await copy('logos', ['hash', 'picture'], [logo], ({ hash, picture }) => [hash, picture]);
  const pointsOf = new Map<Node, Point[]>();
  for (const { node, point } of world.clients)
    if (point) pointsOf.set(node, [...(pointsOf.get(node) ?? []), point]);
  const each = <Row>(rowsOf: (operation: World['operations'][number]) => Row[]) =>
    operations.flatMap((operation) => rowsOf(operation).map((row) => ({ code: operation.plan.code, row })));
  await copy(
    'zones',
    ['id', 'operation', 'name'],
    each(({ zones }) => zones),
    ({ code, row }) => [row.id, code, row.name],
  );
  await copy(
    'nodes',
    ['id', 'operation', 'name', 'zone_id', 'lat', 'lon'],
    each(({ nodes }) => nodes),
    ({ code, row }) => [row.id, code, row.name, row.zone?.id, ...centreOf(pointsOf.get(row) ?? [])],
  );
  await copy('street_plans', ['operation', 'streets'], operations, ({ plan: { code } }) => [
    code,
    JSON.stringify(streetLines(code)),
  ]);
  await copy(
    'slots',
    ['id', 'operation', 'name', 'from_hour', 'to_hour', 'capacity'],
    operations.flatMap(({ plan, slots }) =>
      slots.map((slot, index) => ({ plan, slot, capacity: index === 0 ? plan.firstSlotCapacity : null })),
    ),
    ({ plan, slot, capacity }) => [slot.id, plan.code, slot.name, slot.from, slot.to, capacity],
  );
  await copy('symptoms', ['id', 'text'], symptoms, ({ id, text }) => [id, text]);
  await copy(
    'priorities',
    ['operation', 'symptom_id', 'priority'],
    each(({ priorities }) => [...priorities]),
    ({ code, row }) => [code, ...row],
  );
}

async function writePeople(copy: Copy, world: World, passwordHash: string) {
  const { users, technicians } = world;
  await copy(
    'users',
    [
      'id',
      'username',
      'first_name',
      'last_name',
      'email',
      'password_hash',
      'profile',
      'default_view',
      'telegram_chat_id',
      'active_on_telegram',
      'subscribed_to_techs',
      'last_seen_at',
      'last_sign_in_at',
    ],
    users,
    (user) => [
      user.id,
      user.username,
      user.firstName,
      user.lastName,
      `${user.username}@demo.agenda.example`,
      passwordHash,
      user.profile,
      user.defaultView,
      user.telegramChatId,
      user.telegramChatId !== null,
      user.subscribedToTechs,
      iso(user.lastSeenAt),
      iso(user.lastSeenAt),
    ],
  );
  await copy(
    'user_operations',
    ['user_id', 'operation', 'position'],
    users.flatMap(({ id, operations }) => operations.map((code, position) => [id, code, position])),
    (row) => row,
  );
  await copy(
    'user_permissions',
    ['user_id', 'permission'],
    users.flatMap(({ id, permissions }) => permissions.map((permission) => [id, permission])),
    (row) => row,
  );
  await copy('technicians', ['id', 'user_id', 'name'], technicians, ({ id, user, name }) => [
    id,
    user.id,
    name,
  ]);
}

async function writeCatalogues(copy: Copy) {
  await copy('order_types', ['value', 'text'], orderTypes, ({ value, text }) => [value, text]);
  await copy(
    'reasons',
    [
      ...[
        'value',
        'text',
        'cancels',
        'finalizes',
        'finalizes_order',
        'derives',
        'reschedules',
        'responsible',
      ],
      'customer_step',
      'derivation_type',
      'absence',
    ],
    reasons,
    (reason) => [
      reason.value,
      reason.text,
      reason.cancels,
      reason.finalizes,
      reason.finalizesOrder,
      reason.derives,
      reason.reschedules,
      reason.responsible,
      reason.customerStep ?? null,
      reason.derivationType ?? null,
      reason.absence,
    ],
  );
  await copy(
    'items',
    ['kind', 'code', 'name'],
    [
      ...materials.map(([code, name]) => ['material', code, name]),
      ...labors.map(([code, name]) => ['labor', code, name]),
    ],
    (row) => row,
  );
  await copy('repair_codes', ['code', 'text'], repairCodes, ({ code, text }) => [code, text]);
}

async function writeClientsAndOrders(copy: Copy, world: World) {
  // In this order: each draws from the same random numbers.
  await writeClients(copy, world);
  await writeOrders(copy, world);
  await copy('related_orders', ['order_number', 'related_number'], relate(world), (pair) => pair);
  await writeServices(copy, world);
  await writeDevices(copy, world);
}

async function writeClients(copy: Copy, { clients }: World) {
  await copy(
    'clients',
    [
      'id',
      'operation',
      'name',
      'status',
      'address',
      'location',
      'lat',
      'lon',
      'telephone',
      'email',
      'wa_number',
      'telegram_chat_id',
    ],
    clients,
    (client) => [
      client.id,
      client.operation.plan.code,
      client.name,
      client.status,
      client.address,
      client.location,
      client.point?.lat,
      client.point?.lon,
      client.telephone,
      client.email,
      client.waNumber,
      client.telegramChatId,
    ],
  );
}

async function writeOrders(copy: Copy, world: World) {
  const { random, orders } = world;
  const repeats = countRepeats(world);
  await copy(
    'orders',
    [
      'number',
      'uuid',
      'operation',
      'type',
      'status_id',
      'client_id',
      'node_id',
      'symptom_id',
      'tag',
      'telephone',
      'detail',
      'notes',
      'contractor',
      'repeating_failures',
      'repair_code',
      'created_at',
      'closed_at',
      'closed_by_technician_id',
    ],
    orders,
    (order) => {
      const { client, operation } = order;
      const failures = repeats.get(order) ?? 0;
      return [
        order.number,
        `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-a${random.hex(3)}-${random.hex(12)}`,
        operation.plan.code,
        order.type,
        order.statusId,
        client.id,
        client.node.id,
        order.symptomId,
        `${client.node.name}/${client.id.slice(-4)}`,
        client.telephone ?? '',
        writeDetail(world, order, failures),
        failures > 1 ? 'Fallas reiteradas: priorizar.' : random.chance(0.08) ? 'Coordinar antes de ir.' : '',
        order.contractor,
        failures,
        order.repairCode,
        iso(order.createdAt),
        iso(order.closedAt),
        order.closedBy?.id,
      ];
    },
  );
}

async function writeServices(copy: Copy, { random, orders, now }: World) {
  const serviced = orders.filter((order) => order.createdAt > now - 120 * 24 * hour || random.chance(0.2));
  await copy(
    'order_services',
    ['order_number', 'quantity', 'name'],
    serviced.flatMap((order) =>
      random
        .shuffled(services)
        .slice(0, random.int(1, 3))
        .map((name) => [
          order.number,
          name.startsWith('TV') || name.startsWith('Rep') ? random.int(1, 3) : 1,
          name,
        ]),
    ),
    (row) => row,
  );
}

async function writeDevices(copy: Copy, { random, clients }: World) {
  await copy(
    'client_devices',
    ['client_id', 'type', 'mac', 'serial'],
    clients.flatMap((client) =>
      random
        .shuffled(['ONT', 'Decodificador HD', 'Decodificador 4K', 'Repetidor', 'Módem DOCSIS'])
        .slice(
          0,
          random.weighted([
            [1, 4],
            [2, 4],
            [3, 2],
            [0, 1],
          ] as const),
        )
        .map((type) => {
          // Locally administered: no maker's address.
          const mac = `02${random.hex(10)}`.toUpperCase().match(/../g)!.join(':');
          return [client.id, type, mac, `AR${random.hex(8).toUpperCase()}`];
        }),
    ),
    (row) => row,
  );
}

/** For each order, the number of the client's faults within 90 days before. */
function countRepeats({ clients }: World): Map<Order, number> {
  const repeats = new Map<Order, number>();
  for (const client of clients) {
    const faults = client.orders.filter(({ type }) => type === 2 || type === 3);
    faults.sort((a, b) => a.createdAt - b.createdAt);
    faults.forEach((order, index) => {
      const since = order.createdAt - 90 * 24 * hour;
      const count = faults.slice(0, index).filter((other) => other.createdAt > since).length;
      if (count > 0) repeats.set(order, Math.min(9, count));
    });
  }
  return repeats;
}

/** Some orders of a client are related to each other. */
function relate({ random, clients }: World): string[][] {
  const pairs: string[][] = [];
  for (const { orders } of clients)
    for (let index = 1; index < orders.length; index++)
      if (random.chance(0.06)) {
        const [first, other] = [orders[index - 1]!.number, orders[index]!.number];
        pairs.push([first, other], [other, first]);
      }
  return pairs;
}

const visitColumns = [
  'id',
  'operation',
  'day',
  'slot_id',
  'zone_id',
  'order_number',
  'order_type',
  'client_id',
  'client_name',
  'client_address',
  'node_name',
  'tag',
  'symptom_id',
  'priority',
  'technician_id',
  'assigned_at',
  'status_id',
  'reason_id',
  'postponed_at',
  'on_the_way',
  'on_the_way_at',
  'arrived',
  'arrived_at',
  'running_late',
  'delayed',
  'delayed_while_on_the_way',
  'detached',
  'detached_by',
  'detached_comments',
  'finished',
  'cancelled',
  'rescheduled',
  'closed_at',
  'customer_notice',
  'late_schedule',
  'rescheduled_previous',
  'rescheduled_next',
  'reschedule_comments',
  'derivation_type',
  'repair_code',
  'extra_comments',
  'material_comments',
  'labor_comments',
  'signature',
  'signature_name',
  'creator_id',
  'created_at',
  'version',
];

async function writeVisits(copy: Copy, world: World) {
  const { random, visits } = world;
  const signatures = Array.from({ length: 5 }, () => drawSignature(random));
  await copy('visits', visitColumns, visits, (visit) => {
    const { order, operation } = visit;
    const { client } = order;
    return [
      visit.id,
      operation.plan.code,
      visit.day,
      visit.slot.id,
      visit.zone?.id,
      order.number,
      order.type,
      client.id,
      client.name,
      client.address,
      client.node.name,
      `${client.node.name}/${client.id.slice(-4)}`,
      order.symptomId,
      operation.priorities.get(order.symptomId) ?? 0,
      visit.technician?.id,
      iso(visit.assignedAt),
      visit.statusId,
      visit.reasonId,
      iso(visit.postponedAt),
      visit.onTheWay,
      iso(visit.onTheWayAt),
      visit.arrived,
      iso(visit.arrivedAt),
      visit.runningLate,
      visit.delayed,
      visit.delayedWhileOnTheWay,
      visit.detached,
      visit.detachedBy,
      visit.detachedComments,
      visit.finished,
      visit.cancelled,
      visit.rescheduled,
      iso(visit.closedAt),
      visit.customerNotice,
      visit.lateSchedule,
      visit.previous?.id,
      visit.next?.id,
      visit.rescheduleComments,
      visit.derivationType,
      visit.repairCode,
      visit.extraComments,
      visit.materialComments,
      visit.laborComments,
      visit.signed ? random.pick(signatures) : null,
      visit.signed ? client.name : null,
      visit.creator.id,
      iso(visit.createdAt),
      visit.version,
    ];
  });
  await copy(
    'visit_notes',
    ['visit_id', 'author', 'created_at', 'text'],
    visits.flatMap(({ id, notes }) => notes.map(({ author, at, text }) => [id, author, iso(at), text])),
    (row) => row,
  );
  await copy(
    'visit_items',
    ['visit_id', 'kind', 'code', 'name', 'amount'],
    visits.flatMap(({ id, items }) =>
      items.map(({ kind, code, name, amount }) => [id, kind, code, name, amount]),
    ),
    (row) => row,
  );
}

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

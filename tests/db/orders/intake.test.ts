import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { malformedLine, type Report, takeIn, takeRows } from '../../../db/commands/intake/take-in.ts';
import type { Context } from '../../../db/record/transact.ts';
import { isRefusal, type Refusal } from '../../../machines/words/refusals.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import {
  actorOf,
  addClient,
  addOrder,
  addReason,
  addUser,
  addVisit,
  makeWorld,
  type World,
} from '../../support/record/fixtures.ts';

// What the provider's own systems send, row by row (docs/integration/intake.md).

const db = openRecord();
let here: World;
let elsewhere: World;
let context: Context;
let last = 0;

beforeAll(async () => {
  here = await makeWorld(db().sql);
  elsewhere = await makeWorld(db().sql);
  await addReason(db().sql, { value: 6, text: 'Concluida', finalizes: true, finalizesOrder: true });
  const userId = await addUser(db().sql, here.operation, { username: 'integracion-x' });
  context = { db: db(), actor: await actorOf(db().sql, userId, ['can_import_records']) };
});

const number = (operation = here.operation) => `${operation}5${String(++last).padStart(7, '0')}`;
const order = <More extends object>(more = {} as More) => ({
  ot_number: number(),
  ot_type: 1,
  client_id: here.clientId as string | undefined,
  ...more,
});
const seen = (report: Report | Refusal) => {
  if (isRefusal(report)) throw new Error(report.text);
  const { created, changed, unchanged, refused } = report;
  return { created, changed, unchanged, refused };
};
const counts = (part: Partial<Record<'created' | 'changed' | 'unchanged' | 'refused', number>>) => ({
  created: 0,
  changed: 0,
  unchanged: 0,
  refused: 0,
  ...part,
});
const take = (kind: 'orders' | 'clients' | 'tickets', ...rows: unknown[]) => takeIn(context, kind, rows);
const problems = (report: Report | Refusal) =>
  (report as Report).errors.map(({ row, field, message }) => [row, field, message]);
const versionNow = async () =>
  (await db().sql`select version from operations where code = ${here.operation}`)[0]!.version as number;
const eventsAfter = (version: number) =>
  db().sql<
    { name: string; orderNumber: string; data: Record<string, unknown> }[]
  >`select name, order_number, data from events where operation = ${here.operation} and version > ${version} order by version`;
const rowOf = async (one: string) => (await db().sql`select * from orders where number = ${one}`)[0]!;

let version = 0;
beforeEach(async () => {
  version = await versionNow();
});

describe('an order', () => {
  it('that is new is received, with its services, symptom, node and client', async () => {
    const row = order({
      client_id: undefined,
      client: {
        client_id: number(),
        name: 'Lía Nuñez',
        address: 'Belgrano 12',
        client_devices: [{ type: 'ONU', mac: 'AA:BB', serial: 'S1' }],
      },
      symptom: 'Sin señal',
      node_name: 'NODO-9',
      services: [{ service_qty: 2, service_name: 'Internet 100' }],
      date_created: '2026-03-05T14:30:00-03:00',
      detail: 'no anda\nhace días',
    });
    expect(seen(await take('orders', row))).toEqual(counts({ created: 1 }));
    const held = await rowOf(row.ot_number);
    expect(held).toMatchObject({
      statusId: 1,
      clientId: row.client.client_id,
      closedAt: null,
      detail: 'no anda\nhace días',
    });
    expect(held.createdAt.toISOString()).toBe('2026-03-05T17:30:00.000Z');
    const [priority] = await db().sql`
      select p.priority, y.text from priorities p join symptoms y on y.id = p.symptom_id
      where p.operation = ${here.operation} and p.symptom_id = ${held.symptomId}`;
    expect(priority).toEqual({ priority: 0, text: 'Sin señal' });
    expect(await db().sql`select name, zone_id from nodes where id = ${held.nodeId}`).toMatchObject([
      { name: 'NODO-9', zoneId: null },
    ]);
    expect(
      await db().sql`select quantity, name from order_services where order_number = ${row.ot_number}`,
    ).toMatchObject([{ quantity: 2, name: 'Internet 100' }]);
    expect(
      await db().sql`select serial from client_devices where client_id = ${row.client.client_id}`,
    ).toMatchObject([{ serial: 'S1' }]);
    expect(await eventsAfter(version)).toMatchObject([
      { name: 'names.added' },
      { name: 'order.received', orderNumber: row.ot_number },
    ]);
  });

  it('adds no second symptom, node or type for another spelling, none for no name, and answers what it added', async () => {
    const { sql } = db();
    const count = async () =>
      (
        await sql`select (select count(*)::int from symptoms) as symptoms, (select count(*)::int from nodes) as nodes`
      )[0]!;
    const rows = [
      order({ symptom: 'Internet  muy lento', node_name: 'Nodo Güemes' }),
      order({ symptom: 'INTERNET MUY LENTO ', node_name: 'NODO  GUEMES' }),
      order({ symptom: 'internet múy lento', node_name: 'nodo güemes' }),
      ...['NULL', '-', 'N/A', '#N/D'].map((nothing) => order({ symptom: nothing, node_name: nothing })),
      order({ symptom: 'Intérnet muy lento', client_id: number() }),
    ];
    const added = [
      { kind: 'symptom', name: 'Internet muy lento', subsidiary_id: null },
      { kind: 'node', name: 'Nodo Güemes', subsidiary_id: here.operation },
    ];
    const before = await count();
    expect(await takeIn(context, 'orders', rows, { dryRun: true })).toMatchObject({
      created: 7,
      refused: 1,
      added,
    });
    expect(await count()).toEqual(before);
    expect(await takeIn(context, 'orders', rows)).toMatchObject({ created: 7, refused: 1, added });
    expect(await count()).toEqual({ symptoms: before.symptoms + 1, nodes: before.nodes + 1 });
    expect(await takeIn(context, 'orders', rows)).toMatchObject({ unchanged: 7, added: [] });
    const [first, second] = await sql`
      select symptom_id, node_id from orders where number in (${rows[0]!.ot_number}, ${rows[1]!.ot_number})`;
    expect(first).toEqual(second);
    const type = { ot_type: 87, ot_type_friendly: 'Retiro de equipo' };
    expect(await take('orders', order(type), order(type))).toMatchObject({
      added: [{ kind: 'order_type', name: 'Retiro de equipo', subsidiary_id: null }],
    });
    expect(await take('orders', order({ ot_type: 88, ot_type_friendly: 'N/A' }))).toMatchObject({
      refused: 1,
      added: [],
    });
  });

  it('keeps the spelling that the record has, where it has two of one name', async () => {
    const { sql } = db();
    await sql`insert into symptoms (text) values ('Corte  de fibra'), ('Corte de fibra')`;
    const row = order({ symptom: 'Corte de fibra' });
    await take('orders', row);
    const [held] = await sql`
      select y.text from orders o join symptoms y on y.id = o.symptom_id where o.number = ${row.ot_number}`;
    expect(held!.text).toBe('Corte de fibra');
  });

  it('that comes again is unchanged and causes no event, whatever stands in it', async () => {
    const row = order({
      symptom: 'SIN SEÑAL',
      node_name: 'NODO-9',
      services: [{ service_qty: 1, service_name: 'TV' }],
      related_orders: [here.orderNumber],
      status_id: 4,
      client: { name: 'Ana Gómez', telephone: '11 5555' },
    });
    await take('orders', row);
    version = await versionNow();
    expect(seen(await take('orders', row, row))).toEqual(counts({ unchanged: 2 }));
    expect(await eventsAfter(version)).toEqual([]);
    expect(
      (await db().sql`select count(*)::int as n from symptoms where lower(text) = 'sin señal'`)[0]!.n,
    ).toBe(1);
  });

  it('that changed says from where to where; what its row leaves out stays', async () => {
    const row = order({ tag: 'A', notes: 'timbre', symptom: 'Lento', contractor: true });
    await take('orders', row);
    version = await versionNow();
    expect(seen(await take('orders', { ot_number: row.ot_number, tag: 'B', symptom: null }))).toEqual(
      counts({ changed: 1 }),
    );
    expect(await rowOf(row.ot_number)).toMatchObject({
      tag: 'B',
      notes: 'timbre',
      symptomId: null,
      contractor: true,
    });
    expect(await eventsAfter(version)).toMatchObject([
      {
        name: 'order.changed',
        data: { from: { tag: 'A' }, to: { tag: 'B', symptom: null }, fields: ['symptom', 'tag'] },
      },
    ]);
  });

  it('that comes twice in one sending ends as its later row says', async () => {
    const row = order({ tag: 'primero' });
    expect(seen(await take('orders', row, { ...row, tag: 'segundo' }))).toEqual(
      counts({ created: 1, changed: 1 }),
    );
    expect((await rowOf(row.ot_number)).tag).toBe('segundo');
    expect(await eventsAfter(version)).toHaveLength(1);
  });

  it('is closed at the date given, or now, and opened again without one', async () => {
    const row = order({ date_created: '2026-01-01T00:00:00Z' });
    await take('orders', { ...row, status_id: 3, date_closed: '2026-02-01T12:00:00Z', repair_code: 'R1' });
    expect((await rowOf(row.ot_number)).closedAt.toISOString()).toBe('2026-02-01T12:00:00.000Z');
    expect(seen(await take('orders', { ...row, status_id: 1 }))).toEqual(counts({ changed: 1 }));
    expect(await rowOf(row.ot_number)).toMatchObject({ statusId: 1, closedAt: null, repairCode: null });
    await take('orders', { ...row, status_id: 5 });
    expect(Date.now() - (await rowOf(row.ot_number)).closedAt.getTime()).toBeLessThan(20_000);
    const early = await take('orders', { ...row, status_id: 5, date_closed: '2025-12-31T00:00:00Z' });
    expect(problems(early)).toEqual([[1, 'date_closed', 'La fecha de cierre es anterior a la de creación.']]);
  });

  it('fulfilled by a visit of ours is not opened again by a feed that is late, unless it says so', async () => {
    const closedAt = new Date('2026-03-01T10:00:00Z');
    const fulfilled = await addOrder(db().sql, here.clientId, {
      number: number(),
      statusId: 3,
      closedAt,
      repairCode: 'R1',
      closedByTechnicianId: here.technicianId,
    });
    const late = { ot_number: fulfilled, status_id: 1 };
    expect(problems(await take('orders', late))).toEqual([
      [1, 'status_id', 'La OT ya fue cumplida en Agenda técnica.'],
    ]);
    const echo = { ot_number: fulfilled, status_id: 3, date_closed: '2026-03-02T00:00:00Z', repair_code: '' };
    expect(seen(await take('orders', echo))).toEqual(counts({ unchanged: 1 }));
    expect(seen(await take('orders', { ...late, reopen: true }))).toEqual(counts({ changed: 1 }));
    expect(await rowOf(fulfilled)).toMatchObject({
      statusId: 1,
      closedByTechnicianId: null,
      repairCode: null,
    });
  });

  it('with visits open is closed all the same; the visits stay', async () => {
    expect(seen(await take('orders', { ot_number: here.orderNumber, status_id: 4 }))).toEqual(
      counts({ changed: 1 }),
    );
    const [visit] = await db().sql`select finished, cancelled from visits where id = ${here.visitId}`;
    expect(visit).toEqual({ finished: false, cancelled: false });
  });

  it('relates to orders that are here, in either direction within one sending', async () => {
    const [a, b] = [order(), order()];
    const rows = [
      {
        ...a,
        related_orders: [b.ot_number, a.ot_number, `${here.operation}99999999`, elsewhere.orderNumber],
      },
      { ...b, related_orders: [a.ot_number] },
    ];
    expect(seen(await take('orders', ...rows))).toEqual(counts({ created: 2 }));
    expect(
      await db()
        .sql`select order_number, related_number from related_orders where order_number in (${a.ot_number}, ${b.ot_number}) order by 1`,
    ).toMatchObject([
      { orderNumber: a.ot_number, relatedNumber: b.ot_number },
      { orderNumber: b.ot_number, relatedNumber: a.ot_number },
    ]);
  });

  it('of an unknown type brings the type with it, or is refused', async () => {
    const refused = await take('orders', order({ ot_type: 77 }));
    expect(problems(refused)[0]!.slice(0, 2)).toEqual([1, 'ot_type']);
    expect(
      seen(await take('orders', order({ ot_type: 77, ot_type_friendly: 'Retiro' }), order({ ot_type: 77 }))),
    ).toEqual(counts({ created: 2 }));
  });

  it('that cannot be taken is reported with its row, field and reason; the others are taken', async () => {
    const good = order();
    const rows = [
      malformedLine,
      'x',
      order({ ot_number: '123' }),
      order({ ot_number: number(elsewhere.operation) }),
      order({ client_id: elsewhere.clientId }),
      order({ client_id: `${here.operation}99999999` }),
      order({ symptom_id: 999 }),
      order({ ot_type: undefined }),
      order({ client_id: undefined }),
      order({ client: { client_id: `${here.operation}88888888`, name: 'X' } }),
      order({ date_created: '2026-02-30T00:00:00Z' }),
      order({ date_created: '2026-02-20' }),
      order({ detail: 'a\u0000b' }),
      order({ notes: '\ud800' }),
      order({ detail: '🙂'.repeat(10_001) }),
      order({ services: [{ service_qty: -1, service_name: 'x' }] }),
      good,
    ];
    const report = (await take('orders', ...rows)) as Report;
    expect(seen(report)).toEqual(counts({ created: 1, refused: 16 }));
    expect(problems(report).map(([row, field]) => [row, field])).toEqual([
      [1, null],
      [2, null],
      [3, 'ot_number'],
      [4, 'ot_number'],
      [5, 'client_id'],
      [6, 'client_id'],
      [7, 'symptom_id'],
      [8, 'ot_type'],
      [9, 'client_id'],
      [10, 'client.client_id'],
      [11, 'date_created'],
      [12, 'date_created'],
      [13, 'detail'],
      [14, 'notes'],
      [15, 'detail'],
      [16, 'services.0.service_qty'],
    ]);
    expect(report.errors[2]).toMatchObject({ number: '123' });
    expect(await db().sql`select 1 from symptoms where id = 999`).toHaveLength(0);
    expect(await eventsAfter(version)).toHaveLength(1);
  });
});

describe('a client', () => {
  it('that is new needs a name, and then keeps what a later row leaves out', async () => {
    const id = number();
    expect(problems(await take('clients', { client_id: id }))).toEqual([[1, 'name', 'Falta el nombre.']]);
    const device = { type: 'ONU', mac: 'AA', serial: '1' };
    const full = {
      client_id: id,
      name: 'Eva',
      telephone: '11 5555',
      email: 'eva@x.example',
      client_devices: [device],
    };
    expect(seen(await take('clients', full))).toEqual(counts({ created: 1 }));
    expect(seen(await take('clients', full, { client_id: id }))).toEqual(counts({ unchanged: 2 }));
    expect(seen(await take('clients', { client_id: id, email: null, client_devices: [] }))).toEqual(
      counts({ changed: 1 }),
    );
    expect((await db().sql`select name, status, telephone, email from clients where id = ${id}`)[0]).toEqual({
      name: 'Eva',
      status: 'Activo',
      telephone: '11 5555',
      email: null,
    });
    expect(await db().sql`select 1 from client_devices where client_id = ${id}`).toHaveLength(0);
    const foreign = await take('clients', { client_id: elsewhere.clientId, name: 'Otro' });
    expect(problems(foreign)).toEqual([[1, 'client_id', 'La operación no está entre las asignadas.']]);
  });

  it('of a list that has surnames first is kept with the comma that says so, and the same row again is no change', async () => {
    const client_id = number();
    const row = { client_id, name: 'DE LA TORRE ANA', surname_first: true };
    const name = async () =>
      (await db().sql<{ name: string }[]>`select name from clients where id = ${client_id}`)[0]!.name;
    expect(seen(await take('clients', row))).toEqual(counts({ created: 1 }));
    expect(await name()).toBe('DE LA TORRE, ANA');
    expect(seen(await take('clients', row))).toEqual(counts({ unchanged: 1 }));
    const company = { client_id, name: 'Torre Hnos.', surname_first: true };
    expect(seen(await take('clients', company))).toEqual(counts({ changed: 1 }));
    expect(await name()).toBe('Torre Hnos.');
  });

  it('has its name read as its operation says that its systems write it, unless the row says otherwise', async () => {
    const client_id = number();
    const name = async () =>
      (await db().sql<{ name: string }[]>`select name from clients where id = ${client_id}`)[0]!.name;
    await db().sql`insert into conversations (operation, surname_first) values (${here.operation}, true)`;
    try {
      await take('clients', { client_id, name: 'NUÑEZ LIA' });
      expect(await name()).toBe('NUÑEZ, LIA');
      expect(seen(await take('clients', { client_id, name: 'NUÑEZ LIA' }))).toEqual(counts({ unchanged: 1 }));
      await take('clients', { client_id, name: 'LIA NUÑEZ', surname_first: false });
      expect(await name()).toBe('LIA NUÑEZ');
      const client = { client_id, name: 'PAZ EVA' };
      await take('orders', {
        ot_number: number(),
        ot_type: 1,
        date_created: '2026-03-05T14:30:00-03:00',
        client,
      });
      expect(await name()).toBe('PAZ, EVA');
    } finally {
      await db().sql`delete from conversations where operation = ${here.operation}`;
    }
  });

  it('whose name or address moves is published to the boards of the open orders that show it, and of no others', async () => {
    const id = await addClient(db().sql, here.operation, { address: 'Mitre 1' });
    const shown = await addOrder(db().sql, id, { number: number() });
    const ownAddress = await addOrder(db().sql, id, { number: number(), address: 'Alem 3' });
    await addOrder(db().sql, id, { number: number(), statusId: 4, closedAt: new Date() });
    await take('clients', { client_id: id, address: 'Mitre 2' });
    expect(await eventsAfter(version)).toMatchObject([{ name: 'order.changed', orderNumber: shown }]);
    await take('clients', { client_id: id, email: 'x@x.example' });
    expect(await eventsAfter(version)).toHaveLength(1);
    await take('clients', { client_id: id, name: 'Otra Persona' });
    expect(
      (await eventsAfter(version))
        .slice(1)
        .map((event) => event.orderNumber)
        .sort(),
    ).toEqual([shown, ownAddress].sort());
  });
});

describe('a ticket', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const ticket = (more: object = {}) => ({
    ticket_number: `T-${++last}`,
    client_id: here.clientId,
    ot_number: here.orderNumber,
    title: 'Sin internet',
    body: 'Desde ayer',
    timestamp: '2026-03-05T14:30:00-03:00',
    notes: [
      {
        note_number: '1',
        from: 'Soporte',
        title: 'Foto',
        body: 'Adjunta',
        attached_files: [
          { name: '../../etc/foto\u202e.png', content_type: 'image/png', content: base64('hola') },
        ],
      },
    ],
    ...more,
  });

  it('is taken with its notes and files, whose names lose their folders', async () => {
    const row = ticket();
    expect(seen(await take('tickets', row))).toEqual(counts({ created: 1 }));
    expect(seen(await take('tickets', row))).toEqual(counts({ unchanged: 1 }));
    expect(
      await db().sql`
        select t.title, n.author, f.name, f.content_type, convert_from(f.content, 'UTF8') as text from tickets t
        join ticket_notes n on n.ticket_id = t.id join ticket_files f on f.note_id = n.id where t.number = ${row.ticket_number}`,
    ).toMatchObject([
      { title: 'Sin internet', author: 'Soporte', name: 'foto.png', contentType: 'image/png', text: 'hola' },
    ]);
  });

  it('keeps the notes that a later row leaves out, and takes the new and the changed ones', async () => {
    const row = ticket();
    await take('tickets', row);
    const later = {
      ticket_number: row.ticket_number,
      notes: [
        { note_number: '2', body: 'Otra', priority: true },
        {
          note_number: '1',
          attached_files: [{ name: 'foto.png', content_type: 'image/png', content: base64('chau') }],
        },
      ],
    };
    expect(seen(await take('tickets', later))).toEqual(counts({ changed: 1 }));
    expect(seen(await take('tickets', later))).toEqual(counts({ unchanged: 1 }));
    expect(
      await db().sql`
        select n.number, n.body, n.priority, (select string_agg(convert_from(f.content, 'UTF8'), ',') from ticket_files f where f.note_id = n.id) as files
        from ticket_notes n join tickets t on t.id = n.ticket_id where t.number = ${row.ticket_number} order by n.number`,
    ).toMatchObject([
      { number: '1', body: 'Adjunta', priority: false, files: 'chau' },
      { number: '2', body: 'Otra', priority: true, files: null },
    ]);
  });

  it('with a number of another operation’s, a foreign order or a file that is too large is refused, and says no more', async () => {
    await db().sql`
      insert into tickets (client_id, title, body, created_at, number) values (${elsewhere.clientId}, 'x', 'x', now(), 'AJENO')`;
    const file = (content: string) => [{ note_number: '1', attached_files: [{ name: 'a', content }] }];
    const report = await take(
      'tickets',
      ticket({ ticket_number: 'AJENO' }),
      ticket({ ot_number: elsewhere.orderNumber }),
      ticket({ client_id: elsewhere.clientId }),
      ticket({ title: '' }),
      ticket({ notes: file('%%%%') }),
      ticket({ notes: file('A'.repeat(7_200_000)) }),
      ticket({ notes: [{ note_number: '' }] }),
    );
    expect(problems(report)).toEqual([
      [1, 'ticket_number', 'El número de ticket no es válido para este cliente.'],
      [2, 'ot_number', 'OT inexistente'],
      [3, 'client_id', 'La operación no está entre las asignadas.'],
      [4, 'title', 'Falta el título.'],
      [5, 'notes.0.attached_files.0.content', 'El contenido del archivo no es base64.'],
      [6, 'notes.0.attached_files.0.content', 'El archivo supera los 5 MB.'],
      [7, 'notes.0.note_number', 'Falta el número de la nota.'],
    ]);
  });
});

describe('an intake', () => {
  it('that is a dry run says what would be, also of rows that need earlier ones, and writes nothing', async () => {
    const client = { client_id: number(), name: 'De prueba' };
    const first = order({
      client_id: client.client_id,
      client,
      ot_type: 88,
      ot_type_friendly: 'Nueva',
      symptom: 'Rara',
    });
    const rows = [
      first,
      ...Array.from({ length: 600 }, () => order({ client_id: client.client_id, ot_type: 88 })),
      { x: 1 },
    ];
    const count = async () =>
      (
        await db().sql`
      select (select count(*)::int from orders) as orders, (select count(*)::int from clients) as clients,
        (select count(*)::int from symptoms) as symptoms, (select count(*)::int from order_types) as types,
        (select count(*)::int from events) as events`
      )[0];
    const before = await count();
    const dry = await takeIn(context, 'orders', rows, { dryRun: true });
    expect(seen(dry)).toEqual(counts({ created: 601, refused: 1 }));
    expect(await count()).toEqual(before);
    expect(seen(await takeIn(context, 'orders', rows))).toEqual(seen(dry));
  });

  it('of the same rows by four at once takes each once', async () => {
    const rows = Array.from({ length: 700 }, (_, at) =>
      order({ symptom: `Síntoma ${at % 5}`, node_name: `N-${at % 7}`, client: { name: 'Ana Gómez' } }),
    );
    const reports = await Promise.all(
      [rows, rows.toReversed(), rows, rows].map((some) => takeIn(context, 'orders', some)),
    );
    const total = (what: 'created' | 'unchanged') =>
      reports.reduce((sum, report) => sum + (report as Report)[what], 0);
    expect([total('created'), total('unchanged')]).toEqual([700, 2_100]);
    const events = await eventsAfter(version);
    expect(events.filter(({ name }) => name === 'order.received')).toHaveLength(700);
    expect((await db().sql`select count(*)::int as n from symptoms where text like 'Síntoma _'`)[0]!.n).toBe(
      5,
    );
  });
});

describe('a correction of whom and where', () => {
  it('reaches the open visits, live, and leaves closed ones as they were', async () => {
    const place = await makeWorld(db().sql, { client: { address: 'Sarmiento 12' } });
    const actor = await actorOf(db().sql, await addUser(db().sql, place.operation), ['can_import_records']);
    const closed = await addVisit(db().sql, place, { finished: true, closedAt: new Date(), statusId: 6 });
    const send = (row: object) =>
      takeIn({ db: db(), actor }, 'clients', [{ client_id: place.clientId, ...row }]);
    await send({ name: 'Ana Gómez', address: 'Sarmiento 1244' });
    const visitOf = async (id: number) =>
      (await db().sql`select client_address, version from visits where id = ${id}`)[0];
    expect(await visitOf(place.visitId)).toEqual({ clientAddress: 'Sarmiento 1244', version: 2 });
    expect(await visitOf(closed)).toEqual({ clientAddress: '', version: 1 });
    const events = await db().sql`select name from events where visit_id = ${place.visitId}`;
    expect(events.map(({ name }) => name)).toEqual(['visit.edited']);
    // The same rows again are no news.
    await send({ name: 'Ana Gómez', address: 'Sarmiento 1244' });
    expect(await visitOf(place.visitId)).toEqual({ clientAddress: 'Sarmiento 1244', version: 2 });
    // What an interruption left undone is healed by the next sending of the same row.
    await db().sql`update visits set client_address = 'Sarmiento 12' where id = ${place.visitId}`;
    await send({ name: 'Ana Gómez', address: 'Sarmiento 1244' });
    expect(await visitOf(place.visitId)).toEqual({ clientAddress: 'Sarmiento 1244', version: 3 });
  });
});

describe('coordinates', () => {
  const at = { lat: -33.89, lon: -60.57 };

  it('come with an order and with its client, as numbers or their text', async () => {
    const row = order({ client: { client_id: here.clientId, lat: '-33.9', lon: '-60.6' }, ...at });
    expect(seen(await take('orders', row))).toEqual(counts({ created: 1 }));
    expect(await rowOf(row.ot_number)).toMatchObject(at);
    const [client] = await db().sql`select lat, lon from clients where id = ${here.clientId}`;
    expect(client).toEqual({ lat: -33.9, lon: -60.6 });
    expect(seen(await take('orders', { ot_number: row.ot_number, lat: null, lon: null }))).toEqual(
      counts({ changed: 1 }),
    );
    expect(await rowOf(row.ot_number)).toMatchObject({ lat: null, lon: null });
  });

  it('that are swapped, elsewhere or alone are refused with their row, and the others are taken', async () => {
    const report = await take(
      'orders',
      order(at),
      order({ lat: at.lon, lon: at.lat }),
      order({ lat: 40.4, lon: -3.7 }),
      order({ lat: at.lat }),
      order({ client: { client_id: here.clientId, lat: at.lon, lon: at.lat } }),
      order({ lat: 'norte', lon: at.lon }),
    );
    expect(seen(report)).toEqual(counts({ created: 1, refused: 5 }));
    expect(problems(report)).toEqual([
      [2, 'lat', 'La latitud y la longitud están intercambiadas.'],
      [3, 'lat', 'Las coordenadas están fuera del país.'],
      [4, 'lat', 'Latitud y longitud van juntas: falta una.'],
      [5, 'client.lat', 'La latitud y la longitud están intercambiadas.'],
      [6, 'lat', 'Las coordenadas son grados decimales, como -34.6037.'],
    ]);
  });

  it('of three open orders give their node its centre, of fewer they do not', async () => {
    const node = `N-${number()}`;
    const centre = async () =>
      (await db().sql`select lat, lon from nodes where operation = ${here.operation} and name = ${node}`)[0];
    await take('orders', order({ node_name: node, ...at }), order({ node_name: node, ...at }));
    expect(await centre()).toEqual({ lat: null, lon: null });
    await take('orders', order({ node_name: node, lat: -33.86, lon: -60.6 }));
    expect(await centre()).toEqual({ lat: -33.88, lon: -60.58 });
  });

  it('of a client are shown by the maps of its open orders', async () => {
    const clientId = await addClient(db().sql, here.operation);
    await take('orders', order({ client_id: clientId }));
    const before = await versionNow();
    await take('clients', { client_id: clientId, ...at });
    expect((await eventsAfter(before)).map(({ name }) => name)).toEqual(['order.changed']);
  });
});

describe('what a client is reached by', () => {
  it('is taken as it comes, and what cannot be used is marked and counted in the answer', async () => {
    const ids = [number(), number(), number()];
    const rows = [
      { client_id: ids[0], name: 'Ana', telephone: '2477 41555', wa_number: '247415556', email: 'no tiene' },
      { client_id: ids[1], name: 'Luis', telephone: '2477 415556 (Marta)', wa_number: '02477 15-415556' },
      { client_id: '1', name: 'Refused', email: 'no tiene' },
      { client_id: ids[2], name: 'Eva', email: 'eva@example.com; luis@example.com' },
    ];
    const report = (await take('clients', ...rows)) as Report;
    expect(seen(report)).toEqual(counts({ created: 3, refused: 1 }));
    expect(report.marked).toBe(2);
    expect(report.marks).toEqual([
      { row: 1, number: ids[0], field: 'telephone', message: 'Número que no se puede usar.' },
      { row: 1, number: ids[0], field: 'wa_number', message: 'Número que no se puede usar.' },
      { row: 1, number: ids[0], field: 'email', message: 'Correo que no se puede usar.' },
      { row: 4, number: ids[2], field: 'email', message: 'Correo que no se puede usar.' },
    ]);
    expect(
      (await db().sql`select telephone, wa_number, email from clients where id = ${ids[0]!}`)[0],
    ).toEqual({ telephone: '2477 41555', waNumber: '247415556', email: 'no tiene' });
  });

  it('is judged of an order and the client in it, by the area code of their operation', async () => {
    const client = { client_id: number(), name: 'Del Pueblo', wa_number: '15-415556' };
    const row = order({ client_id: undefined, client, telephone: 'preguntar' });
    const marked = async () => ((await take('orders', row)) as Report).marks.map(({ field }) => field);
    expect(await marked()).toEqual(['telephone', 'client.wa_number']);
    await db().sql`insert into conversations (operation, area_code) values (${here.operation}, '2477')`;
    expect(await marked()).toEqual(['telephone']);
  });
});

describe('what becomes of each row', () => {
  const rowsOf = async (kind: 'orders' | 'clients' | 'tickets', rows: unknown[], dryRun = true) => {
    const taken = await takeRows(context, kind, rows, { dryRun });
    if (isRefusal(taken)) throw new Error(taken.text);
    return taken.rows;
  };

  it('is said in their order: new, changed with its values, unchanged, or refused with the field', async () => {
    const held = order({ symptom: 'Sin señal', detail: 'x', date_created: '2026-03-05T14:30:00-03:00' });
    await take('orders', held);
    const rows = await rowsOf('orders', [
      order(),
      held,
      {
        ...held,
        symptom: 'Internet lento',
        detail: 'y'.repeat(100),
        date_created: '2026-03-06T14:30:00-03:00',
        services: [{ service_qty: 1, service_name: 'TV' }],
      },
      order({ client_id: number(elsewhere.operation) }),
      { ot_number: '12' },
    ]);
    expect(rows).toEqual([
      { row: 1, number: expect.any(String), outcome: 'created', marks: [] },
      { row: 2, number: held.ot_number, outcome: 'unchanged', marks: [] },
      {
        row: 3,
        number: held.ot_number,
        outcome: 'changed',
        marks: [],
        changes: [
          { field: 'symptom', from: 'Sin señal', to: 'Internet lento' },
          // Too long to be shown.
          { field: 'detail' },
          { field: 'date_created', from: '2026-03-05T17:30:00.000Z', to: '2026-03-06T17:30:00.000Z' },
          { field: 'services' },
        ],
      },
      {
        row: 4,
        number: expect.any(String),
        outcome: 'refused',
        problem: { field: 'client_id', message: 'El cliente es de otra operación.' },
      },
      {
        row: 5,
        number: '12',
        outcome: 'refused',
        problem: { field: 'ot_number', message: 'Son 11 dígitos.' },
      },
    ]);
    expect((await rowOf(held.ot_number)).detail).toBe('x');
  });

  it('names what an order changes in its client, and a telephone that cannot be used', async () => {
    const [row] = await rowsOf('orders', [
      { ot_number: here.orderNumber, client: { client_id: here.clientId, telephone: 'no tiene' } },
    ]);
    expect(row).toMatchObject({
      outcome: 'changed',
      changes: [{ field: 'client.telephone', to: 'no tiene' }],
      marks: [{ field: 'client.telephone' }],
    });
  });

  it('names the fields of a client and of a ticket with its notes', async () => {
    const client = { client_id: number(), name: 'Eva', address: 'Mitre 1' };
    await take('clients', client);
    expect(await rowsOf('clients', [{ ...client, address: 'Mitre 2' }])).toMatchObject([
      { outcome: 'changed', changes: [{ field: 'address', from: 'Mitre 1', to: 'Mitre 2' }] },
    ]);
    const ticket = { ticket_number: `T${client.client_id}`, client_id: client.client_id, title: 'Lento' };
    await take('tickets', ticket);
    expect(
      await rowsOf('tickets', [
        { ...ticket, title: 'Muy lento', notes: [{ note_number: '1', body: 'Primera' }] },
        ticket,
      ]),
    ).toMatchObject([
      {
        outcome: 'changed',
        changes: [
          { field: 'title', from: 'Lento', to: 'Muy lento' },
          { field: 'note.note_number', from: null, to: '1' },
        ],
      },
      // Each row after those before it.
      { outcome: 'changed', changes: [{ field: 'title', from: 'Muy lento', to: 'Lento' }] },
    ]);
  });

  it('is no part of what the API answers', async () => {
    expect(Object.keys((await take('orders', order())) as Report)).toEqual([
      ...['received', 'created', 'changed', 'unchanged', 'refused', 'errors', 'marked', 'marks', 'added'],
    ]);
  });
});

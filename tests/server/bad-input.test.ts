import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseInput, refuseInput } from '../../db/record/transact.ts';
import { newWebhookSecret, sealWebhookSecret } from '../../db/secrets/webhook-secret.ts';
import { everyPermission } from '../../machines/access/permissions.ts';
import { addDays, today } from '../../machines/calendar/slots.ts';
import { calls } from '../../server/api/table.ts';
import { addOrder, addReason, addTechnician, addVisit, makeWorld, type World } from '../support/fixtures.ts';
import { countChanges, hashOfRecord } from '../support/record-hash.ts';
import { type Answer, keys, openSession, webServer } from '../support/web-server.ts';

/**
 * What every call must refuse (faults.md): cases made from its own schema, 2,000 for each. Whatever its schema refuses is
 * judged at once; of those that it takes, and of the others, `BAD_INPUT_SENT` travel over HTTP. `npm run test:bad-input`
 * sends all of 10,000; `BAD_INPUT_SEED` repeats a run. Never 5xx, always the envelope, a Spanish diagnostic, nothing of
 * the inside, and a refused command leaves the record as it was.
 */
const cases = Number(process.env.BAD_INPUT_CASES ?? 2_000);
const sent = Number(process.env.BAD_INPUT_SENT ?? 150);
const seed = Number(process.env.BAD_INPUT_SEED ?? 20_260_301);

const { door, sql } = webServer({ trustProxy: 1 });
let here: World;
let elsewhere: World;
let userId: number;
let technicianId: number;
let token: string;
let promisedVisit: number;
let finishedVisit: number;
let openLink: string;
let finishedLink: string;
let changes: () => Promise<number>;

beforeAll(async () => {
  here = await makeWorld(sql());
  elsewhere = await makeWorld(sql());
  await addReason(sql(), { value: 6, text: 'Concluida', finalizes: true, finalizesOrder: true });
  await addReason(sql(), { value: 14, text: 'Llueve' });
  await addReason(sql(), { value: 30, text: 'Ausente', cancels: true, responsible: 'cliente' });
  await addReason(sql(), {
    ...{ value: 40, text: 'Otra fecha', cancels: true, reschedules: true },
    responsible: 'cliente',
  });
  await addReason(sql(), { value: 31, text: 'Redes', finalizes: true, derives: true });
  await sql()`insert into repair_codes (code, text) values ('R1', 'Cambio de cable')`;
  await sql()`insert into items (kind, code, name) values ('material', 'M1', 'Cable')`;
  await sql()`update operations set allow_enter_materials_and_labors = true`;
  // What the product makes gets other ids than what stands here.
  for (const table of ['slots', 'zones', 'nodes', 'webhooks', 'webhook_deliveries'])
    await sql()`select setval(pg_get_serial_sequence(${table}, 'id'), 1000)`;
  await sql()`insert into symptoms (text) values ('Sin señal'), ('Internet lento')`;
  await sql()`insert into priorities (operation, symptom_id) values (${here.operation}, 1), (${elsewhere.operation}, 1)`;
  ({ userId, technicianId } = await addTechnician(
    sql(),
    here.operation,
    { username: 'jefe' },
    everyPermission,
  ));
  token = await openSession(sql(), userId);
  for (let i = 0; i < 5; i++) {
    await addVisit(sql(), here, { technicianId: null });
    await addOrder(sql(), here.clientId);
  }
  promisedVisit = await addVisit(sql(), here, { day: addDays(today(new Date()), 1) });
  finishedVisit = await addVisit(sql(), here);
  [openLink, finishedLink] = [await addLink(promisedVisit), await addLink(finishedVisit)];
  await refresh();
  changes = await countChanges(sql());
});

async function addLink(visit: number): Promise<string> {
  const { token: link, tokenHash, nonce } = keys.newLink();
  const expiresAt = new Date(Date.now() + 9 * 86_400_000);
  await sql()`insert into visit_links ${sql()({ tokenHash, nonce, visitId: visit, expiresAt } as never)}`;
  return link;
}

/** Every visit open again, each second one the asker's: a command that worked leaves the next as much to refuse. */
async function refresh() {
  await sql()`delete from visits where rescheduled_previous is not null`;
  await sql()`
    update visits set technician_id = case when id % 2 = 1 then ${technicianId}::int end,
      assigned_at = case when id % 2 = 1 then now() end, status_id = 1, reason_id = null, on_the_way = false,
      delayed = false, finished = false, cancelled = false, closed_at = null, derivation_type = null, postponed_at = null,
      rescheduled = false, rescheduled_next = null, slot_id = ${here.slotId}
    where operation = ${here.operation}`;
  await sql()`update orders set status_id = 1, closed_at = null, repair_code = null, closed_by_technician_id = null`;
  await sql()`delete from visit_items`;
  // One that its customer may answer, and one that is over.
  await sql()`
    update visits set day = ${addDays(today(new Date()), 1)}, technician_id = null, assigned_at = null, confirmed_at = null,
      customer_changes = 0 where id = ${promisedVisit}`;
  await sql()`
    update visits set finished = true, status_id = 6, closed_at = now(), technician_id = null, assigned_at = null,
      customer_answer = null where id = ${finishedVisit}`;
  await refreshSettings();
  await refreshWebhooks();
  await refreshPeople();
}

/** The asker as the test began, whatever an account's edition did to it, and nobody new. */
async function refreshPeople() {
  const ids = [here.userId, elsewhere.userId, userId];
  await sql()`delete from technicians where user_id <> all(${ids}::int[])`;
  await sql()`delete from users where id <> all(${ids}::int[])`;
  await sql()`
    update users set username = case when id = ${userId} then 'jefe' else username end, active = true, version = 1,
      must_change_password = false, deactivated_at = null`;
  await sql()`update technicians set active = true`;
  await sql()`delete from user_operations where user_id = ${userId}`;
  await sql()`insert into user_operations (user_id, operation) values (${userId}, ${here.operation})`;
  await sql()`insert into user_permissions (user_id, permission) select ${userId}, p from unnest(${everyPermission}::text[]) p on conflict do nothing`;
}

/** A slot with visits and one without, zones with a node each, and nodes that are free. */
async function refreshSettings() {
  const { operation, slotId } = here;
  const there = elsewhere.operation;
  await sql()`
    insert into conversations (operation, replies, question, notice_hours, changes) values (${operation}, true, true, 0, 10)
    on conflict (operation) do update set replies = true, question = true, reminder = false, notice_hours = 0, changes = 10`;
  await sql()`update operations set personal_data_months = null`;
  await sql()`delete from slots where id > ${elsewhere.slotId}`;
  await sql()`insert into slots (id, operation, name, from_hour, to_hour) values (${emptySlot}, ${operation}, 'Tarde', 14, 18)`;
  await sql()`update slots set name = 'Mañana', from_hour = 9, to_hour = 13, enabled = true, version = 1 where id = ${slotId}`;
  await sql()`update priorities set priority = 0, version = 1`;
  await sql()`update visits set zone_id = null`;
  await sql()`update nodes set zone_id = null`;
  await sql()`delete from zones`;
  await sql()`insert into zones (id, operation, name) values (1, ${operation}, 'Norte'), (2, ${there}, 'Sur'), (3, ${operation}, 'Oeste')`;
  await sql()`
    insert into nodes (id, operation, name, zone_id) values (1, ${operation}, 'A', 1), (2, ${operation}, 'B', null),
      (3, ${operation}, 'C', null), (4, ${there}, 'D', null), (5, ${operation}, 'E', 3)
    on conflict (id) do update set zone_id = excluded.zone_id`;
}
const emptySlot = 90;

/** Webhooks of ours, of others, and one of ours that is off, with deliveries that arrived, are lost, and are under way. */
async function refreshWebhooks() {
  const secret = sealWebhookSecret(keys, 1, newWebhookSecret());
  await sql()`delete from webhooks`;
  await sql()`
    insert into webhooks (id, name, url, events, operations, enabled, version, secret)
    select id, 'Sistema', 'https://hooks.example/', array['order.fulfilled'], array[operation], id <> 3, 2, ${secret}::bytea
    from (values (1, ${here.operation}), (2, ${elsewhere.operation}), (3, ${here.operation})) x (id, operation)`;
  await sql()`
    insert into webhook_deliveries (id, webhook_id, operation, version, type, order_number, state, ended_at)
    select id, webhook, left(number, 3), id, 'order.fulfilled', number, state, case when state <> 'sending' then now() end
    from (values (1, 1, ${here.orderNumber}, 'abandoned'), (2, 2, ${elsewhere.orderNumber}, 'abandoned'),
      (3, 3, ${here.orderNumber}, 'cancelled'), (4, 1, ${here.orderNumber}, 'sending'))
      x (id, webhook, number, state)`;
}

type Json = Record<string, unknown>;

/** What a field of this name takes, of our own and of others': most cases are wrong in one place only, and so get far. */
const plausible = (): Record<string, unknown[]> => {
  const [day, tomorrow] = [today(new Date()), addDays(today(new Date()), 1)];
  const slots = [here.slotId, here.slotId, String(here.slotId), elsewhere.slotId, 99];
  const technicians = [null, here.technicianId, elsewhere.technicianId];
  const zones = [null, 1, 2, 99];
  const codes = [
    here.operation,
    [here.operation],
    elsewhere.operation,
    [here.operation, elsewhere.operation],
    null,
  ];
  return {
    visit_id: [1, 3, 4, 5, 6, 7, 3, 4, 5, 6, 7, '3', elsewhere.visitId, 99],
    notes: ['no puedo llegar'],
    version: [null, null, null, 1],
    status: [6, 14, 30, 31, 99],
    extra_comments: ['el cliente no estaba', null],
    repair_code: ['R1', null],
    derivation_type: [null, 1, 2],
    materials: [[{ code: 'M1', amount: '2' }], [], null],
    labors: [[], null],
    signature: [null],
    ot_type: [1, '1', null],
    ot_number: [1, 2, 3, 4, 5, 6].map((n) => `${here.operation}0000000${n}`).concat(elsewhere.orderNumber),
    possibleDate: [day, tomorrow],
    start_date: [day, tomorrow, null],
    date: [day],
    date_: [day, null],
    date_selected: [day],
    timestripe: slots,
    timestripe_id: [...slots, emptySlot, emptySlot],
    timestrip: [...slots, null],
    zone: zones,
    zone_id: zones,
    editing_zone: zones,
    id: [null, 1, 1, '1', 3, 2, emptySlot, here.slotId, elsewhere.slotId, 999],
    name: ['Siesta', 'Norte', 'Otra'],
    from: [8, 9, '10', 14],
    to: [12, 18, 23],
    enabled: [true, false],
    subsidiary_id: [here.operation, here.operation, null, elsewhere.operation],
    selected_nodes: [[{ idzona: 1, nombre: 'A' }], [1, 2], [{ idzona: 2 }], [3], [5], [4]],
    symptom_id: [1, 2, 99],
    symptom: ['Sin señal', null],
    priority: [0, 50, '99'],
    assigned_to: technicians,
    tech_id: technicians,
    checked: [['public_link'], [], null],
    subsidiary: [here.operation, here.operation, elsewhere.operation],
    subsidiaries: codes,
    month: ['2026-10-01', `${day.slice(0, 8)}01`],
    timeframe: ['all', 'this_week', 'all_except_this_week', null],
    operations: codes,
    username: ['jefe', null, 'ana.paz'],
    firstName: ['Ana'],
    lastName: ['Paz'],
    email: ['ana@x.example', null],
    profile: ['Técnico', ''],
    active: [true, false],
    permissions: [['can_query_order'], ['can_manage_users'], []],
    search: ['ana', null],
    months: [36, 36, '24', null],
    seen_months: [null, null, 36],
    date_from: [day, null],
    date_to: [day, null],
    kind: ['sessions', null],
    password: ['agenda-demo'],
    offset: [0, 50, null],
    sample: [null],
    session_id: ['0123456789abcdef'],
    telegram_chat_id: ['500011'],
    wa_number: ['+5493515550101', null],
    boxi_username: ['jefe', null],
    current: ['agenda-demo'],
    next: ['una clave larga'],
    new_date: [tomorrow, day],
    new_timestripe: slots,
    new_status: [40, 40, 30, 99],
    reschedule_comments: ['el cliente viaja'],
    versions: [null, {}, { 3: 1 }],
    tech_comments: ['tocar timbre', '', null],
    tech_name: ['Quien sea', null],
    key: ['una-clave'],
    client_id: [here.clientId, here.clientId, elsewhere.clientId],
    status_id: [1, 4, null],
    ticket_number: ['T1', 'T2'],
    date_created: ['2026-03-05T14:30:00-03:00', null],
    dry_run: [false, null, true],
    ...ofLinks(tomorrow),
  };
};

/** What a customer's browser sends: the link of an open visit, of a finished one, of nothing, and what its page showed. */
const ofLinks = (tomorrow: string) => ({
  token: [openLink, openLink, openLink, finishedLink, 'x'.repeat(43), ''],
  seen: [promised(tomorrow), promised(tomorrow), promised(tomorrow), 'otra'],
  answer: ['yes', 'no'],
  notice_hours: [0, 24, '24', null],
  changes: [9, 10, '10', null],
  reminder: [true, false, null],
  replies: [true, null],
  question: [true, null],
  url: ['https://hooks.example/agenda', 'https://otro.example:8443/x?y=1', 'http://hooks.example/'],
  events: [['order.fulfilled'], ['visit.finished', 'order.fulfilled']],
  delivery_id: [null, 1, 1, 2, 3, 4, '1'],
  before: [null, 3],
});
const promised = (day: string) => `${day}.${here.slotId}.9.13`;

const nasty: unknown[] = [
  0,
  -1,
  -0,
  1.5,
  2 ** 31,
  2 ** 31 - 1,
  2 ** 53,
  -(2 ** 53),
  1e308,
  '0',
  '1 ',
  ' 1',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  '１２',
  '١٢',
  '99999999999',
  '9'.repeat(400),
  '',
  ' ',
  '\t',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202Eabc',
  '\u200b',
  '\ufeff',
  '🙂'.repeat(101),
  'e\u0301'.repeat(60),
  'x'.repeat(100),
  'x'.repeat(101),
  'x'.repeat(5_000),
  '10100000001x',
  '1010000001',
  '101000000012',
  '１０１',
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  '0000-01-01',
  '10000-01-01',
  '9999-12-31',
  '1900-01-01',
  '2199-12-31',
  '2026-1-1',
  '2026-01-01T00:00:00Z',
  'today',
  'infinity',
  '-infinity',
  'NaN',
  'null',
  'undefined',
  "' or 1=1 --",
  '"; drop table visits; --',
  '%',
  '_',
  '\\',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  [],
  [null],
  [[]],
  [1],
  ['1'],
  [1, 2],
  {},
  { length: 1 },
  { toString: 1 },
  { valueOf: null },
  { constructor: { prototype: { a: 1 } } },
  { refused: true, status: 200, text: 'x', code: 'x' },
  Array(1_000).fill('101'),
  Array(600).fill({ code: 'M1', amount: 1 }),
  [{ code: 'M1', amount: '007' }],
  [{ code: 'M1', amount: 12_345_678 }],
  [{ code: '\u0000', amount: 1 }],
  [{ code: 'M1' }],
  [{}],
  [null, undefined],
  'data:image/png;base64,AAAA',
  `data:image/png;base64,${'A'.repeat(500)}`,
  'data:image/svg+xml;base64,PHN2Zz4=',
];
const anything = () =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...nasty) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    { weight: 1, arbitrary: fc.double() },
  );

/** A value of this JSON Schema. */
function like(schema: Json): fc.Arbitrary<unknown> {
  const options = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (options) return fc.oneof(...options.map(like));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => like({ ...schema, type })));
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'object') return rightBody(schema);
  if (schema.type === 'array') return fc.array(like((schema.items ?? {}) as Json), { maxLength: 3 });
  if (schema.type === 'integer' || schema.type === 'number') return fc.integer({ min: 1, max: 20 });
  return fc.constantFrom<unknown>('texto', 'con ñ y 🙂', '12345678901');
}

/** A body of the call's own fields, right as far as a schema and a name can tell. */
function rightBody(schema: Json): fc.Arbitrary<Json> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  const known = plausible();
  return fc.record(
    Object.fromEntries(
      properties.map(([name, property]) => [
        name,
        known[name] ? fc.constantFrom(...known[name]) : like(property),
      ]),
    ),
    { requiredKeys: (schema.required as string[] | undefined) ?? [] },
  );
}

/** Fields that are named like those of the record, which no client may set. */
const foreignFields = {
  operation: '999',
  status_id: 6,
  creator_id: 1,
  technician_id: 1,
  actor: { userId: 1 },
  now: '2020-01-01',
  key: 'x',
};

/** A body for the call: right but for one or two fields, with fields too many, or anything at all. */
const bodies = (path: string): fc.Arbitrary<unknown> =>
  hardlyRight(
    z.toJSONSchema(calls[path]!.input, { io: 'input', unrepresentable: 'any' }) as Json,
    asRecorded[path] ?? [],
  );

/** What has to be as the record has it, whichever order is named: a right body leaves it to the record. */
const asRecorded: Record<string, string[]> = {
  'visit/create': [
    ...['client_id', 'symptom_id', 'symptom_name', 'priority', 'node_name', 'client_address', 'tag', 'name'],
    ...['assigned_name', 'visit_type', 'related_orders'],
  ],
};

function hardlyRight(given: Json, leftOut: string[] = []): fc.Arbitrary<unknown> {
  const found = ((given.anyOf as Json[] | undefined)?.find(({ type }) => type === 'object') ?? given) as Json;
  const named = Object.keys((found.properties ?? {}) as Json);
  // A call that asks for nothing is sent something all the same.
  const names = named.length > 0 ? named : ['visit_id', 'sample'];
  const nothing = Object.fromEntries(leftOut.map((name) => [name, null]));
  const right = rightBody(found).map((body) => ({ ...body, ...nothing }));
  const wrongIn = (count: number) =>
    fc
      .tuple(
        right,
        fc.array(fc.tuple(fc.constantFrom(...names), anything()), { minLength: count, maxLength: count }),
      )
      .map(([body, wrong]) => ({ ...body, ...Object.fromEntries(wrong) }));
  return fc.oneof(
    { weight: 8, arbitrary: wrongIn(1) },
    { weight: 3, arbitrary: wrongIn(2) },
    { weight: 5, arbitrary: right },
    { weight: 1, arbitrary: right.map((body) => ({ ...body, ...foreignFields })) },
    { weight: 1, arbitrary: anything() },
  );
}

const inner =
  /select |insert into|syntax error|violates|relation "|postgres|node_modules|\bat \S+ \(|\.ts:\d|Cannot read|undefined/i;
const english = /invalid|expected|must be|too (big|small|long|short)|unrecognized|required|received/i;

/** What is wrong with an answer; nothing when it is as it must be. */
function wrongWith(answer: Answer, headers = answer.headers): string | null {
  const { status, body, text } = answer;
  if (status >= 500) return `status ${status}`;
  if (!headers.get('content-type')?.includes('application/json') || body === undefined) return 'no envelope';
  if (body.code !== status) return `code ${body.code} under status ${status}`;
  if (status === 200)
    return body.error === 0 && body.diagnostic === '' && 'data' in body ? null : 'no envelope of success';
  if (status < 400 || status === 400) return `status ${status}`;
  if (body.error === 0 || typeof body.diagnostic !== 'string' || body.diagnostic.trim() === '')
    return 'no diagnostic';
  if (inner.test(text) && status !== 409) return 'the inside shows';
  if (english.test(body.diagnostic)) return 'not in Spanish';
  for (const [field, message] of Object.entries(body.data?.fields ?? {}))
    if (typeof message !== 'string' || message === '' || english.test(message))
      return `field ${field}: ${message}`;
  return null;
}

/** JSON in ASCII: a lone surrogate travels as its escape, as an attacker would send it. */
const toJson = (value: unknown) =>
  (JSON.stringify(value) ?? '').replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

let address = 0;
const send = (
  path: string,
  body: string | Uint8Array<ArrayBuffer> | undefined,
  as: string | null,
  more: Record<string, string> = {},
) =>
  door().send(`/v1/${path}`, {
    method: 'POST',
    ...(body === undefined ? {} : { body }),
    headers: {
      'content-type': 'application/json',
      // An address a case: the login's own limit is another test's.
      'x-forwarded-for': `10.1.${(++address >> 8) & 255}.${address & 255}`,
      ...(as === null ? {} : { authorization: `Bearer ${as}` }),
      ...more,
    },
  });

/** The calls that change something, with the statuses that their cases must reach: asked one by one. One that is missing here fails as a question that changed the record. */
const commands: Record<string, number[]> = {
  'visit/create': [200, 409, 422],
  'visit/attach': [200, 409, 422],
  'visit/detach': [200, 409, 422],
  'visit/set_on_the_way': [200, 409, 422],
  'visit/finish': [200, 409, 422],
  'visit/edit': [200, 409, 422],
  'visit/reschedule': [200, 409, 422],
  'visit/change_technician': [200, 409, 422],
  'user/preferences': [200, 422],
  'users/edit': [200, 404, 422],
  'users/reset_password': [200, 404, 409, 422],
  'retention/edit': [200, 403, 409, 422],
  'user/change_password': [422],
  'user/end_session': [404, 422],
  'user/remove_profile_picture': [200],
  'user/set_telegram_chat_id': [409, 422],
  'user/subscribe_to_techs': [403, 409],
  'user/unsubscribe_from_techs': [403, 409],
  'user/create_telegram_link': [409],
  'user/delete_telegram_chat_id': [200, 403],
  'timestripes/edit': [200, 404, 422],
  'timestripes/delete': [200, 404, 409, 422],
  'priorities/edit': [200, 404, 422],
  'zones/edit': [200, 404, 409, 422],
  'zones/delete': [200, 404, 422],
  'conversations/edit': [200, 403, 422],
  'visit/external/confirm': [200, 404, 409, 422],
  'visit/external/change': [200, 404, 409, 422],
  'visit/external/cancel': [200, 404, 409, 422],
  'visit/external/answer': [200, 404, 409, 422],
  'intake/orders': [200, 422],
  'intake/clients': [200, 422],
  'intake/tickets': [200, 422],
  'webhooks/edit': [200, 403, 409, 422],
  'webhooks/delete': [200, 404, 409, 422],
  'webhooks/rotate_secret': [200, 404, 409, 422],
  'webhooks/test': [200, 404, 422],
  'webhooks/resend': [200, 404, 409, 422],
  // Nobody guesses the key of a change.
  'visit/undo': [404, 422],
};

/**
 * The cases that the call's schema refuses and those that it takes. What a call does first with a body is done here at
 * once: a refusal has to say what is wrong, in Spanish, in the envelope, before anything is sent.
 */
function split(path: string, all: unknown[], bad: string[]): [wrong: unknown[], right: unknown[]] {
  const [wrong, right]: [unknown[], unknown[]] = [[], []];
  for (const one of all) {
    const body: unknown = JSON.parse(toJson(one) || '{}');
    const parsed = parseInput(calls[path]!.input, body);
    (parsed.success ? right : wrong).push(one);
    if (parsed.success) continue;
    const { status, text, fields } = refuseInput(parsed.error);
    const answer = { code: status, error: 1, diagnostic: text, data: { fields } };
    const headers = new Headers({ 'content-type': 'application/json' });
    const problem = wrongWith({ status, headers, text: JSON.stringify(answer), body: answer });
    if (problem) bad.push(`${problem}: ${toJson(one).slice(0, 300)}`);
  }
  return [wrong, right];
}

/** So many of them, from the whole length of the list. */
const some = <T>(list: T[], count: number): T[] =>
  list.length <= count
    ? list
    : Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)]!);

describe.each(Object.keys(calls))('%s', (path) => {
  const acts = commands[path];
  const tokenFor = async () =>
    calls[path]!.anonymous ? null : path === 'user/logout' ? await openSession(sql(), userId) : token;

  it(`answers ${cases} wrong bodies as it must`, { timeout: 30_000 + cases * 20 + sent * 100 }, async () => {
    const bad: string[] = [];
    const seen = new Map<number, number>();
    const judge = (body: string, answer: Answer) => {
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      const problem = wrongWith(answer);
      if (problem) bad.push(`${problem}: ${body.slice(0, 300)} → ${answer.text.slice(0, 300)}`);
    };
    const [wrong, right] = split(path, fc.sample(bodies(path), { numRuns: cases, seed }), bad);
    const texts = [...some(right, sent - Math.min(wrong.length, sent >> 2)), ...some(wrong, sent >> 2)].map(
      toJson,
    );
    const before = await changes();
    if (acts) {
      let done = 0;
      for (const body of texts) {
        const count = await changes();
        const answer = await send(path, body, await tokenFor());
        judge(body, answer);
        // What worked leaves less to refuse to those that follow.
        if (answer.status === 200 && ++done % 4 === 0) await refresh();
        if (answer.status === 200) continue;
        if ((await changes()) !== count) bad.push(`refused, and changed the record: ${body}`);
      }
    } else {
      const queue = [...texts];
      const client = async () => {
        for (let body = queue.shift(); body !== undefined; body = queue.shift())
          judge(body, await send(path, body, await tokenFor()));
      };
      await Promise.all([client(), client(), client(), client()]);
      if ((await changes()) !== before) bad.push('a question changed the record');
    }
    if (acts) await refresh();
    expect(bad.slice(0, 5), JSON.stringify([...seen])).toEqual([]);
    if (acts) expect([...seen.keys()], 'cases that get far').toEqual(expect.arrayContaining(acts));
  });

  it('answers bodies that are no JSON of its kind', async () => {
    const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const raw: [string, string | Uint8Array<ArrayBuffer> | undefined, Record<string, string>?][] = [
      ['malformed', '{"visit_id":'],
      ['two values', '{}{}'],
      ['a comment', '{/**/}'],
      ['duplicate keys', `{"visit_id":1,"visit_id":"x","visit_id":${2 ** 53}}`],
      ['__proto__', '{"__proto__":{"visit_id":1,"permissions":["can_create_visit"]}}'],
      ['escaped __proto__', '{"\\u005f_proto__":{"visit_id":1}}'],
      ['constructor', '{"constructor":{"prototype":{"visit_id":1}}}'],
      ['1,000 levels of objects', deep(1_000)],
      ['100,000 levels of lists', '['.repeat(100_000) + ']'.repeat(100_000)],
      ['1e400', '{"visit_id":1e400,"offset":-1e400}'],
      ['a list', '[]'],
      ['a text', '"x"'],
      ['null', 'null'],
      ['empty', ''],
      ['none', undefined],
      ['spaces', '   '],
      ['NULs', '\u0000\u0000'],
      ['bytes that are no UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
      ['UTF-16', new Uint8Array(Buffer.from('{"visit_id":1}', 'utf16le'))],
      ['said to be gzip', '{}', { 'content-encoding': 'gzip' }],
      ['XML', '<a/>', { 'content-type': 'application/xml' }],
      ['a form', 'visit_id=1', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['multipart', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }],
      ['text', '{}', { 'content-type': 'text/plain' }],
      ['a content type that is none', '{}', { 'content-type': 'rubbish' }],
      ['2 MB', `{"x":"${'x'.repeat(2_097_152)}"}`],
      ['an empty key', '{}', { 'idempotency-key': '' }],
      ['a key of 5,000', '{}', { 'idempotency-key': 'k'.repeat(5_000) }],
      ['a key in Latin-1', '{}', { 'idempotency-key': 'clavé ÿ' }],
    ];
    const before = await hashOfRecord(sql());
    for (const [name, body, headers] of raw) {
      const answer = await send(path, body, await tokenFor(), headers);
      expect(wrongWith(answer), `${name}: ${answer.text.slice(0, 200)}`).toBeNull();
    }
    // A command that needs nothing is asked rightly by an empty body.
    if (!acts || !calls[path]!.input.safeParse({}).success) expect(await hashOfRecord(sql())).toBe(before);
  });
});

it.each(Object.keys(calls).filter((path) => path.startsWith('intake/')))(
  '%s reports each wrong row by itself, inside and all',
  async (path) => {
    const schema = z.toJSONSchema(calls[path]!.input, { io: 'input', unrepresentable: 'any' }) as Json;
    const { rows: list } = schema.properties as { rows: { items: Json } };
    const rows = fc.sample(hardlyRight(list.items), { numRuns: Math.min(cases, 10_000), seed });
    const answer = await send(path, toJson({ rows }), token);
    expect(wrongWith(answer), answer.text.slice(0, 300)).toBeNull();
    const { received, created, changed, unchanged, refused, errors } = answer.body.data;
    expect([received, created + changed + unchanged + refused]).toEqual([rows.length, rows.length]);
    expect(created + changed, 'rows that get far').toBeGreaterThan(0);
    const strange = errors.filter(
      ({ message }: { message: string }) => !message || english.test(message) || inner.test(message),
    );
    expect(strange.slice(0, 5)).toEqual([]);
    await refresh();
  },
);

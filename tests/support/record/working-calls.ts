import type { Sql } from '../../../db/connection/sql.ts';
import { newWebhookSecret, sealWebhookSecret } from '../../../db/secrets/webhook-secret.ts';
import type { Permission } from '../../../machines/access/permissions.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { addLink, cheapHash, keys } from '../processes/web-server.ts';
import { addClient, addOrder, addReason, addSlot, addVisit, makeWorld } from './fixtures.ts';

/** An operation with one of everything that a call can name. */
export type Things = {
  operation: string;
  slotId: number;
  emptySlotId: number;
  zoneId: number;
  emptyZoneId: number;
  nodeId: number;
  freeNodeId: number;
  priorityId: number;
  technicianId: number;
  technicianUserId: number;
  technicianUsername: string;
  clientId: string;
  orderNumber: string;
  /** An unscheduled order. */
  freshOrder: string;
  /** Of today, the technician's. */
  visitId: number;
  /** Of today, unassigned. */
  freeVisitId: number;
  /** Concluded. */
  doneVisitId: number;
  /** Of the day after tomorrow, to which the customer may reply. */
  link: string;
  doneLink: string;
  /** What the link shows, as a reply names it. */
  seen: string;
  /** Of the technician, in a month. */
  absenceId: number;
  webhookId: number;
  /** Given up, of that webhook. */
  deliveryId: number;
};

export type Json = Record<string, unknown>;

/** What comes before a call: calls on behalf of the asker, and the record itself. */
export type Prepare = {
  call(path: string, body: Json, key?: string): Promise<unknown>;
  sql: Sql;
};

export type WorkingCall = {
  /** A dispatcher by default: the technician of the things, or the holder of the link. */
  by?: 'technician' | 'anybody';
  /** A body that works. What differs between the things of two operations are the places where an id stands. */
  body(things: Things, prepare: Prepare): Json | Promise<Json>;
  /** Permissions that its rule asks for, where the table names none. */
  needs?: Permission[];
  /** What another body for the same key differs in; the same call on other things by default. */
  other?: Json;
  /** What is answered once: null in the answer to a repeat. */
  secrets?: string[];
  /** What it answers when it works; 200 by default. */
  status?: number;
};

/** Asked at each call: a run may pass midnight. */
const inDays = (days: number) => addDays(today(new Date()), days);
/** Fixed for the run: bodies and links have to name the same day, at least four days from now. */
const later = inDays(5);
/** What every user of the things signs in with. */
const password = 'la de siempre, larga';
const passwordHash = cheapHash(password);
const month = () => `${inDays(0).slice(0, 8)}01`;
const monthly = ({ operation }: Things) => ({ month: month(), subsidiary: operation });
const none = () => ({});

/** Every call of the table with a body that works, for tests that walk them all. */
export const workingCalls: Record<string, WorkingCall> = {
  'user/login': { by: 'anybody', body: (t) => ({ username: t.technicianUsername, password }) },
  'user/logout': { body: none },
  'user/getuserinfo': { body: none },
  'user/permissions': { body: none },
  'user/preferences': { body: () => ({ singleKeys: true }), other: { singleKeys: false } },
  views: { body: none },
  'views/edit': {
    body: (t) => ({ id: null, name: 'Sur', board: 'jefetec', search: `op=${t.operation}` }),
    other: { name: 'Norte' },
  },
  'views/delete': {
    body: async (_, prepare) => ({ id: await saveView(prepare) }),
    other: { id: 'A'.repeat(22) },
  },
  'user/change_password': {
    by: 'technician',
    body: () => ({ current: password, next: 'cuatro palabras al azar' }),
    other: { current: password, next: 'otras cuatro palabras' },
  },
  'user/push_key': { body: () => ({}) },
  'user/subscribe_to_push': {
    body: () => ({ endpoint: 'https://push.example/1', p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }),
    other: { endpoint: 'https://push.example/2' },
  },
  'user/unsubscribe_from_push': {
    body: () => ({ endpoint: 'https://push.example/1' }),
    other: { endpoint: 'https://push.example/2' },
  },
  'user/remove_profile_picture': { body: none },
  'user/changes': { body: none },
  'user/sessions': { body: none },
  'user/end_session': {
    body: async (_, { call }) => {
      const sessions = (await call('user/sessions', {})) as { session_id: string; current: boolean }[];
      return { session_id: sessions.find(({ current }) => !current)!.session_id };
    },
    other: { session_id: '0123456789abcdef' },
  },
  'user/set_telegram_chat_id': {
    body: () => ({ telegram_chat_id: '500011', wa_number: '' }),
    other: { telegram_chat_id: '500012', wa_number: '' },
    status: 409,
  },
  'user/create_telegram_link': { body: none, status: 409 },
  'user/delete_telegram_chat_id': {
    needs: ['can_edit_telegram_chat_id'],
    body: none,
    other: { boxi_username: 'nadie' },
  },
  'user/subscribe_to_techs': { body: none, status: 409 },
  'user/unsubscribe_from_techs': { body: none, status: 409 },

  users: { body: (t) => ({ search: t.technicianUsername }) },
  'users/get': { body: (t) => ({ id: t.technicianUserId }) },
  'users/edit': {
    body: (t) => ({ id: t.technicianUserId, firstName: 'Otra', version: 1 }),
    other: { firstName: 'Distinta' },
  },
  'users/reset_password': {
    body: (t) => ({ id: t.technicianUserId }),
    secrets: ['temporary_password'],
  },
  'users/operations': { body: none },
  'users/audit': { body: (t) => ({ user_id: t.technicianUserId }) },

  retention: { body: none },
  'retention/preview': { body: (t) => ({ subsidiary: t.operation, months: 36 }) },
  'retention/edit': { body: (t) => ({ subsidiary_id: t.operation, months: 36, seen_months: null }) },

  webhooks: { body: none },
  'webhooks/get': { body: webhook },
  'webhooks/edit': {
    body: (t) => ({
      id: t.webhookId,
      name: 'Facturación',
      url: 'https://example.com/agenda',
      events: ['order.fulfilled'],
      operations: [t.operation],
      version: 1,
    }),
  },
  'webhooks/delete': { body: (t) => ({ id: t.webhookId, version: 1 }) },
  'webhooks/rotate_secret': { body: (t) => ({ id: t.webhookId, version: 1 }) },
  'webhooks/test': { body: webhook },
  'webhooks/deliveries': { body: webhook },
  'webhooks/delivery': { body: (t) => ({ ...webhook(t), delivery_id: t.deliveryId }) },
  'webhooks/history': { body: webhook },
  'webhooks/resend': { body: (t) => ({ ...webhook(t), delivery_id: t.deliveryId }) },

  order: { body: (t) => ({ ot_type: 1, ot_number: t.orderNumber }) },
  'order/places': { body: (t) => ({ ot_type: 1, ot_number: t.orderNumber, days: 2 }) },
  'orders/pending': { body: (t) => ({ subsidiary: t.operation, request: 'priority', zone: t.zoneId }) },
  'orders/pending_from_client': { body: client },
  'client/info': { body: client },
  'client/messages': { body: client },
  search: { body: (t) => ({ text: t.orderNumber }) },
  'visit/history': { body: client },
  'tickets/by_client': { body: client },
  'orders/repair_codes': { body: none },
  get_materials: { body: none },
  get_labor: { body: none },

  'timestripes/eval': { body: (t) => ({ timestripe_id: t.slotId, date: inDays(0) }) },
  'visit/get_timestripes_by_date': { body: (t) => ({ subsidiary: t.operation, date_selected: inDays(0) }) },
  'visit/free_places': { body: (t) => ({ subsidiary: t.operation, date_selected: inDays(1) }) },
  'visit/get_technicians_list': {
    body: (t) => ({ operations: [t.operation], date_: inDays(0), timestrip: t.slotId }),
  },
  'subsidiary/get_techs': { body: (t) => ({ subsidiaries: [t.operation] }) },
  'subsidiary/capabilities': { body: visit },
  'subsidiary/allowed': { body: none },

  timestripes: { body: none },
  'timestripes/edit': {
    body: (t) => ({ id: t.slotId, name: 'Siesta', subsidiary_id: t.operation, version: 1 }),
  },
  'timestripes/notify': {
    body: async (t, { call }) => {
      await call('timestripes/edit', { id: t.slotId, from: 8, to: 22 });
      return { timestripe_id: t.slotId };
    },
  },
  'timestripes/edit_day': {
    body: (t) => ({ timestripe_id: t.slotId, date: later, capacity: 4, version: 1 }),
    other: { capacity: 5 },
  },
  'timestripes/delete': { body: (t) => ({ timestripe_id: t.emptySlotId, subsidiary_id: t.operation }) },
  priorities: { body: (t) => ({ operations: [t.operation] }) },
  'priorities/edit': { body: (t) => ({ id: t.priorityId, priority: 50, version: 1 }) },
  conversations: { body: (t) => ({ operations: [t.operation] }) },
  'conversations/edit': { body: (t) => ({ subsidiary_id: t.operation, reminder: true, version: 1 }) },
  absences: { body: (t) => ({ subsidiary: t.operation }) },
  'absences/edit': {
    body: (t) => ({
      id: t.absenceId,
      tech_id: t.technicianId,
      from: inDays(30),
      to: inDays(31),
      timestripes: [t.slotId],
      reason: 'licencia',
      version: 1,
    }),
  },
  'absences/delete': { body: (t) => ({ id: t.absenceId, version: 1 }) },
  skills: { body: (t) => ({ subsidiary: t.operation }) },
  'skills/edit': {
    body: (t) => ({
      subsidiary: t.operation,
      mode: 'warn',
      skills: [{ name: 'fibra' }],
      needs: [{ skill: 'fibra', order_type: 1, symptom_id: null }],
      technicians: [{ tech_id: t.technicianId, skills: ['fibra'] }],
      version: 1,
    }),
  },
  'settings/open_visits': { body: (t) => ({ subsidiary: t.operation }) },
  'settings/history': {
    needs: ['can_edit_zones'],
    body: (t) => ({ subsidiary: t.operation, setting: 'zones' }),
  },
  zones: { body: (t) => ({ operations: [t.operation], zone_id: t.zoneId }) },
  'zones/get': { body: (t) => ({ id: t.zoneId }) },
  'zones/nodes': { body: (t) => ({ operations: [t.operation], editing_zone: t.zoneId }) },
  'zones/edit': {
    body: (t) => ({
      id: t.zoneId,
      name: 'Centro',
      subsidiary_id: t.operation,
      selected_nodes: [{ idzona: t.nodeId }, { idzona: t.freeNodeId }],
      version: 1,
    }),
  },
  'zones/delete': { body: (t) => ({ id: t.emptyZoneId, version: 1 }) },
  'zones/undo': {
    needs: ['can_edit_zones'],
    body: async (t, { call }) => {
      const key = `zone-${t.emptyZoneId}`;
      await call('zones/delete', { id: t.emptyZoneId }, key);
      return { id: t.emptyZoneId, key };
    },
  },

  names: { body: () => ({ days: 7 }) },
  'names/others': { body: (t) => ({ kind: 'node', id: t.freeNodeId }) },
  'names/foresee': {
    needs: ['can_edit_zones'],
    body: (t) => ({ kind: 'node', from: t.freeNodeId, into: t.nodeId }),
  },
  'names/merges': { body: () => ({}) },
  'names/merge': {
    needs: ['can_edit_zones'],
    body: (t) => ({ kind: 'node', from: t.freeNodeId, into: t.nodeId }),
  },
  'names/undo_merge': {
    needs: ['can_edit_zones'],
    other: { id: 2_000_000 },
    body: async (t, { call }) => {
      const merge = { kind: 'node', from: t.freeNodeId, into: t.nodeId };
      // Refused to who does not reach the operation.
      const merged = (await call('names/merge', merge, `merge-${t.freeNodeId}`)) as { id: number } | null;
      return { id: merged?.id ?? 2_000_000 };
    },
  },

  visits: { body: (t) => ({ subsidiary: t.operation, start_date: inDays(0), zone_id: t.zoneId }) },
  'visit/create': {
    body: (t) => ({
      ot_type: 1,
      ot_number: t.freshOrder,
      possibleDate: inDays(2),
      timestripe: t.slotId,
      zone: t.zoneId,
      assigned_to: t.technicianId,
      checked: [],
    }),
  },
  'visit/get/by_number': { body: visit },
  'visit/get/by_tech_id': { body: (t) => ({ tech_id: t.technicianId, include_finished: true }) },
  'visit/attach': { by: 'technician', body: (t) => ({ visit_id: t.freeVisitId, version: 1 }) },
  'visit/detach': { by: 'technician', body: (t) => ({ ...visit(t), notes: 'no puedo llegar', version: 1 }) },
  'visit/set_on_the_way': { by: 'technician', body: (t) => ({ ...visit(t), version: 1 }) },
  'visit/arrive': {
    by: 'technician',
    body: async (t, { sql }) => {
      await sql`update visits set on_the_way = true, on_the_way_at = now() where id = ${t.visitId}`;
      return { ...visit(t), latitude: -34.6, longitude: -58.4, accuracy: 12, version: 1 };
    },
  },
  'visit/running_late': { by: 'technician', body: () => ({ minutes: 30 }), other: { minutes: 45 } },
  'visit/called': { by: 'technician', body: (t) => ({ ...visit(t), version: 1 }) },
  'visit/photos/list': { body: visit },
  'visit/finish': {
    by: 'technician',
    body: async (t, { sql }) => {
      await sql`update visits set on_the_way = true, on_the_way_at = now() where id = ${t.visitId}`;
      return { ...visit(t), status: 14, extra_comments: 'llueve', version: 1 };
    },
  },
  'visit/edit': {
    body: (t) => ({ ...visit(t), tech_id: t.technicianId, timestripe_id: t.emptySlotId, version: 1 }),
  },
  'visit/reschedule': {
    body: (t) => ({
      visit_id: [t.visitId, t.freeVisitId],
      new_date: inDays(2),
      new_timestripe: t.slotId,
      new_status: 40,
      reschedule_comments: 'el cliente viaja',
      checked: [],
      versions: { [t.visitId]: 1, [t.freeVisitId]: 1 },
    }),
  },
  'visit/change_technician': {
    body: (t) => ({
      visit_id: [t.freeVisitId],
      tech_id: t.technicianId,
      versions: { [t.freeVisitId]: 1 },
    }),
  },
  'visit/place': {
    body: (t) => ({
      visit_id: [t.freeVisitId],
      tech_id: t.technicianId,
      position: 1,
      versions: { [t.freeVisitId]: 1 },
    }),
  },
  attention: { body: none },
  'attention/acknowledge': {
    body: async (t, { sql }) => ({ subsidiary: t.operation, events: [await failMessage(sql, t)] }),
    other: { events: [1_000_000] },
  },
  map: { body: (t) => ({ subsidiary: t.operation, date: inDays(0) }) },
  day: { body: (t) => ({ subsidiary: t.operation, date: inDays(0) }) },
  'visit/undo': {
    by: 'technician',
    body: async (t, { call }) => {
      const key = `release-${t.visitId}`;
      await call('visit/detach', { ...visit(t), notes: 'no puedo llegar' }, key);
      return { visit_id: [t.visitId], key };
    },
  },
  'visit/get_timestripes_by_visit_id': { body: (t) => ({ ...visit(t), date_selected: inDays(1) }) },
  'visit/timestripe_detail': { body: (t) => ({ timestripe_id: t.slotId, date: inDays(0) }) },
  'visit/get_reasons_to_finish': { body: () => ({ type: 'all' }) },
  'report/segment': { body: (t) => ({ visit_id: t.doneVisitId }) },

  'visit/notices': { body: visit },
  'visit/resend_notice': {
    needs: ['can_query_client', 'can_create_visit'],
    body: async (t, { sql }) => ({ notice_id: await failNotice(sql, t) }),
    other: { notice_id: 2_147_483_647 },
  },
  mailbox: { body: none },

  'visit/external': { by: 'anybody', body: (t) => ({ token: t.link }) },
  'visit/external/options': { by: 'anybody', body: (t) => ({ token: t.link }) },
  'visit/external/confirm': {
    by: 'anybody',
    body: (t) => ({ token: t.link, seen: t.seen }),
    other: { seen: 'otra' },
  },
  'visit/external/change': {
    by: 'anybody',
    body: (t) => ({ token: t.link, seen: t.seen, new_date: addDays(later, 1), timestripe_id: t.slotId }),
    other: { new_date: addDays(later, 2) },
  },
  'visit/external/cancel': {
    by: 'anybody',
    body: (t) => ({ token: t.link, seen: t.seen }),
    other: { seen: 'otra' },
  },
  // Two days before, it is too early at any hour of the day.
  'visit/external/at_home': { by: 'anybody', body: (t) => ({ token: t.link }), status: 409 },
  'visit/external/answer': {
    by: 'anybody',
    body: (t) => ({ token: t.doneLink, answer: 'yes' }),
    other: { answer: 'no' },
  },

  'report/monthly': { body: monthly },
  'report/visits': {
    body: (t) => ({ report: 'monthly', column: 'total', month: month(), subsidiaries: [t.operation] }),
  },
  'report/late_schedule': { body: monthly },
  'report/late_finish': { body: monthly },
  'report/cancellation_reasons': { body: monthly },
  'report/technicians': { body: monthly },
  'report/reschedule': { body: monthly },
  'report/monthly_derivations': { body: monthly },
  'report/segments': { body: monthly },
  'report/unclosed': { body: (t) => ({ subsidiary: t.operation, timeframe: 'all' }) },
  'report/on_the_way': { body: (t) => ({ month: month(), subsidiaries: [t.operation] }) },
  'report/on_the_way_global': { body: (t) => ({ month: month(), subsidiaries: [t.operation] }) },
  'report/my_techs': { body: (t) => ({ subsidiaries: [t.operation] }) },

  'intake/clients': { body: (t) => ({ rows: [{ client_id: t.clientId, name: 'Eva Ríos' }] }) },
  'intake/orders': {
    body: (t) => ({
      rows: [{ ot_number: t.freshOrder, ot_type: 1, client_id: t.clientId, detail: 'Sin señal' }],
    }),
  },
  'intake/tickets': {
    body: (t) => ({ rows: [{ ticket_number: `T${t.clientId}`, client_id: t.clientId, title: 'Sin señal' }] }),
  },
};

function client({ clientId }: Things) {
  return { client_id: clientId };
}
function webhook({ webhookId }: Things) {
  return { id: webhookId };
}
function visit({ visitId }: Things) {
  return { visit_id: visitId };
}

async function saveView({ call }: Prepare): Promise<unknown> {
  const input = { id: null, name: 'Tarde', board: 'jefetec', search: 'vista=dia' };
  const { id } = (await call('views/edit', input)) as { id: unknown };
  return id;
}

/** A message to the customer of a visit that failed. @returns the version of its event */
export async function failMessage(
  sql: Sql,
  { operation, visitId, orderNumber }: Pick<Things, 'operation' | 'visitId' | 'orderNumber'>,
): Promise<number> {
  const [row] = await sql<{ version: number }[]>`
    update operations set version = version + 1 where code = ${operation} returning version`;
  const { version } = row!;
  const to = { state: 'failed', audience: 'customer', template: 'visit-created', channel: 'telegram' };
  await sql`insert into events ${sql({ operation, version, name: 'notice.recorded', visitId, orderNumber, data: { to } } as never)}`;
  return version;
}

/** A message to the customer of a visit that found no way. @returns its id */
export async function failNotice(
  sql: Sql,
  { operation, visitId }: Pick<Things, 'operation' | 'visitId'>,
): Promise<number> {
  const notice = { operation, visitId, audience: 'customer', template: 'visit-created', state: 'failed' };
  const [row] = await sql<{ id: number }[]>`
    insert into notices ${sql({ key: `probe.${visitId}.${Math.random()}`, ...notice } as never)} returning id`;
  return row!.id;
}

/** An operation with one of everything, whose every text carries `mark`, so that a test sees where it shows. */
export async function makeThings(sql: Sql, mark: string): Promise<Things> {
  const place = await makeWorld(sql, {
    operation: { name: mark, allowEnterMaterialsAndLabors: true },
    slot: { name: mark, fromHour: 22, toHour: 23 },
    user: { firstName: mark, lastName: mark, passwordHash },
    client: { name: mark, address: mark, telephone: `9 ${mark}` },
    order: { detail: mark, notes: mark },
  });
  const { operation, slotId, clientId, userId } = place;
  const add = async (table: string, columns: object) =>
    Number((await sql`insert into ${sql(table)} ${sql(columns as never)} returning id`)[0]!.id);
  const symptomId = await add('symptoms', { text: 'Sin señal' });
  const zoneId = await add('zones', { operation, name: mark });
  const webhookId = await add('webhooks', {
    name: mark,
    url: `https://hooks.example/${mark}`,
    events: ['order.fulfilled'],
    operations: [operation],
    secret: Buffer.alloc(0),
  });
  await sql`update webhooks set secret = ${sealWebhookSecret(keys, webhookId, newWebhookSecret())} where id = ${webhookId}`;
  const lost = {
    webhookId,
    operation,
    version: 1,
    type: 'order.fulfilled',
    body: mark,
    state: 'abandoned',
    endedAt: new Date(),
  };
  const deliveryId = await add('webhook_deliveries', lost);
  const freeVisitId = await addVisit(sql, place, { technicianId: null });
  const promised = await addVisit(sql, place, { technicianId: null, day: later });
  const doneVisitId = await addVisit(sql, place, {
    finished: true,
    statusId: 6,
    closedAt: new Date(),
    technicianId: null,
  });
  const conversation = { operation, replies: true, question: true, noticeHours: 0, changes: 10 };
  await sql`insert into conversations ${sql(conversation as never)}`;
  await sql`insert into visit_notes ${sql({ visitId: place.visitId, author: mark, text: mark } as never)}`;
  await sql`insert into skill_rules ${sql({ operation } as never)}`;
  const ticket = { number: `T${clientId}`, clientId, title: mark, body: mark, createdAt: new Date() };
  await add('tickets', ticket);
  const [version] =
    await sql`update operations set version = version + 1 where code = ${operation} returning version`;
  const event = { operation, version: version!.version, name: 'visit.finished', visitId: doneVisitId };
  await sql`insert into events ${sql({ ...event, actorName: mark, at: new Date() } as never)}`;
  const [user] = await sql`select username from users where id = ${userId}`;
  return {
    ...place,
    technicianUserId: userId,
    technicianUsername: user!.username as string,
    emptySlotId: await addSlot(sql, operation, { name: `${mark} 2`, fromHour: 22, toHour: 23 }),
    zoneId,
    emptyZoneId: await add('zones', { operation, name: `${mark} 2` }),
    nodeId: await add('nodes', { operation, name: mark, zoneId }),
    freeNodeId: await add('nodes', { operation, name: `${mark} 2` }),
    priorityId: await add('priorities', { operation, symptomId, priority: 10 }),
    absenceId: await add('absences', {
      technicianId: place.technicianId,
      fromDay: inDays(30),
      toDay: inDays(30),
      reason: mark,
    }),
    freshOrder: await addOrder(sql, await addClient(sql, operation, { name: mark, address: mark })),
    freeVisitId,
    doneVisitId,
    webhookId,
    deliveryId,
    link: await addLink(sql, promised),
    doneLink: await addLink(sql, doneVisitId),
    seen: `${later}.${slotId}.22.23`,
  };
}

/** The closure reasons that the bodies name. */
export async function addReasons(sql: Sql): Promise<void> {
  await addReason(sql, { value: 6, text: 'Concluida', finalizes: true, finalizesOrder: true });
  await addReason(sql, { value: 14, text: 'Llueve' });
  await addReason(sql, { value: 30, text: 'Ausente', cancels: true, responsible: 'cliente' });
  const moves = { cancels: true, reschedules: true, responsible: 'cliente' };
  await addReason(sql, { value: 40, text: 'Otra fecha', ...moves });
}

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everyPermission } from '../../machines/access/permissions.ts';
import { addDays, formatDay, today, weekOf } from '../../machines/calendar/slots.ts';
import {
  userAnswer,
  userEditAnswer,
  userResetPasswordAnswer,
  usersAnswer,
  usersAuditAnswer,
} from '../../server/api/answers/account.ts';
import { retentionAnswer, retentionPreviewAnswer } from '../../server/api/answers/setting.ts';
import {
  webhooksAnswer,
  webhooksDeleteAnswer,
  webhooksDeliveriesAnswer,
  webhooksDeliveryAnswer,
  webhooksEditAnswer,
  webhooksGetAnswer,
  webhooksResendAnswer,
  webhooksRotateSecretAnswer,
  webhooksTestAnswer,
} from '../../server/api/answers/webhook.ts';
import { calls } from '../../server/api/table.ts';
import {
  addClient,
  addOrder,
  addReason,
  addSlot,
  addTechnician,
  addUser,
  addVisit,
  makeWorld,
  type World,
} from '../support/fixtures.ts';
import { cheapHash, openSession, webServer } from '../support/web-server.ts';

// Each call of the table as an outside client makes it: its happy path by the spec's names (S1 §3, §7; S2 §3, §7).

const { door, sql } = webServer();
const day = today(new Date());
const tomorrow = addDays(day, 1);
const asked = new Set<string>();
let here: World;
let zoneId: number;
let jefe: string;
let jefeId: number;
let tecnico: string;
let visitId: number;

beforeAll(async () => {
  const operation = { name: 'Córdoba', allowEnterMaterialsAndLabors: true };
  here = await makeWorld(sql(), {
    operation,
    user: { username: 'tecnico' },
    order: { detail: 'línea\ncortada' },
  });
  jefeId = await addUser(
    sql(),
    here.operation,
    {
      username: 'jefe',
      firstName: 'Ana',
      lastName: 'Paz',
      passwordHash: cheapHash('agenda-demo'),
      email: 'ana@x.example',
    },
    everyPermission,
  );
  jefe = await openSession(sql(), jefeId);
  tecnico = await openSession(sql(), here.userId);
  await addReason(sql(), { value: 6, text: 'Concluida', finalizes: true, finalizesOrder: true });
  await addReason(sql(), { value: 14, text: 'Llueve' });
  await addReason(sql(), { value: 30, text: 'Ausente', cancels: true, responsible: 'cliente' });
  await addReason(sql(), {
    value: 40,
    text: 'Pide otra fecha',
    cancels: true,
    reschedules: true,
    responsible: 'cliente',
  });
  await sql()`insert into repair_codes (code, text) values ('R1', 'Cambio de cable')`;
  await sql()`insert into items (kind, code, name) values ('material', 'M1', 'Cable'), ('labor', 'L1', 'Hora')`;
  const [zone] =
    await sql()`insert into zones (operation, name) values (${here.operation}, 'Norte') returning id`;
  zoneId = zone!.id as number;
});
beforeEach(async () => {
  await sql()`update visits set on_the_way = false where on_the_way`;
  visitId = await addVisit(sql(), here);
});

/** The `data` of a call that works. */
async function ask(path: string, body: unknown = {}, token: string | null = jefe) {
  asked.add(path);
  const answer = await door().call(path, body, { token });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toMatchObject({ code: 200, error: 0, diagnostic: '' });
  return answer.body.data;
}
const freshOrder = async () => addOrder(sql(), await addClient(sql(), here.operation));

/** S1 §3 'Visit'. */
const visitFields = [
  'id',
  'date_dispatch',
  'timestripe_friendly',
  'status',
  'ot_type',
  'ot_number',
  'ot_type_friendly',
  'subsidiary_friendly',
  'node_name',
  'tag',
  'zone_name',
  'client_id',
  'tech_comments',
  'assigned_id',
  'cancelled',
  'finished',
  'on_the_way',
  'delayed',
  'delayed_while_on_the_way',
  'assigned',
  'detached',
  'rescheduled_next',
  'derivation_type',
  'derivation_type_friendly',
  'hex_color',
  'status_friendly',
  'tech_id',
];
const expectFields = (value: object, fields: string[]) =>
  expect(
    fields.filter((field) => !(field in value)),
    'missing by the spec',
  ).toEqual([]);

describe('accounts', () => {
  it('user/login, user/logout', async () => {
    const session = await ask('user/login', { username: 'jefe', password: 'agenda-demo' }, null);
    expect(Object.keys(session).sort()).toEqual(['defaultView', 'token', 'tokenExpires']);
    await ask('user/permissions', {}, session.token);
    expect(await ask('user/logout', {}, session.token)).toEqual({});
    expect((await door().call('user/permissions', {}, { token: session.token })).status).toBe(401);
  });

  it('user/preferences: what is named changes, the rest stays', async () => {
    await ask('user/preferences', { singleKeys: false, jefetec: 'op=114&modo=prioridad' });
    await ask('user/preferences', { singleKeys: true });
    const [user] = await sql()`select preferences from users where id = ${jefeId}`;
    expect(user!.preferences).toEqual({ singleKeys: true, jefetec: 'op=114&modo=prioridad' });
  });

  it('user/sessions, user/end_session, user/change_password and user/remove_profile_picture', async () => {
    const user = await addUser(sql(), here.operation, { passwordHash: cheapHash('la de siempre') });
    const own = await openSession(sql(), user);
    await openSession(sql(), user, { kind: 'browser' });
    const sessions = await ask('user/sessions', {}, own);
    expect(Object.keys(sessions[0]).sort()).toEqual(
      ['current', 'date_created', 'kind', 'last_seen', 'session_id', 'user_agent'].sort(),
    );
    const other = sessions.find((session: { current: boolean }) => !session.current);
    expect(await ask('user/end_session', { session_id: other.session_id }, own)).toEqual({
      session_id: other.session_id,
    });
    const change = { current: 'la de siempre', next: 'una mucho más larga' };
    expect(await ask('user/change_password', change, own)).toEqual({ ended: 0 });
    expect(await ask('user/remove_profile_picture', {}, own)).toEqual({});
  });

  it('user/set_telegram_chat_id, user/delete_telegram_chat_id and the subscription', async () => {
    asked.add('user/set_telegram_chat_id');
    const link = { telegram_chat_id: '500011', wa_number: '', boxi_username: 'jefe' };
    const off = await door().call('user/set_telegram_chat_id', link, { token: jefe });
    expect([off.status, off.body.diagnostic]).toEqual([
      409,
      'Esta instalación no tiene configurado el bot de Telegram.',
    ]);
    asked.add('user/create_telegram_link');
    const noBot = await door().call('user/create_telegram_link', {}, { token: jefe });
    expect([noBot.status, noBot.body.diagnostic]).toEqual([off.status, off.body.diagnostic]);
    await sql()`update users set telegram_chat_id = '500011', active_on_telegram = true where id = ${jefeId}`;
    expect(await ask('user/subscribe_to_techs', { username: 'jefe' })).toEqual({ subscribed_to_techs: true });
    expect(await ask('user/unsubscribe_from_techs', { username: 'jefe' })).toEqual({
      subscribed_to_techs: false,
    });
    expect(await ask('user/delete_telegram_chat_id', { boxi_username: 'jefe' })).toEqual({
      active_on_telegram: false,
    });
  });

  it('users, users/get, users/edit, users/reset_password, users/audit: as their answers are declared', async () => {
    const wish = {
      id: null,
      username: 'Lia.Sosa',
      firstName: 'Lía',
      lastName: 'Sosa',
      subsidiaries: [here.operation],
      is_technician: true,
    };
    const made = userEditAnswer.parse(await ask('users/edit', wish));
    expect(made).toMatchObject({
      version: 1,
      temporary_password: expect.stringMatching(/^(\w{4}-){3}\w{4}$/),
    });
    const user = userAnswer.parse(await ask('users/get', { id: made.id }));
    expect(user).toMatchObject({
      username: 'lia.sosa',
      fullName: 'Lía Sosa',
      is_technician: true,
      must_change_password: true,
      open_visits: [],
      subsidiaries: [{ subsidiary_id: here.operation, name: 'Córdoba' }],
    });
    const edited = await ask('users/edit', { id: made.id, email: 'lia@x.example', version: 1 });
    expect(userEditAnswer.parse(edited)).toEqual({ id: made.id, version: 2, temporary_password: null });
    const late = await door().call('users/edit', { id: made.id, profile: 'X', version: 1 }, { token: jefe });
    expect([late.status, late.body.diagnostic]).toEqual([
      409,
      'La cuenta cambió mientras la estabas editando.',
    ]);
    expect(userAnswer.parse(late.body.data.user)).toMatchObject({ email: 'lia@x.example', version: 2 });
    const list = usersAnswer.parse(await ask('users', { search: 'lia sosa', active: true, offset: 0 }));
    expect(list).toMatchObject({ users: [{ id: made.id, subsidiaries: [here.operation] }], users_qty: 1 });
    userResetPasswordAnswer.parse(await ask('users/reset_password', { id: made.id }));
    const audit = usersAuditAnswer.parse(await ask('users/audit', { user_id: made.id }));
    expect(audit.entries.map(({ name }) => name)).toEqual(['password.reset', 'user.edited', 'user.created']);
  });

  it('retention, retention/preview, retention/edit: what is kept for how long, and what a change would delete', async () => {
    const subsidiary_id = here.operation;
    const mine = async () =>
      z
        .array(retentionAnswer)
        .parse(await ask('retention'))
        .find((one) => one.subsidiary_id === subsidiary_id);
    expect(await mine()).toEqual({ subsidiary_id, name: 'Córdoba', months: null, last_forgotten: null });
    const preview = await ask('retention/preview', { subsidiary: subsidiary_id, months: '36' });
    expect(retentionPreviewAnswer.parse(preview)).toMatchObject({ subsidiary_id, months: 36, orders: 0 });
    const wish = { subsidiary_id, months: 36, seen_months: null };
    expect(await ask('retention/edit', wish)).toEqual({ subsidiary_id, months: 36 });
    const late = await door().call('retention/edit', { ...wish, months: 60 }, { token: jefe });
    expect([late.status, late.body.diagnostic, late.body.data.retention]).toEqual([
      409,
      'Otra persona cambió la conservación mientras la estabas editando.',
      { ...(await mine()), months: 36 },
    ]);
    expect(await ask('retention/edit', { subsidiary_id, months: null, seen_months: 36 })).toEqual({
      subsidiary_id,
      months: null,
    });
  });

  it('user/getuserinfo and user/permissions, by username and token as the spec sends them', async () => {
    const profile = await ask('user/getuserinfo', { username: 'jefe', token: jefe });
    expect(profile).toMatchObject({
      username: 'jefe',
      firstName: 'Ana',
      lastName: 'Paz',
      fullName: 'Ana Paz',
      email: 'ana@x.example',
      profilePic: null,
      defaultView: 'index_jefetec',
      tech_id: null,
      active_on_telegram: false,
      subscribed_to_techs: false,
      subsidiaries: [{ subsidiary_id: here.operation, name: 'Córdoba' }],
    });
    expect([...profile.permissions].sort()).toEqual([...everyPermission].sort());
    expect(JSON.stringify(profile)).not.toContain('argon2');
    expect(await ask('user/permissions', { username: 'JEFE ' })).toEqual({
      permissions: profile.permissions,
      subsidiaries: profile.subsidiaries,
    });
    expect((await ask('user/getuserinfo', null, tecnico)).tech_id).toBe(here.technicianId);
  });
});

describe('orders', () => {
  it('order', async () => {
    const order = await ask('order', { ot_type: 1, ot_number: here.orderNumber });
    expectFields(order, [
      'client_name',
      'client_id',
      'client_address',
      'node_name',
      'tag',
      'subsidiary_friendly',
      'telephone',
      'related_orders',
      'symptom_text',
      'repair_text',
      'detail',
      'services',
      'client_devices',
      'status_id',
      'visits_pending',
      'visits_list',
      'possible_timestripes',
      'ot_type_friendly',
      'ot_number',
      'ot_type',
      'priority',
      'symptom_id',
      'tech_id',
      'zone_id',
      'pending_visits',
    ]);
    expect(order).toMatchObject({
      ot_number: here.orderNumber,
      detail: 'línea\ncortada',
      visits_pending: true,
    });
    expect(order.visits_list).toHaveLength(order.pending_visits);
    const unknown = { ot_type: 2, ot_number: here.orderNumber };
    expect((await door().call('order', unknown, { token: jefe })).body).toMatchObject({
      code: 404,
      diagnostic: 'OT inexistente',
    });
  });

  it('orders/pending, oldest first, and the priority list by pages', async () => {
    const number = await freshOrder();
    const list = await ask('orders/pending', { subsidiary: here.operation, offset: 0, request: 'pending' });
    expect(list.orders_qty).toBe(list.orders.length);
    expect(list.order_types).toEqual([{ value: 1, text: 'Reclamo técnico' }]);
    const order = list.orders.find((one: { ot_number: string }) => one.ot_number === number);
    expectFields(order, [
      'uuid',
      'ot_type',
      'ot_type_friendly',
      'ot_number',
      'priority',
      'priority_friendly',
      'priority_class',
      'date_created',
      'node',
      'node_zone',
      'symptom_id',
      'symptom_friendly',
      'client_id',
      'address',
      'location',
      'subsidiary_code',
      'repeating_failures',
      'notes',
      'date_created_only',
    ]);
    const priority = { subsidiary: here.operation, request: 'priority' };
    const qty = (await ask('orders/pending', priority)).orders_qty;
    expect(await ask('orders/pending', { ...priority, offset: 2_147_483_647 })).toMatchObject({
      orders: [],
      orders_qty: qty,
    });
    await addOrder(sql(), await addClient(sql(), here.operation), { repeatingFailures: 3 });
    const ranked = (await ask('orders/pending', priority)).orders as unknown as {
      rank: number;
      priority_friendly: string;
    }[];
    const ranks = ranked.map(({ rank }) => rank);
    expect(new Set(ranks).size).toBeGreaterThan(1);
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
    for (const { rank, priority_friendly } of ranked) expect(priority_friendly).toMatch(`${rank}: `);
    const unscheduled = await ask('orders/pending', { ...priority, unscheduled_only: true });
    expect(unscheduled.orders.map((one: { ot_number: string }) => one.ot_number)).not.toContain(
      here.orderNumber,
    );
    expect(unscheduled.orders.map((one: { ot_number: string }) => one.ot_number)).toContain(number);
  });

  it('client/info, orders/pending_from_client, visit/history: a client, what it waits for and what it had', async () => {
    const body = { client_id: here.clientId };
    expectFields(await ask('client/info', body), ['name', 'client_id', 'client_status', 'address']);
    expect(await ask('orders/pending_from_client', body)).toMatchObject([
      { ot_number: here.orderNumber, ot_type: 1, ot_type_friendly: 'Reclamo técnico' },
    ]);
    const [last] = (await ask('visit/history', body)) as unknown as object[];
    const many = await addClient(sql(), here.operation);
    const place = { ...here, clientId: many, orderNumber: await addOrder(sql(), many) };
    const had: number[] = [];
    for (let n = 0; n < 102; n += 1) had.unshift(await addVisit(sql(), place, { technicianId: null }));
    const page = async (offset: number) =>
      ((await ask('visit/history', { client_id: many, offset })) as unknown as { id: number }[]).map(
        ({ id }) => id,
      );
    expect([await page(0), await page(100)]).toEqual([had.slice(0, 100), had.slice(100)]);
    await sql()`delete from visits where client_id = ${many}`;
    expectFields(last!, ['visit_date', 'symptom_name', 'status', 'status_hex', 'ot_number', 'id']);

    const unknown = { client_id: `${here.operation}99999999` };
    const nobody = await door().call('client/info', unknown, { token: jefe });
    expect([nobody.status, nobody.body.diagnostic]).toEqual([404, 'Este cliente no existe']);
    for (const path of ['client/info', 'orders/pending_from_client', 'visit/history']) {
      const elsewhere = await door().call(path, { client_id: '99900000001' }, { token: jefe });
      expect([elsewhere.status, elsewhere.body.diagnostic]).toEqual([
        403,
        'No se pueden buscar clientes de operaciones no asignadas',
      ]);
      const forbidden = await door().call(path, body, { token: tecnico });
      expect([forbidden.status, forbidden.body.diagnostic]).toEqual([
        403,
        'No posee permisos para consultar clientes',
      ]);
    }
  });

  it('tickets/by_client', async () => {
    expect(await ask('tickets/by_client', { client_id: here.clientId })).toEqual({
      tickets: [],
      priority_tickets_inside: false,
    });
  });

  it('orders/repair_codes, get_materials, get_labor', async () => {
    expect(await ask('orders/repair_codes')).toEqual([{ code: 'R1', text: 'Cambio de cable' }]);
    expect(await ask('get_materials')).toEqual([{ code: 'M1', name: 'Cable', amount: 0 }]);
    expect(await ask('get_labor')).toEqual([{ code: 'L1', name: 'Hora', amount: 0 }]);
  });
});

describe('operations', () => {
  it('zones: of all, of one and of a list of operations', async () => {
    const zones = [{ id: zoneId, name: 'Norte', subsidiary_id: here.operation }];
    for (const operations of [undefined, null, here.operation, [here.operation]])
      expect(await ask('zones', { operations })).toEqual(zones);
    expect(await ask('zones', { operations: [] })).toEqual([]);
    expect(await ask('zones', { zone_id: String(zoneId) })).toEqual(zones);
    expect(await ask('zones', { zone_id: zoneId + 1_000 })).toEqual([]);
  });

  it('timestripes, by operation', async () => {
    expect(await ask('timestripes', { sample: null })).toEqual([
      {
        subsidiary_id: here.operation,
        name: 'Córdoba',
        timestripes: [
          {
            id: here.slotId,
            name: 'Mañana',
            from: 9,
            to: 13,
            enabled: true,
            subsidiary_id: here.operation,
            version: 1,
          },
        ],
      },
    ]);
  });

  it('timestripes/edit and timestripes/delete: made, changed, seen as it is by who was late, gone', async () => {
    const made = { id: null, name: 'Siesta', from: 13, to: 16, enabled: true, subsidiary_id: here.operation };
    const { id } = await ask('timestripes/edit', made);
    expect(await ask('timestripes/edit', { ...made, id, from: '14', version: 1 })).toEqual({
      id,
      version: 2,
    });
    const late = await door().call('timestripes/edit', { id, name: 'X', version: 1 }, { token: jefe });
    expect(late.body).toMatchObject({
      code: 409,
      diagnostic: 'La franja cambió mientras la estabas editando.',
      data: { timestripe: { ...made, id, from: 14, version: 2 } },
    });
    expect(await ask('timestripes/delete', { subsidiary_id: here.operation, timestripe_id: id })).toEqual({});
    const [branch] = await ask('timestripes', { sample: null });
    expect(branch.timestripes.map((slot: { id: number }) => slot.id)).toEqual([here.slotId]);
    const full = await door().call('timestripes/delete', { timestripe_id: here.slotId }, { token: jefe });
    expect(full.body).toMatchObject({ code: 409, data: { timestripe: { id: here.slotId } } });
    expect(full.body.diagnostic).toMatch(/^La franja tiene \d+ visitas? pendientes?\.$/);
  });

  it('priorities and priorities/edit: every symptom, 0 where nobody set it', async () => {
    const [{ id: symptomId }] =
      (await sql()`insert into symptoms (text) values ('Sin tono') returning id`) as unknown as [
        { id: number },
      ];
    const mine = async () =>
      (await ask('priorities', { operations: [here.operation] })).find(
        (one: { symptom_id: number }) => one.symptom_id === symptomId,
      );
    const never = {
      id: null,
      symptom: 'Sin tono',
      priority: 0,
      symptom_id: symptomId,
      subsidiary_id: here.operation,
      version: 1,
    };
    expect(await mine()).toEqual(never);
    const { id } = await ask('priorities/edit', { ...never, priority: 70 });
    expect(await ask('priorities/edit', { id, symptom: 'Sin tono', priority: '71' })).toEqual({
      id,
      priority: 71,
      version: 3,
    });
    expect(await mine()).toEqual({ ...never, id, priority: 71, version: 3 });
    const late = await door().call('priorities/edit', { id, priority: 5, version: 1 }, { token: jefe });
    expect(late.body).toMatchObject({ code: 409, data: { priority: { id, priority: 71, version: 3 } } });
  });

  it('zones/nodes, zones/edit, zones/get, zones/delete', async () => {
    await sql()`insert into nodes (operation, name) values (${here.operation}, 'Z-1'), (${here.operation}, 'Z-2')`;
    const nodes = async (editing: number | null) =>
      ask('zones/nodes', { operations: [here.operation], editing_zone: editing });
    const free = await nodes(null);
    const [one, two] = free.filter(({ nombre }: { nombre: string }) => nombre.startsWith('Z-'));
    expect(one).toEqual({ idzona: expect.any(Number), nombre: 'Z-1', subsidiary_id: here.operation });
    const form = { id: null, name: 'Zeta', subsidiary_id: here.operation, selected_nodes: [one] };
    const { id } = await ask('zones/edit', form);
    expect(await ask('zones/get', { id })).toEqual({
      id,
      name: 'Zeta',
      subsidiary_id: here.operation,
      selected_nodes: [{ idzona: one.idzona, nombre: 'Z-1' }],
      version: 1,
    });
    expect(await nodes(null)).not.toContainEqual(one);
    expect(await nodes(id)).toContainEqual(one);
    await ask('zones/edit', { ...form, id, selected_nodes: [one, two], version: 1 });
    const late = await door().call('zones/edit', { ...form, id, version: 1 }, { token: jefe });
    expect(late.body).toMatchObject({ code: 409, data: { zone: { id, version: 2 } } });
    const moved = await door().call('zones/edit', { ...form, id, subsidiary_id: '999' }, { token: jefe });
    expect(moved.body).toMatchObject({
      code: 422,
      diagnostic: 'No se permite cambiar la operación una vez creada la zona',
    });
    expect(await ask('zones/delete', { id })).toEqual({});
    expect((await door().call('zones/get', { id }, { token: jefe })).status).toBe(404);
  });

  it.each([
    ['timestripes/edit', { id: 1, name: 'x' }],
    ['timestripes/delete', { timestripe_id: 1 }],
    ['priorities/edit', { id: 1, priority: 5 }],
    ['zones/edit', { id: 1, name: 'x', selected_nodes: [1] }],
    ['zones/delete', { id: 1 }],
  ])('%s is for who has its permission', async (path, body) => {
    const answer = await door().call(path, body, { token: tecnico });
    expect(answer.body).toMatchObject({
      code: 403,
      diagnostic: 'No posee permisos para realizar esta acción',
    });
  });

  it('timestripes/eval: whether the slot has ended on that day', async () => {
    const slot = { timestripe_id: here.slotId };
    expect(await ask('timestripes/eval', { ...slot, date: addDays(day, -1) })).toBe(true);
    expect(
      await ask('timestripes/eval', { ...slot, timestripe_id: String(here.slotId), date: tomorrow }),
    ).toBe(false);
  });

  it('visit/get_timestripes_by_date', async () => {
    expect(
      await ask('visit/get_timestripes_by_date', { subsidiary: here.operation, date_selected: tomorrow }),
    ).toMatchObject([{ id: here.slotId, name: 'Mañana', from: 9, to: 13 }]);
  });

  it('visit/get_technicians_list, with the visits each has', async () => {
    const { userId, technicianId } = await addTechnician(sql(), here.operation);
    await addVisit(sql(), { ...here, technicianId }, { day: tomorrow });
    const body = { operations: [here.operation], date_: tomorrow, timestrip: here.slotId };
    const list: { text: string; value: number; assigned_visits: number }[] = await ask(
      'visit/get_technicians_list',
      body,
    );
    expect(list.find(({ value }) => value === technicianId)).toMatchObject({
      assigned_visits: 1,
      text: expect.any(String),
    });
    await sql()`update users set active = false where id = ${userId}`;
    const after: { value: number }[] = await ask('visit/get_technicians_list', body);
    expect(after.map(({ value }) => value)).not.toContain(technicianId);
  });

  it('subsidiary/capabilities, subsidiary/allowed', async () => {
    expect(await ask('subsidiary/capabilities', { visit_id: visitId })).toEqual({
      order_canceled: false,
      order_fulfilled: false,
      order_tech_id: null,
      can_close_order: true,
      allow_enter_materials_and_labors: true,
      have_labor: false,
      have_materials: false,
    });
    expect(await ask('subsidiary/allowed')).toContain(here.operation);
  });
});

describe('what the screens show beside', () => {
  it('subsidiary/get_techs: the technicians of operations, deactivated ones left out', async () => {
    const gone = await addTechnician(sql(), here.operation, { firstName: 'Zoe', active: false });
    const list = await ask('subsidiary/get_techs', { subsidiaries: [here.operation] });
    expect(list).toContainEqual({
      id: here.technicianId,
      name: expect.any(String),
      username: 'tecnico',
      subsidiaries: [here.operation],
    });
    expect(list.map(({ id }: { id: number }) => id)).not.toContain(gone.technicianId);
    expect(await ask('subsidiary/get_techs')).toEqual(list);
  });

  it('visit/notices and mailbox: messages with their states', async () => {
    const notice = { key: `n.${visitId}`, operation: here.operation, visitId, audience: 'customer' };
    const sent = { template: 'on-the-way', state: 'sent', channel: 'mailbox', text: 'Voy en camino' };
    await sql()`insert into notices ${sql()({ ...notice, ...sent, sentAt: new Date() } as never)}`;
    const [line] = await ask('visit/notices', { visit_id: visitId });
    expect(line).toMatchObject({
      visit_id: visitId,
      state: 'sent',
      text: 'Voy en camino',
      date_sent: expect.any(String),
    });
    expect(await ask('mailbox')).toContainEqual(line);
    const unknown = await door().call('visit/notices', { visit_id: 2_147_483_647 }, { token: jefe });
    expect([unknown.status, unknown.body.diagnostic]).toEqual([404, 'Visita inexistente']);
    const sac = await door().call('mailbox', {}, { token: tecnico });
    expect([sac.status, sac.body.diagnostic]).toEqual([403, 'No posee permisos para consultar OTs']);
  });

  it('settings/open_visits and settings/history: what a change would touch, and who made the last ones', async () => {
    const slot = { id: null, name: 'Noche', from: 20, to: 22, enabled: false, subsidiary_id: here.operation };
    const { id } = await ask('timestripes/edit', slot);
    await addVisit(sql(), { ...here, slotId: id }, { day: tomorrow });
    const { timestripes } = await ask('settings/open_visits', { subsidiary: here.operation });
    expect(timestripes).toContainEqual({ timestripe_id: id, open_visits: 1 });
    const asked = { subsidiary: here.operation, setting: 'timestripes' };
    const [last] = await ask('settings/history', asked);
    expect(last).toMatchObject({
      who: 'Ana Paz',
      change: 'added',
      name: 'Noche',
      from: null,
      to: { name: 'Noche' },
    });
    expect((await door().call('settings/history', asked, { token: tecnico })).status).toBe(403);
    await sql()`update visits set slot_id = ${here.slotId} where slot_id = ${id}`;
    await sql()`delete from slots where id = ${id}`;
  });
});

describe('visits', () => {
  it('visits: a week, Monday to Sunday, every enabled slot under every day', async () => {
    const week = await ask('visits', { start_date: day, subsidiary: here.operation, zone_id: null });
    const days = weekOf(day);
    expect(week).toMatchObject({ date_from: days[0], date_to: days[6], stripes: 1 });
    expect(Object.keys(week.data)).toEqual(days);
    expect(week.parameters.weekdays).toHaveLength(7);
    expect(week.parameters.weekdays.filter((one: { current: boolean }) => one.current)).toEqual([
      { name: expect.stringMatching(/^[A-ZÁÉ]/), ISODate: day, current: true },
    ]);
    for (const date of days) expect(Object.keys(week.data[date])).toEqual([String(here.slotId)]);
    const slot = week.data[day][here.slotId];
    expect(slot).toMatchObject({
      timestripe_id: here.slotId,
      timestripe_name: 'Mañana',
      total_visits: slot.visits.length,
    });
    const visit = slot.visits.find(({ id }: { id: number }) => id === visitId);
    expectFields(
      visit,
      visitFields.filter((field) => field !== 'tech_comments'),
    );
    expect(visit).toMatchObject({
      status: 'Pendiente',
      status_id: 1,
      date_dispatch: formatDay(day),
      tech_id: here.technicianId,
    });

    const inZone = await addVisit(sql(), here, { zoneId });
    await sql()`update operations set version = version + 1 where code = ${here.operation}`;
    await sql()`insert into events (operation, version, name) select code, version, 'visit.created' from operations where code = ${here.operation}`;
    const zoned = await ask('visits', {
      start_date: day,
      subsidiary: here.operation,
      zone_id: String(zoneId),
    });
    expect(zoned.data[day][here.slotId].visits.map(({ id }: { id: number }) => id)).toEqual([inZone]);
  });

  it('visit/create: with its link, its note and its technician; what belongs to the order is the order’s', async () => {
    const number = await freshOrder();
    const created = await ask('visit/create', {
      ot_type: '1',
      ot_number: number,
      possibleDate: tomorrow,
      timestripe: String(here.slotId),
      zone: zoneId,
      assigned_to: here.technicianId,
      tech_comments: ' tocar timbre ',
      notify_tech: false,
      checked: ['public_link'],
      client_id: (await ask('order', { ot_type: 1, ot_number: number })).client_id,
      name: 'Ana Gómez',
      status_id: 6,
      operation: '999',
      creator_id: 1,
      visit_type: 0,
      late_schedule: true,
    });
    expect(created).toEqual({
      visit_id: expect.any(Number),
      late_schedule: false,
      public_link: expect.stringMatching(/^http:\/\/localhost:3000\/visit\/external\/view\/[\w-]{43}$/),
    });
    expect(await ask('visit/get/by_number', { visit_id: created.visit_id })).toMatchObject({
      ot_number: number,
      date_dispatch: formatDay(tomorrow),
      timestripe: here.slotId,
      zone_name: 'Norte',
      tech_comments: ['tocar timbre'],
      tech_id: here.technicianId,
      status_id: 1,
      status: 'Pendiente',
      creator: 'Ana Paz',
      client_name: 'Ana Gómez',
      subsidiary: here.operation,
    });
  });

  it('visit/external: by the link of a message, without a token, the promise and nothing of the customer', async () => {
    const made = await ask('visit/create', {
      ot_type: 1,
      ot_number: await freshOrder(),
      possibleDate: tomorrow,
      timestripe: here.slotId,
    });
    const token = (made as unknown as { public_link: string }).public_link.split('/').at(-1)!;
    const visit = await ask('visit/external', { token }, null);
    expect(visit).toEqual({
      order: expect.objectContaining({ ot_number: expect.any(String), symptom_text: null, services: [] }),
      date_dispatch: formatDay(tomorrow),
      timestripe_friendly: 'Mañana (9 a 13 h)',
      status: 'Pendiente',
      ot_type_friendly: 'Reclamo técnico',
      subsidiary_friendly: 'Córdoba',
      on_the_way: false,
      delayed: false,
      finished: false,
      cancelled: false,
      rescheduled: false,
      tech_name: null,
      seen: `${tomorrow}.${here.slotId}.9.13`,
      replies: {
        offered: false,
        confirmed: false,
        change_refused: null,
        cancel_refused: null,
        until: null,
        changes_left: 0,
      },
      question: 'off',
    });
    for (const wrong of [`${token}x`, token.slice(1), '', 'x'.repeat(43)])
      expect((await door().call('visit/external', { token: wrong }, { token: null })).status).toBe(404);
  });

  it('conversations and the customer’s steps: switched on, confirmed, moved, cancelled, answered', async () => {
    const { operation: subsidiary_id } = here;
    const [before] = await ask('conversations', { operations: [subsidiary_id] });
    expect(before).toEqual({
      ...{ subsidiary_id, reminder: false, replies: false, question: false },
      ...{ notice_hours: 24, changes: 2, version: 1 },
    });
    const switches = { subsidiary_id, replies: true, question: true };
    expect(await ask('conversations/edit', switches)).toEqual({ subsidiary_id, version: 2 });
    const made = await ask('visit/create', {
      ...{ ot_type: 1, ot_number: await freshOrder(), timestripe: here.slotId },
      possibleDate: addDays(tomorrow, 3),
    });
    const token = (made as unknown as { public_link: string }).public_link.split('/').at(-1)!;
    const { seen } = await ask('visit/external', { token }, null);
    const { days } = await ask('visit/external/options', { token }, null);
    expect(days[0]).toEqual({
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      slots: [{ id: here.slotId, name: 'Mañana', from: 9, to: 13 }],
    });
    const confirmed = await ask('visit/external/confirm', { token, seen }, null);
    expect(confirmed.replies).toEqual({
      ...{ offered: true, confirmed: true, change_refused: null, cancel_refused: null },
      ...{ until: expect.stringMatching(/Z$/), changes_left: 2 },
    });
    const chosen = { new_date: days.at(-1).day, timestripe_id: here.slotId };
    const moved = await ask('visit/external/change', { token, seen, ...chosen }, null);
    expect(moved).toMatchObject({ date_dispatch: formatDay(chosen.new_date), rescheduled: true });
    const cancelled = await ask('visit/external/cancel', { token, seen: moved.seen }, null);
    expect(cancelled).toMatchObject({ status: 'Cancelada', replies: { offered: false } });
    asked.add('visit/external/answer');
    const early = await door().call('visit/external/answer', { token, answer: 'yes' }, { token: null });
    expect(early.body).toMatchObject({ code: 409, diagnostic: 'La visita todavía no terminó.' });
    await ask('conversations/edit', { subsidiary_id, replies: false, question: false });
  });

  it('visit/create refuses with the spec’s texts', async () => {
    const number = await freshOrder();
    const right = { ot_type: 1, ot_number: number, possibleDate: tomorrow, timestripe: here.slotId };
    await ask('visit/create', right);
    const again = await door().call('visit/create', right, { token: jefe });
    expect([again.status, again.body.diagnostic]).toEqual([
      409,
      'Existen visitas abiertas para este cliente. Debe cerrar o editar las visitas pendientes antes de crear nuevas.',
    ]);
    await ask('visit/create', { ...right, confirm_pending: true });
    const past = await door().call(
      'visit/create',
      { ...right, ot_number: await freshOrder(), possibleDate: addDays(day, -1) },
      { token: jefe },
    );
    expect([past.status, Object.keys(past.body.data.fields)]).toEqual([422, ['possibleDate']]);
    const closed = await addOrder(sql(), here.clientId, { statusId: 3, closedAt: new Date() });
    expect((await door().call('visit/create', { ...right, ot_number: closed }, { token: jefe })).status).toBe(
      409,
    );
  });

  it('visit/get/by_number', async () => {
    const visit = await ask('visit/get/by_number', { visit_id: visitId });
    expectFields(visit, [
      ...visitFields,
      'status_id',
      'rescheduled',
      'rescheduled_previous',
      'possible_timestripes',
      'date_on_the_way',
      'creator',
      'detached_by',
      'last_detached_comments',
      'timestripe',
      'assigned_to',
      'date_created',
      'extra_comments',
      'reschedule_comments',
      'materials',
      'material_comments',
      'labors',
      'labor_comments',
      'signature',
    ]);
    await addSlot(sql(), here.operation, { name: 'Apagada', fromHour: 20, toHour: 22, enabled: false });
    const { possible_timestripes } = await ask('visit/get/by_number', { visit_id: visitId });
    expect(possible_timestripes).toContainEqual({ id: here.slotId, name: 'Mañana', from: 9, to: 13 });
    expect(possible_timestripes.map(({ name }: { name: string }) => name)).not.toContain('Apagada');
  });

  it('visit/get/by_tech_id: own ones without a name, others’ by theirs, closed ones when asked', async () => {
    const open = await ask('visit/get/by_tech_id', {}, tecnico);
    expect(open.assigned).toMatchObject({ tech_on_the_way: false, total: expect.any(Number) });
    expectFields(open.assigned.visits[0], visitFields);
    const { userId, technicianId } = await addTechnician(sql(), here.operation);
    const done = await addVisit(
      sql(),
      { ...here, technicianId },
      { statusId: 6, reasonId: 6, finished: true, closedAt: new Date() },
    );
    const mine = await openSession(sql(), userId);
    expect((await ask('visit/get/by_tech_id', { tech_id: technicianId })).assigned.visits).toEqual([]);
    const closed = await ask('visit/get/by_tech_id', { include_finished: true }, mine);
    expect(closed.assigned.visits.map(({ id }: { id: number }) => id)).toEqual([done]);
    expect((await door().call('visit/get/by_tech_id', {}, { token: jefe })).status).toBe(403);
  });

  it('visit/get/by_tech_id: all of many visits, the one on the way before the older ones', async () => {
    const { userId, technicianId } = await addTechnician(sql(), here.operation);
    const token = await openSession(sql(), userId);
    const place = { ...here, technicianId };
    const older: number[] = [];
    for (let n = 0; n < 20; n += 1) older.push(await addVisit(sql(), place));
    const done = await addVisit(sql(), place, {
      statusId: 6,
      reasonId: 6,
      finished: true,
      closedAt: new Date(),
    });
    const ahead = await addVisit(sql(), place, { day: tomorrow });
    await ask('visit/set_on_the_way', { visit_id: ahead, send_notification: false }, token);
    const idsOf = (answer: { assigned: { visits: { id: number }[] } }) =>
      answer.assigned.visits.map(({ id }) => id);
    const open = await ask('visit/get/by_tech_id', {}, token);
    expect(idsOf(open)).toEqual([ahead, ...older]);
    expect(open.assigned).toMatchObject({ total: 21, tech_on_the_way: true });
    const all = await ask('visit/get/by_tech_id', { include_finished: true }, token);
    expect(idsOf(all)).toEqual([ahead, ...older, done]);
  });

  it('visit/attach, visit/detach, visit/set_on_the_way', async () => {
    const free = await addVisit(sql(), here, { technicianId: null });
    expect(await ask('visit/attach', { visit_id: String(free) }, tecnico)).toEqual({ visit_id: free });
    expect(
      await ask(
        'visit/set_on_the_way',
        { visit_id: free, on_the_way: true, send_notification: true },
        tecnico,
      ),
    ).toEqual({ visit_id: free, on_the_way: true });
    const other = await door().call('visit/set_on_the_way', { visit_id: visitId }, { token: tecnico });
    expect([other.status, other.body.diagnostic]).toEqual([409, 'Ya vas en camino para otra visita.']);
    expect((await ask('visit/get/by_tech_id', {}, tecnico)).assigned.tech_on_the_way).toBe(true);
    expect(await ask('visit/set_on_the_way', { visit_id: free, on_the_way: false }, tecnico)).toEqual({
      visit_id: free,
      on_the_way: false,
    });
    expect(await ask('visit/detach', { visit_id: free, notes: 'se rompió el móvil' }, tecnico)).toEqual({
      visit_id: free,
    });
    expect(await ask('visit/get/by_number', { visit_id: free })).toMatchObject({
      tech_id: null,
      last_detached_comments: 'se rompió el móvil',
    });
  });

  it('visit/finish: with its evidence, closing the order; then nothing more', async () => {
    const number = await freshOrder();
    const mine = await addVisit(sql(), { ...here, orderNumber: number }, { onTheWay: true });
    const form = {
      visit_id: mine,
      status: 6,
      extra_comments: 'todo bien <b>',
      materials: [{ code: 'M1', name: 'Cable', amount: '3' }],
      labors: [{ code: 'L1', amount: '' }],
      repair_code: 'R1',
      finish_order: true,
      order_number: number,
      order_type: 1,
      derivation_type: 2,
    };
    const without = await door().call('visit/finish', { ...form, repair_code: null }, { token: tecnico });
    expect([without.status, without.body.diagnostic]).toEqual([
      422,
      'Por favor seleccione un tipo de reparación de la lista',
    ]);
    expect(await ask('visit/finish', form, tecnico)).toMatchObject({
      visit_id: mine,
      finished: true,
      cancelled: false,
    });
    expect(await ask('visit/get/by_number', { visit_id: mine })).toMatchObject({
      finished: true,
      status: 'Concluida',
      extra_comments: 'todo bien <b>',
      labors: [],
      materials: [{ external_code: 'M1', name: 'Cable', amount: 3 }],
    });
    expect(await ask('order', { ot_type: 1, ot_number: number })).toMatchObject({
      status_id: 3,
      tech_id: here.technicianId,
    });
    const segment = await ask('report/segment', { visit_id: mine });
    expect(segment.events.map(({ name }: { name: string }) => name)).toEqual([
      'visit.finished',
      'order.fulfilled',
    ]);
    expect(segment.total_time_friendly).toEqual(expect.any(String));
  });

  it('visit/finish that cancels needs a note of 5 characters; one that does neither leaves it pending', async () => {
    await ask('visit/set_on_the_way', { visit_id: visitId }, tecnico);
    const cancel = { visit_id: visitId, status: 30, extra_comments: 'abcd' };
    const short = await door().call('visit/finish', cancel, { token: jefe });
    expect([short.status, short.body.diagnostic]).toEqual([
      422,
      'Por favor escriba un motivo de cancelación',
    ]);
    expect(await ask('visit/finish', { visit_id: visitId, status: 14 }, tecnico)).toMatchObject({
      finished: false,
      cancelled: false,
      status_id: 14,
    });
    expect(await ask('visit/get/by_number', { visit_id: visitId })).toMatchObject({
      status: 'Pendiente: Llueve',
    });
    expect(await ask('visit/finish', { ...cancel, extra_comments: 'no vive más acá' })).toMatchObject({
      cancelled: true,
    });
  });

  it('visit/get_reasons_to_finish: all, or, and', async () => {
    const values = async (body: object) =>
      (await ask('visit/get_reasons_to_finish', body))
        .map(({ value }: { value: number }) => value)
        .sort((a: number, b: number) => a - b);
    expect(await values({ type: 'all', show_finish: false, show_cancel: false })).toEqual([6, 14, 30, 40]);
    expect(await values({ type: 'or', show_finish: true, show_cancel: true })).toEqual([6, 30, 40]);
    expect(await values({ type: 'and', show_finish: false, show_cancel: true })).toEqual([30, 40]);
    expect((await ask('visit/get_reasons_to_finish', {}))[0]).toEqual({
      value: 6,
      text: 'Concluida',
      cancels: false,
      finalizes: true,
      finalizes_order: true,
      derives: false,
      reschedules: false,
      responsible: null,
      derivation_type: null,
    });
  });

  it('visit/edit: slot, technician and a note, by the payload of S2 §3', async () => {
    const other = await addTechnician(sql(), here.operation);
    const afternoon = await addSlot(sql(), here.operation, { name: 'Tarde', fromHour: 14, toHour: 18 });
    const edited = await ask('visit/edit', {
      visit_id: visitId,
      tech_id: String(other.technicianId),
      tech_name: 'Tomás',
      timestripe_id: afternoon,
      tech_comments: 'Perro suelto',
    });
    expect(edited).toEqual({ visit_id: visitId, version: 2 });
    expect(await ask('visit/get/by_number', { visit_id: visitId })).toMatchObject({
      assigned_id: other.technicianId,
      timestripe: afternoon,
      tech_comments: ['Perro suelto'],
    });
    const old = await door().call(
      'visit/edit',
      { visit_id: visitId, tech_comments: 'x', version: 1 },
      { token: jefe },
    );
    expect(old.status).toBe(409);
    expect(old.body.data.visit).toMatchObject({ id: visitId, version: 2 });
    await sql()`delete from slots where id = ${afternoon} and not exists (select 1 from visits where slot_id = ${afternoon})`;
  });

  it('visit/reschedule: one answers a number, a list answers a list', async () => {
    const to = {
      new_date: tomorrow,
      new_timestripe: here.slotId,
      new_status: 40,
      reschedule_comments: 'El cliente viaja',
    };
    const second = await addVisit(sql(), here);
    const one = await ask('visit/reschedule', { visit_id: visitId, checked: [], ...to });
    expect(one).toEqual({ new_id: expect.any(Number) });
    expect(await ask('visit/get/by_number', { visit_id: visitId })).toMatchObject({
      rescheduled: true,
      rescheduled_next: one.new_id,
      reschedule_comments: 'El cliente viaja',
    });
    expect(await ask('visit/get/by_number', { visit_id: one.new_id })).toMatchObject({
      rescheduled_previous: visitId,
      date_dispatch: formatDay(tomorrow),
      assigned_id: here.technicianId,
    });
    const many = await ask('visit/reschedule', { visit_id: [second], checked: ['unset_tech'], ...to });
    expect(many).toEqual({ new_id: [expect.any(Number)] });
    const again = await door().call('visit/reschedule', { visit_id: second, ...to }, { token: jefe });
    expect(again.status).toBe(409);
    expect(again.body.data.visit).toMatchObject({ id: second, rescheduled: true });
    const may = await door().call('visit/reschedule', { visit_id: visitId, ...to }, { token: tecnico });
    expect([may.status, may.body.diagnostic]).toEqual([403, 'No posee permisos para reprogramar visitas']);
  });

  it('visit/change_technician and visit/undo', async () => {
    const other = await addTechnician(sql(), here.operation);
    asked.add('visit/change_technician');
    const changed = await door().call(
      'visit/change_technician',
      { visit_id: [visitId], tech_id: other.technicianId, tech_name: 'Tomás' },
      { token: jefe, key: 'cambio-1' },
    );
    expect(changed.body.data).toEqual({ visit_id: [visitId], changed: 1 });
    expect(await ask('visit/undo', { visit_id: [visitId], key: 'cambio-1' })).toEqual({
      visit_id: [visitId],
    });
    expect(await ask('visit/get/by_number', { visit_id: visitId })).toMatchObject({
      assigned_id: here.technicianId,
    });
  });

  it('visit/timestripe_detail and visit/get_timestripes_by_visit_id', async () => {
    const detail = await ask('visit/timestripe_detail', { timestripe_id: here.slotId, date: day });
    expect(detail).toMatchObject({
      timestripe_name: 'Mañana (9 a 13 h)',
      formatted_date: formatDay(day),
      operations: [here.operation],
    });
    const row = detail.visits.find((visit: { visit_id: number }) => visit.visit_id === visitId);
    expect(row).toMatchObject({
      opened: true,
      ot_number: here.orderNumber,
      client_id: here.clientId,
      status_friendly: 'Pendiente',
      rescheduled: false,
      derivation_type_friendly: null,
    });
    expectFields(row, [
      'client_address',
      'node_name',
      'zone_name',
      'symptom_name',
      'assigned_name',
      'status_color',
    ]);
    const slots = await ask('visit/get_timestripes_by_visit_id', {
      visit_id: visitId,
      date_selected: tomorrow,
    });
    expect(slots).toContainEqual({ id: here.slotId, name: 'Mañana', from: 9, to: 13, ended: false });
  });

  it('report/segment', async () => {
    await ask('visit/set_on_the_way', { visit_id: visitId }, tecnico);
    expect(await ask('report/segment', { visit_id: visitId })).toMatchObject({
      visit_id: visitId,
      events: [
        {
          name: 'visit.on_the_way',
          date: expect.stringMatching(/-03:00$/),
          who: expect.any(String),
          note: null,
        },
      ],
    });
  });
});

describe('reports', () => {
  const month = `${day.slice(0, 8)}01`;
  const png = expect.stringMatching(/^data:image\/png;base64,iVBORw0KGgo/);
  const onTheWay = [
    'amount_of_visits_finished',
    'amount_of_visits_that_were_set_on_the_way',
    'percentage',
    'amount_rescheduled_by_client',
    'amount_cancelled_by_client',
  ];
  /** One concluded, one cancelled, one derived, one rescheduled today, and one that should have been closed. */
  async function work() {
    const done = await addVisit(sql(), here, { onTheWay: true, onTheWayAt: new Date() });
    await ask('visit/finish', { visit_id: done, status: 6, repair_code: 'R1' });
    const off = await addVisit(sql(), here);
    await ask('visit/finish', { visit_id: off, status: 30, extra_comments: 'no estaba en casa' });
    await addReason(sql(), { value: 31, text: 'Derivada', finalizes: true, derives: true }).catch(() => {});
    const derived = await addVisit(sql(), here);
    await ask('visit/finish', { visit_id: derived, status: 31, derivation_type: 1 });
    const moved = await addVisit(sql(), here);
    await ask('visit/reschedule', {
      visit_id: moved,
      new_date: tomorrow,
      new_timestripe: here.slotId,
      new_status: 40,
      reschedule_comments: 'viaja',
    });
    const old = await addVisit(sql(), here, { day: addDays(day, -8), technicianId: null });
    return { derived, moved, old };
  }

  it('report/monthly, late_schedule, late_finish, cancellation_reasons: a picture and its rows', async () => {
    await work();
    for (const [path, fields] of [
      ['monthly', ['date', 'total', 'finished', 'cancelled', 'rescheduled', 'open']],
      ['late_schedule', ['date', 'total', 'late']],
      ['late_finish', ['date', 'closed', 'late', 'finished_late', 'cancelled_late']],
      ['cancellation_reasons', ['reason', 'responsible', 'amount', 'percentage']],
    ] as const) {
      const data = await ask(`report/${path}`, { month, subsidiary: here.operation });
      expect(data).toEqual([{ image: png, rows: expect.any(Array) }]);
      expect(Object.keys(data[0].rows[0]), path).toEqual(fields);
    }
    const [{ rows }] = await ask('report/monthly', { month, subsidiary: here.operation });
    expect(rows).toHaveLength(new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0).getDate());
    expect(rows[Number(day.slice(8)) - 1]).toMatchObject({
      date: formatDay(day),
      cancelled: expect.any(Number),
    });
    const [reasons] = await ask('report/cancellation_reasons', { month, subsidiary: here.operation });
    expect(reasons.rows).toContainEqual(
      expect.objectContaining({ reason: 'Ausente', responsible: 'cliente', amount: expect.any(Number) }),
    );
  });

  it('report/technicians, reschedule, monthly_derivations, segments: rows by the spec’s names', async () => {
    const { derived, moved } = await work();
    const asked = { month, subsidiary: here.operation };
    const [technician] = await ask('report/technicians', asked);
    expect(Object.keys(technician)).toEqual(['tech_name', 'finished', 'cancelled', 'detached']);
    const iso = expect.stringMatching(/-03:00$/);
    expect(await ask('report/reschedule', asked)).toContainEqual({
      visit_id: moved,
      date_created: iso,
      date_rescheduled: iso,
      reschedule_count: 1,
    });
    expect(await ask('report/monthly_derivations', asked)).toContainEqual({
      id: derived,
      ot_number: here.orderNumber,
      client_id: here.clientId,
      date_finished: iso,
      derivation_type_friendly: 'Redes',
    });
    const [segment] = await ask('report/segments', { month });
    expect(await ask('report/segments', { month, subsidiary: here.operation })).toEqual([segment]);
    const another = await makeWorld(sql());
    const foreign = { month, subsidiary: another.operation };
    expect((await door().call('report/segments', foreign, { token: jefe })).status).toBe(403);
    await sql()`insert into user_operations (user_id, operation) values (${jefeId}, ${another.operation})`;
    expect(await ask('report/segments', { month })).toHaveLength(2);
    expect(await ask('report/segments', foreign)).toHaveLength(1);
    await sql()`delete from user_operations where user_id = ${jefeId} and operation = ${another.operation}`;
    expect(segment).toMatchObject({ subsidiary_name: 'Córdoba', tto: null, tc: expect.any(Number) });
    expectFields(segment, ['tto', 'tov', 'tvp', 'ttp', 'tc']);
  });

  it('report/unclosed: by its three timeframes', async () => {
    const { old } = await work();
    const ids = async (timeframe: string) =>
      (await ask('report/unclosed', { subsidiary: here.operation, timeframe })).unclosed_visits.map(
        ({ id }: { id: number }) => id,
      );
    expect(await ids('all')).toContain(old);
    expect(await ids('this_week')).not.toContain(old);
    expect(await ids('all_except_this_week')).toContain(old);
    const { unclosed_visits: rows } = await ask('report/unclosed', {
      subsidiary: here.operation,
      timeframe: 'all',
    });
    expect(rows.find(({ id }: { id: number }) => id === old)).toEqual({
      id: old,
      status: 'Pendiente',
      status_id: 1,
      ot: here.orderNumber,
      client_id: here.clientId,
      date_dispatch: formatDay(addDays(day, -8)),
      tech: null,
      delayed_while_on_the_way: false,
    });
  });

  it('report/on_the_way, on_the_way_global: percentages as text, None where nothing was finished', async () => {
    await work();
    const asked = { month, subsidiaries: [here.operation] };
    const { techs_data } = await ask('report/on_the_way', asked);
    expect(Object.keys(techs_data[0])).toEqual(['tech_name', ...onTheWay]);
    expect(techs_data[0].percentage).toMatch(/^\d+(\.\d{1,2})?$/);
    const { subsidiaries_data } = await ask('report/on_the_way_global', asked);
    expect(Object.keys(subsidiaries_data[0])).toEqual(['subsidiary_name', ...onTheWay]);
    const empty = await ask('report/on_the_way_global', { ...asked, month: '2001-02-01' });
    expect(empty.subsidiaries_data[0]).toMatchObject({ amount_of_visits_finished: 0, percentage: 'None' });
  });

  it('report/my_techs: who they are and what waits for them, oldest first', async () => {
    await sql()`update users set active_on_telegram = true, last_seen_at = now() where id = ${here.userId}`;
    const techs = await ask('report/my_techs');
    const mine = techs.find(({ boxi_username }: { boxi_username: string }) => boxi_username === 'tecnico');
    expect(mine).toMatchObject({
      subsidiaries: [here.operation],
      subsidiaries_friendly: ['Córdoba'],
      profile_pic: null,
      pending_visits_limit: 15,
      active_on_agenda: true,
      active_on_telegram: true,
    });
    expect(mine.pending_visits_count).toBeGreaterThanOrEqual(mine.pending_visits_data.length);
    expectFields(mine.pending_visits_data[0], ['visit_id', 'date_dispatch', 'ot_number', 'ot_type']);
    expect(mine.pending_visits_are_over_limit).toBe(mine.pending_visits_count > 15);
    expect(await ask('report/my_techs', { subsidiaries: [here.operation] })).toEqual(techs);
    expect(await ask('user/delete_telegram_chat_id', { boxi_username: 'tecnico' })).toEqual({
      active_on_telegram: false,
    });
  });
});

describe('intakes', () => {
  it('intake/clients, intake/orders, intake/tickets: a client with its device, order and ticket', async () => {
    const [client_id, ot_number] = [`${here.operation}90000001`, `${here.operation}90000002`];
    const taken = { received: 1, created: 1, changed: 0, unchanged: 0, refused: 0, errors: [] };
    const client = {
      client_id,
      name: 'Eva Ríos',
      client_devices: [{ type: 'ONU', mac: 'AA:BB', serial: 'S1' }],
    };
    expect(await ask('intake/clients', { rows: [client] })).toEqual(taken);
    const order = {
      ot_number,
      ot_type: 1,
      client_id,
      symptom: 'Sin señal',
      services: [{ service_qty: 2, service_name: 'Internet 100' }],
      related_orders: [here.orderNumber],
    };
    expect(await ask('intake/orders', { rows: [order] })).toEqual(taken);
    const ticket = { ticket_number: 'T1', client_id, ot_number, title: 'Sin señal', body: 'Desde ayer' };
    expect(await ask('intake/tickets', { rows: [ticket] })).toEqual(taken);
    expect(await ask('order', { ot_type: 1, ot_number })).toMatchObject({
      client_name: 'Eva Ríos',
      client_devices: [{ type: 'ONU', mac: 'AA:BB', serial: 'S1' }],
      services: [{ service_qty: 2, service_name: 'Internet 100' }],
      related_orders: [{ ot_number: here.orderNumber }],
      symptom_text: 'Sin señal',
    });
  });
});

describe('webhooks', () => {
  it('webhooks, …/edit, …/get, …/rotate_secret, …/test, …/deliveries, …/delivery, …/resend, …/delete', async () => {
    const form = {
      id: null,
      name: ' Sistema comercial ',
      url: 'https://comercial.example/agenda',
      events: ['order.fulfilled', 'visit.finished'],
      operations: [here.operation],
    };
    const made = webhooksEditAnswer.parse(await ask('webhooks/edit', form));
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { id } = made;
    const webhook = webhooksGetAnswer.parse(await ask('webhooks/get', { id }));
    expect(webhook).toMatchObject({
      name: 'Sistema comercial',
      events: ['visit.finished', 'order.fulfilled'],
      operations: [here.operation],
      ...{ enabled: true, version: 1, health: 'unused', waiting: 0, lost: 0 },
    });
    expect(webhooksAnswer.parse(await ask('webhooks'))).toEqual([webhook]);
    const renamed = { ...form, id, name: 'Comercial', version: 1 };
    expect(webhooksEditAnswer.parse(await ask('webhooks/edit', renamed))).toEqual({
      id,
      version: 2,
      secret: null,
    });
    const stale = await door().call('webhooks/edit', { ...renamed, name: 'Otro' }, { token: jefe });
    expect([stale.status, stale.body.data.webhook]).toEqual([
      409,
      { ...webhook, name: 'Comercial', version: 2 },
    ]);
    const rotated = webhooksRotateSecretAnswer.parse(await ask('webhooks/rotate_secret', { id, version: 2 }));
    expect(rotated).toMatchObject({ id, version: 3, secret: expect.stringMatching(/^whsec_/) });
    expect(rotated.secret).not.toBe(made.secret);

    const { delivery_id } = webhooksTestAnswer.parse(await ask('webhooks/test', { id }));
    expect(webhooksTestAnswer.parse(await ask('webhooks/test', { id }))).toEqual({ id, delivery_id });
    const page = webhooksDeliveriesAnswer.parse(await ask('webhooks/deliveries', { id, type: 'ping' }));
    expect(page).toMatchObject({
      deliveries: [{ delivery_id, state: 'waiting', type: 'ping' }],
      more: false,
    });
    const none = await ask('webhooks/deliveries', { id, state: 'delivered', ot_number: here.orderNumber });
    expect(none).toEqual({ deliveries: [], more: false });
    expect(webhooksDeliveryAnswer.parse(await ask('webhooks/delivery', { id, delivery_id }))).toMatchObject({
      ...{ delivery_id, body: null, attempts_log: [] },
    });
    expect(webhooksResendAnswer.parse(await ask('webhooks/resend', { id, delivery_id }))).toEqual({
      ...{ id, resent: 1, left: 0 },
    });
    expect(webhooksDeleteAnswer.parse(await ask('webhooks/delete', { id, version: 3 }))).toEqual({});
    expect((await door().call('webhooks/get', { id }, { token: jefe })).status).toBe(404);
  });
});

it('users/operations and webhooks/history: what their screens choose from, and who changed what', async () => {
  expect(await ask('users/operations')).toContainEqual({ subsidiary_id: here.operation, name: 'Córdoba' });
  const form = {
    name: 'Historia',
    url: 'https://example.com/h',
    events: ['order.fulfilled'],
    operations: [here.operation],
  };
  const { id } = await ask('webhooks/edit', { id: null, ...form });
  await ask('webhooks/edit', { id, ...form, name: 'Otra', version: 1 });
  const history = await ask('webhooks/history', { id });
  expect(history.map(({ who, name }: { who: string; name: string }) => [who, name])).toEqual([
    ['Ana Paz', expect.any(String)],
    ['Ana Paz', 'Historia'],
  ]);
});

it('every call of the table has been asked here', () => {
  expect(Object.keys(calls).filter((path) => !asked.has(path))).toEqual([]);
});

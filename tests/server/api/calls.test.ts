import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { addDays, formatDay, today, weekOf } from '../../../machines/calendar/slots.ts';
import { cheapHash, openSession, webServer } from '../../support/processes/web-server.ts';
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
} from '../../support/record/fixtures.ts';
import { addReasons } from '../../support/record/working-calls.ts';

// What the calls answer, as an outside client makes them (S1 §3, §7; S2 §3, §7). That an answer has the fields of its
// document is checked of every answer (support/documented.ts); who may make a call, in permission-matrix.test.ts.

const { web, sql } = webServer();
const day = today(new Date());
const tomorrow = addDays(day, 1);
const anyNumber = { capacity: null, left: null };
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
  await addReasons(sql());
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
  const answer = await web().call(path, body, { token });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toMatchObject({ code: 200, error: 0, diagnostic: '' });
  return answer.body.data;
}
const freshOrder = async () => addOrder(sql(), await addClient(sql(), here.operation));

describe('accounts', () => {
  it('user/preferences: what is named changes, the rest stays', async () => {
    await ask('user/preferences', { singleKeys: false, jefetec: 'op=114&modo=prioridad' });
    await ask('user/preferences', { singleKeys: true });
    const [user] = await sql()`select preferences from users where id = ${jefeId}`;
    expect(user!.preferences).toEqual({ singleKeys: true, jefetec: 'op=114&modo=prioridad' });
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
    expect(order).toMatchObject({
      ot_number: here.orderNumber,
      detail: 'línea\ncortada',
      visits_pending: true,
    });
    expect(order.visits_list).toHaveLength(order.pending_visits);
    const unknown = { ot_type: 2, ot_number: here.orderNumber };
    expect((await web().call('order', unknown, { token: jefe })).body).toMatchObject({
      code: 404,
      diagnostic: 'OT inexistente',
    });
  });

  it('orders/pending, oldest first, and the priority list by pages', async () => {
    const number = await freshOrder();
    const list = await ask('orders/pending', { subsidiary: here.operation, offset: 0, request: 'pending' });
    expect(list.orders_qty).toBe(list.orders.length);
    expect(list.order_types).toEqual([{ value: 1, text: 'Reclamo técnico' }]);
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
    // One with an open visit comes after all others, and says so.
    const urgent = await addOrder(sql(), await addClient(sql(), here.operation), { repeatingFailures: 9 });
    await addVisit(sql(), { ...here, orderNumber: urgent });
    const rows = (await ask('orders/pending', priority)).orders as unknown as {
      ot_number: string;
      rank: number;
      has_open_visit: boolean;
    }[];
    const last = rows.find(({ ot_number }) => ot_number === urgent)!;
    expect(last).toMatchObject({ has_open_visit: true });
    expect(last.rank).toBeGreaterThan(rows[0]!.rank);
    const states = rows.map((row) => row.has_open_visit);
    expect(states).toContain(false);
    expect(states).toEqual([...states].sort((a, b) => Number(a) - Number(b)));
    const unscheduled = await ask('orders/pending', { ...priority, unscheduled_only: true });
    expect(unscheduled.orders.map((one: { ot_number: string }) => one.ot_number)).not.toContain(
      here.orderNumber,
    );
    expect(unscheduled.orders.map((one: { ot_number: string }) => one.ot_number)).toContain(number);
  });

  it('client/info, orders/pending_from_client, visit/history: a client, what it waits for and what it had', async () => {
    const body = { client_id: here.clientId };
    expect(await ask('orders/pending_from_client', body)).toMatchObject([
      { ot_number: here.orderNumber, ot_type: 1, ot_type_friendly: 'Reclamo técnico' },
    ]);
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
            capacity: null,
            capacity_by_weekday: null,
            capacity_of_days: [],
            version: 1,
          },
        ],
      },
    ]);
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

  it('subsidiary/capabilities, subsidiary/allowed, users/operations', async () => {
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
    const operation = { subsidiary_id: here.operation, name: 'Córdoba' };
    expect(await ask('users/operations')).toContainEqual(operation);
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
  });
});

describe('visits', () => {
  it('closed ones keep the name of a deleted zone in the week; open ones have none', async () => {
    const own = await makeWorld(sql());
    const token = await openSession(sql(), await addUser(sql(), own.operation, {}, everyPermission));
    const [zone] = await sql()`
      insert into zones (operation, name, deleted_at) values (${own.operation}, 'Vieja', now()) returning id`;
    const ofZone = { zoneId: zone!.id as number };
    const closed = await addVisit(sql(), own, { ...ofZone, finished: true, closedAt: new Date() });
    const open = await addVisit(sql(), own, ofZone);
    const week = await ask('visits', { start_date: day, subsidiary: own.operation, zone_id: null }, token);
    const inWeek = Object.values(
      week.data[day] as Record<string, { visits: { id: number; zone_name: string | null }[] }>,
    ).flatMap(({ visits }) => visits);
    const nameOf = (id: number) => inWeek.find((visit) => visit.id === id)?.zone_name;
    expect([nameOf(closed), nameOf(open)]).toEqual(['Vieja', null]);
  });

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

  it('visit/get/by_number: with the slots that it may move to', async () => {
    await addSlot(sql(), here.operation, { name: 'Apagada', fromHour: 20, toHour: 22, enabled: false });
    const { possible_timestripes } = await ask('visit/get/by_number', { visit_id: visitId });
    expect(possible_timestripes).toContainEqual({ id: here.slotId, name: 'Mañana', from: 9, to: 13 });
    expect(possible_timestripes.map(({ name }: { name: string }) => name)).not.toContain('Apagada');
  });

  it('visit/get/by_tech_id: own ones without a name, others’ by theirs, closed ones when asked', async () => {
    const open = await ask('visit/get/by_tech_id', {}, tecnico);
    expect(open.assigned).toMatchObject({ tech_on_the_way: false, total: expect.any(Number) });
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
    expect((await web().call('visit/get/by_tech_id', {}, { token: jefe })).status).toBe(403);
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

  it('visit/finish: with its evidence, closing the order', async () => {
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
      absence: false,
      needs_signature: false,
      needs_photo: false,
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
    const slots = await ask('visit/get_timestripes_by_visit_id', {
      visit_id: visitId,
      date_selected: tomorrow,
    });
    expect(slots).toContainEqual({
      id: here.slotId,
      name: 'Mañana',
      from: 9,
      to: 13,
      ended: false,
      ...anyNumber,
    });
  });

  it('day: by technician, in the order of the round', async () => {
    const asked = { subsidiary: here.operation, date: day };
    const before = await ask('day', asked);
    const mine = before.technicians.find((row: { tech_id: number }) => row.tech_id === here.technicianId);
    expect(mine).toMatchObject({ absent: false, absent_timestripes: [], skills: [] });
    const ids = mine.visits.map(({ id }: { id: number }) => id);
    expect(ids).toContain(visitId);
    const second = await addVisit(sql(), here);
    await ask('visit/edit', { visit_id: second, position: 1 });
    const after = await ask('day', asked);
    const now = after.technicians.find((row: { tech_id: number }) => row.tech_id === here.technicianId);
    expect(now.visits.map(({ id }: { id: number }) => id)).toEqual([second, ...ids]);
    const phone = await ask('visit/get/by_tech_id', { tech_id: here.technicianId });
    expect(phone.assigned.visits[0].id).toBe(second);
  });

  it('visits and timestripes: the places of a slot, and the refusal of a full one with what is left', async () => {
    const slotId = await addSlot(sql(), here.operation, { name: 'Tarde', fromHour: 14, toHour: 18 });
    await ask('timestripes/edit', { id: slotId, capacity: 2, capacity_by_weekday: Array(7).fill(null) });
    await ask('timestripes/edit_day', { timestripe_id: slotId, date: tomorrow, capacity: 1 });
    const create = async (more: object = {}) => ({
      ...{ ot_type: 1, ot_number: await addOrder(sql(), here.clientId), possibleDate: tomorrow },
      ...{ timestripe: slotId, ...more },
    });
    await ask('visit/create', await create());
    const week = await ask('visits', { subsidiary: here.operation, start_date: tomorrow });
    expect(week.data[tomorrow][slotId]).toMatchObject({ capacity: 1, left: 0 });
    const chosen = { subsidiary: here.operation, date_selected: tomorrow };
    const slots = await ask('visit/get_timestripes_by_date', chosen);
    expect(slots.find(({ id }: { id: number }) => id === slotId)).toMatchObject({ capacity: 1, left: 0 });
    const refused = await web().call('visit/create', await create(), { token: jefe });
    expect(refused.status).toBe(409);
    const text = 'No quedan lugares en esa franja.';
    expect(refused.body).toMatchObject({
      diagnostic: text,
      data: { fields: { timestripe: text }, left: 0 },
    });
    const over = { overbook: true, overbook_reason: 'Reclamo de un hospital' };
    const { visit_id } = await ask('visit/create', await create(over));
    expect(await ask('visit/get/by_number', { visit_id })).toMatchObject({ overbooked: true });
    await sql()`update slots set enabled = false where id = ${slotId}`;
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
      ['cancellation_reasons', ['reason', 'responsible', 'amount', 'percentage', 'value']],
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
    expect(Object.keys(technician)).toEqual(['tech_name', 'finished', 'cancelled', 'detached', 'tech_id']);
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
    expect((await web().call('report/segments', foreign, { token: jefe })).status).toBe(403);
    await sql()`insert into user_operations (user_id, operation) values (${jefeId}, ${another.operation})`;
    // A session that was just looked up is used for 100 ms more (docs/decisions/known-sessions.md).
    await wait(150);
    expect(await ask('report/segments', { month })).toHaveLength(2);
    expect(await ask('report/segments', foreign)).toHaveLength(1);
    await sql()`delete from user_operations where user_id = ${jefeId} and operation = ${another.operation}`;
    await wait(150);
    expect(segment).toMatchObject({ subsidiary_name: 'Córdoba', tto: null, tc: expect.any(Number) });
  });

  it('report/unclosed: a visit of days gone by', async () => {
    const { old } = await work();
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
    expect(Object.keys(techs_data[0])).toEqual(['tech_name', ...onTheWay, 'tech_id']);
    expect(techs_data[0].percentage).toMatch(/^\d+(\.\d{1,2})?$/);
    const { subsidiaries_data } = await ask('report/on_the_way_global', asked);
    expect(Object.keys(subsidiaries_data[0])).toEqual(['subsidiary_name', ...onTheWay, 'subsidiary_id']);
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
    expect(mine.pending_visits_are_over_limit).toBe(mine.pending_visits_count > 15);
    expect(await ask('report/my_techs', { subsidiaries: [here.operation] })).toEqual(techs);
  });
});

describe('intakes', () => {
  it('intake/clients, intake/orders, intake/tickets: a client with its device, order and ticket', async () => {
    const [client_id, ot_number] = [`${here.operation}90000001`, `${here.operation}90000002`];
    const counts = { received: 1, created: 1, changed: 0, unchanged: 0, refused: 0 };
    const taken = { ...counts, errors: [], marked: 0, marks: [], added: [] };
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
    const added = [{ kind: 'symptom', name: 'Sin señal', subsidiary_id: null }];
    expect(await ask('intake/orders', { rows: [order] })).toEqual({ ...taken, added });
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
    const made = await ask('webhooks/edit', form);
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { id } = made;
    const webhook = await ask('webhooks/get', { id });
    expect(webhook).toMatchObject({
      name: 'Sistema comercial',
      events: ['visit.finished', 'order.fulfilled'],
      operations: [here.operation],
      ...{ enabled: true, version: 1, health: 'unused', waiting: 0, lost: 0 },
    });
    expect(await ask('webhooks')).toEqual([webhook]);
    const renamed = { ...form, id, name: 'Comercial', version: 1 };
    expect(await ask('webhooks/edit', renamed)).toEqual({
      id,
      version: 2,
      secret: null,
    });
    const history = await ask('webhooks/history', { id });
    expect(history.map(({ who }: { who: string }) => who)).toEqual(['Ana Paz', 'Ana Paz']);
    const rotated = await ask('webhooks/rotate_secret', { id, version: 2 });
    expect(rotated).toMatchObject({ id, version: 3, secret: expect.stringMatching(/^whsec_/) });
    expect(rotated.secret).not.toBe(made.secret);

    const { delivery_id } = await ask('webhooks/test', { id });
    expect(await ask('webhooks/test', { id })).toEqual({ id, delivery_id });
    const page = await ask('webhooks/deliveries', { id, type: 'ping' });
    expect(page).toMatchObject({
      deliveries: [{ delivery_id, state: 'waiting', type: 'ping' }],
      more: false,
    });
    const none = await ask('webhooks/deliveries', { id, state: 'delivered', ot_number: here.orderNumber });
    expect(none).toEqual({ deliveries: [], more: false });
    expect(await ask('webhooks/delivery', { id, delivery_id })).toMatchObject({
      ...{ delivery_id, body: null, attempts_log: [] },
    });
    expect(await ask('webhooks/resend', { id, delivery_id })).toEqual({
      ...{ id, resent: 1, left: 0 },
    });
    expect(await ask('webhooks/delete', { id, version: 3 })).toEqual({});
    expect((await web().call('webhooks/get', { id }, { token: jefe })).status).toBe(404);
  });
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listNotices, listVisitEvents } from '../../../db/reads/visits/visit.ts';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { addDays, formatDay, today } from '../../../machines/calendar/slots.ts';
import { addLink, keys, openSession, webServer } from '../../support/processes/web-server.ts';
import {
  actorOf,
  addReason,
  addSlot,
  addUser,
  addVisit,
  makeWorld,
  type World,
} from '../../support/record/fixtures.ts';

// The customer's conversation from the link of the visit, as a customer's browser and a dispatcher's ask for it.

const { web, sql, another } = webServer({ trustProxy: 1 });
const soon = addDays(today(new Date()), 4);
const later = addDays(today(new Date()), 6);
let here: World;
let jefeId: number;
let jefe: string;
let technician: string;
let visitId: number;
let token: string;

beforeAll(async () => {
  here = await makeWorld(sql(), { user: { firstName: 'Tomás' } });
  jefeId = await addUser(sql(), here.operation, {}, everyPermission);
  jefe = await openSession(sql(), jefeId);
  technician = await openSession(sql(), here.userId);
  await addReason(sql(), { value: 6, text: 'Concluida', finalizes: true });
  await addReason(sql(), { value: 20, text: 'Ausente', cancels: true, responsible: 'cliente' });
  await addReason(sql(), {
    ...{ value: 22, text: 'Desiste', cancels: true, responsible: 'cliente' },
    customerStep: 'cancel',
  });
  await addReason(sql(), {
    ...{ value: 24, text: 'Pide otra fecha', cancels: true, reschedules: true },
    responsible: 'cliente',
  });
});
beforeEach(async () => {
  await sql()`update visits set on_the_way = false where on_the_way`;
  await set({ reminder: true, replies: true, question: true, notice_hours: 24, changes: 2 });
  visitId = await addVisit(sql(), here, { day: soon });
  token = await addLink(sql(), visitId);
});

async function set(change: Record<string, unknown>) {
  const body = { subsidiary_id: here.operation, ...change };
  const answer = await web().call('conversations/edit', body, { token: jefe });
  expect(answer.status, answer.text).toBe(200);
}
let addresses = 0;
const ask = (path: string, body: object, key?: string, at = web()) =>
  at.call(`visit/external${path}`, body, {
    token: null,
    headers: { 'x-forwarded-for': `10.8.${++addresses >> 8}.${addresses & 255}` },
    ...(key ? { key } : {}),
  });
const view = async (of = token) => (await ask('', { token: of })).body.data;
const reply = async (step: string, more: object = {}, key?: string) =>
  ask(`/${step}`, { token, seen: (await view()).seen, ...more }, key);
const visitOf = async (id: number) => (await sql()`select * from visits where id = ${id}`)[0]!;
const newestOf = async (id: number): Promise<number> => {
  const next = (await visitOf(id)).rescheduledNext as number | null;
  return next === null ? id : newestOf(next);
};
const jefeActor = () => actorOf(sql(), jefeId);
const log = async (id: number) => listVisitEvents(web().db, await jefeActor(), id);
const notified = async (id: number) =>
  (await listNotices(web().db, await jefeActor(), keys, { visitId: id })).map(
    (one) => `${one.audience}: ${one.template}`,
  );

describe('‘Confirmo’', () => {
  it('is kept once, seen by the dispatchers, in the timeline, and asks for no new version of their forms', async () => {
    const { version } = await visitOf(visitId);
    const answer = await reply('confirm');
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data.replies).toMatchObject({ offered: true, confirmed: true });
    expect((await reply('confirm')).status).toBe(200);
    const events = await log(visitId);
    expect(events.map(({ name, actorName }) => [name, actorName])).toEqual([['visit.confirmed', 'Cliente']]);
    const edit = { visit_id: visitId, tech_comments: 'tocar timbre', version };
    expect((await web().call('visit/edit', edit, { token: jefe })).status).toBe(200);
    expect((await view()).replies.confirmed).toBe(true);
  });

  it('is of a day and a slot: a dispatcher who moves the visit to another slot asks for it again', async () => {
    await reply('confirm');
    const other = await addSlot(sql(), here.operation, { name: 'Tarde', fromHour: 14, toHour: 18 });
    const edit = { visit_id: visitId, timestripe_id: other };
    expect((await web().call('visit/edit', edit, { token: jefe })).status).toBe(200);
    expect((await view()).replies.confirmed).toBe(false);
  });

  it('of a page that shows an older day is refused, and changes nothing', async () => {
    const { seen } = await view();
    const move = {
      ...{ visit_id: visitId, new_date: later, new_timestripe: here.slotId, new_status: 24 },
      ...{ reschedule_comments: 'lluvia', checked: [] },
    };
    expect((await web().call('visit/reschedule', move, { token: jefe })).status).toBe(200);
    const answer = await ask('/confirm', { token, seen });
    expect(answer.body).toMatchObject({
      code: 409,
      diagnostic: 'La visita cambió mientras la mirabas. Revisá la fecha y volvé a intentar.',
    });
    expect(answer.text).not.toContain('Gómez');
    expect((await visitOf(await newestOf(visitId))).confirmedAt).toBeNull();
    expect((await view()).date_dispatch).toBe(formatDay(later));
  });
});

describe('‘Necesito cambiarla’', () => {
  it('offers days and slots, moves the visit, notifies the customer and the technician, and the link goes on', async () => {
    const { days } = (await ask('/options', { token })).body.data;
    expect(days.length).toBeGreaterThan(10);
    const chosen = days.at(-1);
    expect(chosen.slots[0]).toMatchObject({ id: here.slotId, name: 'Mañana', from: 9, to: 13 });
    const answer = await reply('change', { new_date: chosen.day, timestripe_id: here.slotId });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ date_dispatch: formatDay(chosen.day), rescheduled: true });
    expect(answer.body.data.replies.changes_left).toBe(1);
    const next = await newestOf(visitId);
    expect(await visitOf(next)).toMatchObject({ day: chosen.day, technicianId: null, customerChanges: 1 });
    expect(await visitOf(visitId)).toMatchObject({ rescheduled: true, reasonId: 24, rescheduledNext: next });
    const moved = (await log(visitId)).at(-1)!;
    expect(moved).toMatchObject({ name: 'visit.rescheduled', actorName: 'Cliente' });
    expect(moved.data.note).toBe('El cliente cambió la visita desde su enlace.');
    expect(await notified(visitId)).toEqual(['technician: technician-removed']);
    expect(await notified(next)).toEqual(['customer: visit-rescheduled']);
    const [link] = await sql()`
      select expires_at > ${addDays(chosen.day, 7)}::date as open from visit_links where visit_id = ${visitId}`;
    expect(link!.open).toBe(true);
  });

  it('is possible as many times as the operation says; what dispatchers do does not count', async () => {
    for (const day of [later, soon]) {
      const move = { visit_id: await newestOf(visitId), new_date: day, new_timestripe: here.slotId };
      const more = { new_status: 24, reschedule_comments: 'lluvia', checked: [] };
      expect((await web().call('visit/reschedule', { ...move, ...more }, { token: jefe })).status).toBe(200);
    }
    expect((await reply('change', { new_date: later, timestripe_id: here.slotId })).status).toBe(200);
    expect((await reply('change', { new_date: soon, timestripe_id: here.slotId })).status).toBe(200);
    const third = await reply('change', { new_date: later, timestripe_id: here.slotId });
    expect(third.body).toMatchObject({
      code: 409,
      diagnostic: 'Ya cambiaste esta visita todas las veces que se puede. Comunicate con nosotros.',
    });
    expect((await view()).replies).toMatchObject({ offered: true, changes_left: 0 });
    // The limit is the visit's, not the link's: one sent with the last change does not begin anew.
    const fresh = await addLink(sql(), await newestOf(visitId));
    expect((await view(fresh)).replies.change_refused).toContain('todas las veces');
  });

  it.each([
    ['today', () => ({ new_date: today(new Date()) })],
    ['a day beyond those offered', () => ({ new_date: addDays(today(new Date()), 15) })],
    ['the day and slot that it has', () => ({ new_date: soon })],
    ['an impossible day', () => ({ new_date: '2026-02-30' })],
    ['a slot of another operation', async () => ({ timestripe_id: (await makeWorld(sql())).slotId })],
    [
      'a slot that is off',
      async () => ({ timestripe_id: await addSlot(sql(), here.operation, { enabled: false }) }),
    ],
  ])('to %s is refused with a text', async (_, wrong) => {
    const answer = await reply('change', { new_date: later, timestripe_id: here.slotId, ...(await wrong()) });
    expect(answer.status).toBe(422);
    expect(answer.body.diagnostic).toMatch(/^(Elegí uno de los días|La fecha no es válida)/);
    expect((await visitOf(visitId)).rescheduled).toBe(false);
  });
});

describe('‘Cancelar’', () => {
  it('closes the visit by the customer’s reason, leaves the order pending, and notifies the technician', async () => {
    const answer = await reply('cancel');
    expect(answer.body.data).toMatchObject({ status: 'Cancelada', cancelled: true });
    expect(await visitOf(visitId)).toMatchObject({ cancelled: true, reasonId: 22, statusId: 22 });
    expect(await log(visitId)).toMatchObject([{ name: 'visit.cancelled', actorName: 'Cliente' }]);
    expect(await notified(visitId)).toEqual(['technician: technician-removed']);
    const [order] = await sql()`select status_id from orders where number = ${here.orderNumber}`;
    expect(order!.statusId).toBe(1);
    expect((await reply('cancel')).body).toMatchObject({
      code: 409,
      diagnostic: 'La visita ya está cerrada.',
    });
  });

  it('too near the visit is refused; a dispatcher is bound by nothing', async () => {
    await set({ notice_hours: 120 });
    expect((await view()).replies).toMatchObject({
      change_refused: expect.stringContaining('falta poco'),
      cancel_refused: expect.stringContaining('falta poco'),
    });
    expect((await reply('cancel')).status).toBe(409);
    expect((await reply('confirm')).status).toBe(200);
    const finish = { visit_id: visitId, status: 20, extra_comments: 'avisó por teléfono' };
    expect((await web().call('visit/finish', finish, { token: jefe })).status).toBe(200);
  });

  it('and a dispatcher’s step at the same moment end as one of the two orders, over two web processes (F19)', async () => {
    const other = await another();
    for (let round = 0; round < 15; round++) {
      const id = await addVisit(sql(), here, { day: soon });
      const link = await addLink(sql(), id);
      const { seen } = await view(link);
      const go = { visit_id: id, on_the_way: true, send_notification: false };
      const [customer, dispatcher] = await Promise.all([
        ask('/cancel', { token: link, seen }, undefined, other),
        web().call('visit/set_on_the_way', go, { token: technician }),
      ]);
      const after = await visitOf(id);
      const outcome = [customer.status, dispatcher.status, after.cancelled, after.onTheWay];
      expect([
        [200, 409, true, false],
        [409, 200, false, true],
      ]).toContainEqual(outcome);
      await sql()`update visits set on_the_way = false where id = ${id}`;
    }
  });
});

describe('the question after the visit', () => {
  it('is sent with a link when the visit is finished, answered once, and seen by the dispatchers', async () => {
    const other = await addVisit(sql(), here, { day: soon });
    const finish = { visit_id: other, status: 6 };
    expect((await web().call('visit/finish', finish, { token: jefe })).status).toBe(200);
    expect(await notified(other)).toEqual(['customer: visit-question']);
    expect((await sql()`select 1 from visit_links where visit_id = ${other}`).count).toBe(1);
    const link = await addLink(sql(), other);
    expect(await view(link)).toMatchObject({ question: 'open', replies: { offered: false } });
    expect((await ask('/answer', { token: link, answer: 'quizás' })).status).toBe(422);
    const answer = await ask('/answer', { token: link, answer: 'no' });
    expect(answer.body.data).toMatchObject({ question: 'no' });
    expect((await ask('/answer', { token: link, answer: 'yes' })).body).toMatchObject({
      code: 409,
      diagnostic: 'Ya respondiste. ¡Gracias!',
    });
    const last = (await log(other)).at(-1)!;
    expect([last.name, last.actorName, last.data.to]).toEqual([
      'visit.answered',
      'Cliente',
      { answer: 'no' },
    ]);
    const segment = await web().call('report/segment', { visit_id: other }, { token: jefe });
    expect(segment.body.data.total_time_friendly).toBe('0 min');
  });

  it('is not sent where it is off, nor for a visit that was cancelled', async () => {
    const cancelled = { visit_id: visitId, status: 20, extra_comments: 'no estaba' };
    expect((await web().call('visit/finish', cancelled, { token: jefe })).status).toBe(200);
    expect(await notified(visitId)).toEqual([]);
    await set({ question: false });
    const other = await addVisit(sql(), here, { day: soon });
    expect((await web().call('visit/finish', { visit_id: other, status: 6 }, { token: jefe })).status).toBe(
      200,
    );
    expect(await notified(other)).toEqual([]);
    expect((await ask('/answer', { token: await addLink(sql(), other), answer: 'yes' })).status).toBe(409);
  });
});

describe('the switches', () => {
  it('are changed within their limits, and every change has its author', async () => {
    const [saved] = (await web().call('conversations', {}, { token: jefe })).body.data;
    expect(saved).toMatchObject({
      subsidiary_id: here.operation,
      replies: true,
      notice_hours: 24,
      changes: 2,
    });
    await set({ changes: 3, version: saved.version });
    const body = { subsidiary_id: here.operation, changes: 1 };
    for (const wrong of [{ notice_hours: 169 }, { notice_hours: 1.5 }, { changes: 11 }, { replies: 'sí' }])
      expect((await web().call('conversations/edit', { ...body, ...wrong }, { token: jefe })).status).toBe(
        422,
      );
    const [event] = await sql()`
      select actor_id, data from events where operation = ${here.operation} and name = 'conversation.changed'
      order by version desc limit 1`;
    expect(event).toMatchObject({ actorId: jefeId, data: { from: { changes: 2 }, to: { changes: 3 } } });
  });
});

it.each([
  ['unknown', async () => 'x'.repeat(43)],
  ['expired', () => addLink(sql(), visitId, { expiresAt: new Date(Date.now() - 1_000) })],
  ['revoked', () => addLink(sql(), visitId, { revokedAt: new Date() })],
])('a link that is %s takes no step', async (_, make) => {
  const link = await make();
  const { seen } = await view();
  const bodies = {
    options: {},
    confirm: { seen },
    cancel: { seen },
    change: { seen, new_date: later, timestripe_id: here.slotId },
    answer: { answer: 'yes' },
  };
  for (const [step, body] of Object.entries(bodies)) {
    const answer = await ask(`/${step}`, { token: link, ...body });
    expect(answer.body, step).toMatchObject({ code: 404, diagnostic: 'El enlace no es válido o ya venció.' });
  }
  expect(await log(visitId)).toEqual([]);
});

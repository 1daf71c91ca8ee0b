import { describe, expect, it } from 'vitest';
import { createVisit } from '../../../db/commands/visits/create-visit.ts';
import { rescheduleVisits } from '../../../db/commands/visits/reschedule-visits.ts';
import { findNoticeToSend } from '../../../db/reads/notices/notice-to-send.ts';
import { findExternalVisit } from '../../../db/reads/visits/external-visit.ts';
import { findVisit } from '../../../db/reads/visits/visit.ts';
import { openKeys } from '../../../db/secrets/keys.ts';
import type { Actor } from '../../../machines/access/permissions.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { actorOf, addOrder, addReason, addSlot, makeWorld } from '../../support/record/fixtures.ts';

const record = openRecord();
const keys = openKeys({ secret: 'x'.repeat(40), publicUrl: 'https://agenda.example' });
const tomorrow = addDays(today(new Date()), 1);

async function pendingOrder(overrides: Parameters<typeof makeWorld>[1] = {}) {
  const made = await makeWorld(record().sql, overrides);
  const orderNumber = await addOrder(record().sql, made.clientId);
  const actor = await actorOf(record().sql, made.userId);
  const form = { ot_type: 1, ot_number: orderNumber, possibleDate: tomorrow, timestripe: made.slotId };
  const create = (
    change: object = {},
    { by = actor, ...more }: { by?: Actor; key?: string; now?: Date } = {},
  ) => createVisit({ ...ctx(by), ...more }, { ...form, ...change });
  return { ...made, orderNumber, actor, create };
}
const ctx = (actor: Actor) => ({ db: record(), actor, keys });

describe('creating a visit', () => {
  it('is refused beyond 366 days, whether it is new or moved there', async () => {
    const { actor, create, slotId } = await pendingOrder();
    const last = addDays(today(new Date()), 366);
    const refused = { code: 'visit-too-far', text: 'La fecha puede ser hasta 366 días después de hoy.' };
    for (const possibleDate of [addDays(last, 1), '2099-03-05'])
      expect(await create({ possibleDate })).toMatchObject({
        ...refused,
        fields: { possibleDate: refused.text },
      });
    const made = (await create({ possibleDate: last })) as { visit_id: number };
    const status = 4_711;
    await addReason(record().sql, { value: status, text: 'Lejos', cancels: true, reschedules: true });
    const move = (new_date: string) =>
      rescheduleVisits(ctx(actor), {
        ...{ visit_id: made.visit_id, new_date, new_timestripe: slotId, new_status: status },
        ...{ reschedule_comments: 'viaja', checked: [] },
      });
    expect(await move('2099-03-05')).toMatchObject({ ...refused, fields: { new_date: refused.text } });
    expect(await move(tomorrow)).toMatchObject({ new_id: expect.any(Number) });
  });

  it('from a pending order copies what the calendar shows and notifies the customer with a link', async () => {
    const { actor, create, technicianId, clientId } = await pendingOrder();
    const answer = await create({
      assigned_to: technicianId,
      tech_comments: 'Llevar escalera',
      notify_tech: true,
    });
    if (isRefusal(answer)) throw new Error(answer.text);
    const [visit] = await record().sql`select * from visits where id = ${answer.visit_id}`;
    expect(visit).toMatchObject({
      day: tomorrow,
      technicianId,
      clientId,
      clientName: 'Ana Gómez',
      creatorId: actor.userId,
    });
    const notices = await record()
      .sql`select template, audience from notices where visit_id = ${answer.visit_id} order by id`;
    expect([...notices]).toEqual([
      { template: 'visit-created', audience: 'customer' },
      { template: 'technician-assigned', audience: 'technician' },
    ]);
    const token = answer.public_link!.split('/').at(-1)!;
    expect(answer.public_link).toMatch(/^https:\/\/agenda\.example\/visit\/external\/view\//);
    expect(await findExternalVisit(record(), token)).toMatchObject({ view: { day: tomorrow } });
    expect(await findExternalVisit(record(), `${token.slice(0, -1)}_`)).toBeUndefined();
    await record().sql`update visit_links set revoked_at = now() where visit_id = ${answer.visit_id}`;
    expect(await findExternalVisit(record(), token)).toBeUndefined();
  });

  it('keeps the e-mail of its notices and its other orders, also when it is rescheduled', async () => {
    const { actor, create, clientId, orderNumber, slotId } = await pendingOrder();
    const { sql } = record();
    const related = [await addOrder(sql, clientId), await addOrder(sql, clientId)];
    const made = (await create({ email: 'lia@otro.example', related_orders: related.join(', ') })) as {
      visit_id: number;
    };
    const detail = await findVisit(record(), actor, made.visit_id);
    expect(detail).toMatchObject({
      email: 'lia@otro.example',
      relatedOrders: related.map((number) => ({ number, type: 1, typeName: 'Reclamo técnico' })),
    });
    await addReason(sql, { value: 40, text: 'Otra fecha', cancels: true, reschedules: true });
    const moved = (await rescheduleVisits(ctx(actor), {
      visit_id: made.visit_id,
      ...{ new_date: addDays(tomorrow, 1), new_status: 40, new_timestripe: slotId },
      ...{ reschedule_comments: 'pidió otro día', checked: ['public_link'] },
    })) as { new_id: number };
    const [notice] = await sql<{ id: number }[]>`select id from notices where visit_id = ${moved.new_id}`;
    const toSend = await findNoticeToSend(record(), notice!.id, keys);
    expect(toSend!.recipient!.email).toBe('lia@otro.example');
    expect(await findVisit(record(), actor, moved.new_id)).toMatchObject({ relatedOrders: [{}, {}] });
    expect(orderNumber).not.toBe(related[0]);
  });

  it('takes what the payload repeats of the order, and refuses what contradicts it', async () => {
    const { create, clientId, technicianId } = await pendingOrder();
    const right = {
      client_id: clientId,
      name: 'Ana Gómez',
      ...{ symptom_id: null, symptom_name: '', priority: '0', node_name: '', tag: '', client_address: '' },
      ...{ visit_type: 0, late_schedule: false, assigned_to: technicianId, related_orders: '', email: '' },
    };
    const differs = 'El dato no coincide con el de la OT.';
    for (const [wrong, text] of [
      [{ client_id: '10199999999' }, differs],
      [{ name: 'Otra' }, differs],
      [{ symptom_id: 3 }, differs],
      [{ symptom_name: 'Otro' }, differs],
      [{ priority: 7 }, differs],
      [{ node_name: 'NODO-9' }, differs],
      [{ tag: 'X' }, differs],
      [{ client_address: 'Otra 123' }, differs],
      [{ visit_type: 1 }, 'El tipo de visita debe ser 0.'],
      [{ email: 'nada' }, 'El correo no es válido.'],
      [
        { assigned_name: 'Otro Nombre' },
        'No se pudo obtener el nombre del técnico. Por favor realice otra selección',
      ],
      [{ related_orders: '10199999999' }, 'Una de las OT relacionadas no existe en la operación.'],
      [
        { related_orders: '101, x' },
        'Las OT relacionadas deben ser números de 11 dígitos separados por comas.',
      ],
    ] as const)
      expect(await create({ ...right, ...wrong })).toMatchObject({
        status: 422,
        fields: { [Object.keys(wrong)[0]!]: text },
      });
    expect(await create(right)).toMatchObject({ late_schedule: false });
  });

  it('in a slot that has ended today is marked as late', async () => {
    const { create, operation } = await pendingOrder();
    const early = await addSlot(record().sql, operation, { fromHour: 7, toHour: 8 });
    const day = today(new Date());
    const now = new Date(`${day}T18:00:00-03:00`);
    expect(await create({ possibleDate: day, timestripe: early }, { now })).toMatchObject({
      late_schedule: true,
    });
  });

  it.each([
    ['yesterday', { possibleDate: addDays(today(new Date()), -1) }, 422],
    ['a slot that does not exist', { timestripe: 999_999 }, 422],
    ['a zone that does not exist', { zone: 999_999 }, 422],
    ['a technician that does not exist', { assigned_to: 999_999 }, 422],
    ['an order that does not exist', { ot_number: '10199999999' }, 404],
    ['another type', { ot_type: 99 }, 404],
  ])('is refused with %s, and creates nothing', async (_, change, status) => {
    const { create } = await pendingOrder();
    const before = await record().sql`select count(*)::int as n from visits`;
    expect(await create(change)).toMatchObject({ refused: true, status });
    expect(await record().sql`select count(*)::int as n from visits`).toEqual(before);
  });

  it('is refused for an order that is not open', async () => {
    const closed = await pendingOrder();
    await record()
      .sql`update orders set status_id = 3, closed_at = now() where number = ${closed.orderNumber}`;
    expect(await closed.create()).toMatchObject({ code: 'order-not-open' });
  });

  it('with open visits is refused until confirmed, and two at once make one', async () => {
    const { create } = await pendingOrder();
    const both = await Promise.all(['a', 'b'].map((key) => create({}, { key })));
    expect(both.filter((answer) => !isRefusal(answer))).toHaveLength(1);
    expect(both.find(isRefusal)).toMatchObject({
      status: 409,
      text: 'Existen visitas abiertas para este cliente. Debe cerrar o editar las visitas pendientes antes de crear nuevas.',
    });
    expect(isRefusal(await create({ confirm_pending: true }))).toBe(false);
  });

  it('without any slot in the operation says so', async () => {
    const { create, slotId } = await pendingOrder();
    await record().sql`update slots set enabled = false where id = ${slotId}`;
    expect(await create()).toMatchObject({ code: 'slot-disabled' });
    expect(await create({ timestripe: 999_999 })).toMatchObject({
      text: 'La operación no posee franjas horarias para crear visitas',
    });
  });
});

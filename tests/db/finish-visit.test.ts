import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { finishVisit } from '../../db/commands/field/finish-visit.ts';
import { findCapabilities } from '../../db/reads/visits/closing.ts';
import type { Actor, Permission } from '../../machines/access/permissions.ts';
import { isRefusal } from '../../machines/words/refusals.ts';
import { actorOf, addReason, addTechnician, addVisit, makeWorld } from '../support/fixtures.ts';
import { openRecord } from '../support/open-record.ts';

const record = openRecord();
/** A signature as a browser draws it, with a text inside that nobody sees. */
let drawn: string;
beforeAll(async () => {
  const line = { create: { width: 300, height: 120, channels: 4 as const, background: '#00000000' } };
  const image = await sharp(line)
    .withExif({ IFD0: { Copyright: 's3cr3t' } })
    .png()
    .toBuffer();
  expect(image.includes('s3cr3t')).toBe(true);
  drawn = `data:image/png;base64,${image.toString('base64')}`;
});
const png = (bytes: number) =>
  `data:image/png;base64,${Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(bytes)]).toString('base64')}`;

beforeAll(async () => {
  const { sql } = record();
  await addReason(sql, { value: 6, text: 'Concluida', finalizes: true, finalizesOrder: true });
  await addReason(sql, { value: 7, text: 'Concluida sin cumplir', finalizes: true });
  await addReason(sql, {
    value: 20,
    text: 'Responsabilidad del cliente: ausente',
    cancels: true,
    responsible: 'cliente',
  });
  await addReason(sql, { value: 30, text: 'Falta material' });
  await addReason(sql, { value: 40, text: 'Derivada', finalizes: true, derives: true });
  await sql`insert into repair_codes values ('R1', 'Cambio de conector')`;
  await sql`insert into items values ('material', 'M1', 'Conector'), ('labor', 'L1', 'Instalación')`;
});

async function onTheWay(visit: Record<string, unknown> = { onTheWay: true }, permissions: Permission[] = []) {
  const made = await makeWorld(record().sql, { visit });
  return { ...made, actor: await actorOf(record().sql, made.userId, permissions) };
}
const ctx = (actor: Actor, key?: string) => ({ db: record(), actor, ...(key ? { key } : {}) });
const text = (answer: unknown) => (isRefusal(answer) ? answer.text : 'ok');
const rowOf = async (visitId: number) => (await record().sql`select * from visits where id = ${visitId}`)[0]!;
const orderOf = async (number: string) =>
  (await record().sql`select * from orders where number = ${number}`)[0]!;

describe('closing a visit', () => {
  it('with its evidence concludes it and fulfils the order', async () => {
    const { visitId, actor, orderNumber, technicianId } = await onTheWay();
    const answer = await finishVisit(ctx(actor), {
      visit_id: visitId,
      status: 6,
      repair_code: 'R1',
      extra_comments: 'Quedó funcionando',
      materials: [
        { code: 'M1', amount: '3' },
        { code: 'M1x', amount: 0 },
      ],
      labors: [{ code: 'L1', amount: 1 }],
      signature: drawn,
      signature_name: 'Ana Gómez',
    });
    expect(answer).toMatchObject({ finished: true });
    expect(await rowOf(visitId)).toMatchObject({
      finished: true,
      onTheWay: false,
      statusId: 6,
      signatureName: 'Ana Gómez',
    });
    const kept = (await rowOf(visitId)).signature as Buffer;
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'png', width: 300, height: 120 });
    expect(kept.includes('s3cr3t')).toBe(false);
    expect(await orderOf(orderNumber)).toMatchObject({
      statusId: 3,
      repairCode: 'R1',
      closedByTechnicianId: technicianId,
    });
    const items = await record()
      .sql`select kind, code, amount from visit_items where visit_id = ${visitId} order by kind`;
    expect([...items]).toEqual([
      { kind: 'labor', code: 'L1', amount: 1 },
      { kind: 'material', code: 'M1', amount: 3 },
    ]);
    const events = await record().sql`select name from events where visit_id = ${visitId} order by version`;
    expect(events.map(({ name }) => name)).toEqual(['visit.finished', 'order.fulfilled']);
  });

  it('by other reasons cancels it, or leaves it pending with the reason’s name', async () => {
    const cancelled = await onTheWay();
    await finishVisit(ctx(cancelled.actor), {
      visit_id: cancelled.visitId,
      status: 20,
      extra_comments: 'No había nadie',
    });
    expect(await rowOf(cancelled.visitId)).toMatchObject({ cancelled: true, finished: false, statusId: 20 });
    expect(await orderOf(cancelled.orderNumber)).toMatchObject({ statusId: 1 });
    const pending = await onTheWay();
    await finishVisit(ctx(pending.actor), { visit_id: pending.visitId, status: 30 });
    expect(await rowOf(pending.visitId)).toMatchObject({
      statusId: 14,
      reasonId: 30,
      closedAt: null,
      onTheWay: false,
    });
  });

  it.each([
    ['no reason', {}, 'Por favor seleccione un estado de la lista'],
    ['a reason that is not in the list', { status: 999 }, 'Por favor seleccione un estado de la lista'],
    ['no repair code', { status: 6 }, 'Por favor seleccione un tipo de reparación de la lista'],
    [
      'a repair code that does not exist',
      { status: 6, repair_code: 'nada' },
      'Por favor seleccione un tipo de reparación de la lista',
    ],
    ['a cancellation without a motive', { status: 20 }, 'Por favor escriba un motivo de cancelación'],
    [
      'a motive of 4 characters',
      { status: 20, extra_comments: ' abcd ' },
      'Por favor escriba un motivo de cancelación',
    ],
    ['a derivation to a third place', { status: 40, derivation_type: 3 }, 'No se puede derivar service'],
    [
      'a signature that is no PNG',
      { status: 7, signature: 'data:image/png;base64,AAAA' },
      'La firma no es una imagen válida.',
    ],
    [
      'a signature that begins like a PNG and is none',
      { status: 7, signature: png(500) },
      'La firma no es una imagen válida.',
    ],
    [
      'a signature of more than 300 kB',
      { status: 7, signature: png(300_001) },
      'La firma no es una imagen válida.',
    ],
    [
      'an SVG as signature',
      { status: 7, signature: 'data:image/svg+xml;base64,AAAA' },
      'La firma no es una imagen válida.',
    ],
  ])('is refused with %s, and changes nothing', async (_, form, expected) => {
    const { visitId, actor } = await onTheWay();
    expect(text(await finishVisit(ctx(actor), { visit_id: visitId, ...form }))).toBe(expected);
    expect(await rowOf(visitId)).toMatchObject({ onTheWay: true, version: 1, closedAt: null });
  });

  it.each(['007', '-1', '1.5', '12345678', ' 1', 'x', -1, 1.5, 10_000_000])(
    'refuses %s as a quantity',
    async (amount) => {
      const { visitId, actor } = await onTheWay();
      const answer = await finishVisit(ctx(actor), {
        visit_id: visitId,
        status: 7,
        materials: [{ code: 'M1', amount }],
      });
      expect(answer).toMatchObject({ status: 422 });
    },
  );

  it('keeps the signature only when the reason finalizes', async () => {
    const { visitId, actor } = await onTheWay();
    await finishVisit(ctx(actor), { visit_id: visitId, status: 30, signature: drawn });
    expect((await rowOf(visitId)).signature).toBeNull();
  });

  it('derives to Contratista unless told otherwise', async () => {
    const { visitId, actor } = await onTheWay();
    await finishVisit(ctx(actor), { visit_id: visitId, status: 40 });
    expect((await rowOf(visitId)).derivationType).toBe(2);
  });

  it('takes materials once for an order, and never where the operation has none', async () => {
    const first = await onTheWay();
    await finishVisit(ctx(first.actor), {
      visit_id: first.visitId,
      status: 7,
      materials: [{ code: 'M1', amount: 1 }],
    });
    const second = await addVisit(record().sql, first, { onTheWay: true });
    const again = await finishVisit(ctx(first.actor), {
      visit_id: second,
      status: 7,
      materials: [{ code: 'M1', amount: 1 }],
    });
    const already = 'La OT ya tiene materiales o mano de obra cargados.';
    expect(again).toMatchObject({ code: 'items-already-entered', fields: { materials: already } });
    const labor = { visit_id: second, status: 7, labors: [{ code: 'L1', amount: 1 }] };
    expect(await finishVisit(ctx(first.actor), labor)).toMatchObject({ fields: { labors: already } });
    expect(await findCapabilities(record(), first.actor, second)).toMatchObject({
      allowEnterItems: false,
      haveMaterials: true,
      haveLabor: false,
    });
    const none = await onTheWay();
    await record()
      .sql`update operations set allow_enter_materials_and_labors = false where code = ${none.operation}`;
    expect(
      await finishVisit(ctx(none.actor), {
        visit_id: none.visitId,
        status: 7,
        labors: [{ code: 'L1', amount: 1 }],
      }),
    ).toMatchObject({
      code: 'items-not-allowed',
      fields: { labors: 'La operación no permite ingresar materiales ni mano de obra.' },
    });
  });

  it('derives where it says, else where its reason says, else to Contratista', async () => {
    const { sql } = record();
    await addReason(sql, { value: 41, text: 'A Redes', finalizes: true, derives: true, derivationType: 1 });
    const derivedTo = async (form: object) => {
      const { visitId, actor } = await onTheWay();
      expect(await finishVisit(ctx(actor), { visit_id: visitId, ...form })).toMatchObject({ finished: true });
      return (await rowOf(visitId)).derivationType;
    };
    expect(await derivedTo({ status: 41 })).toBe(1);
    expect(await derivedTo({ status: 41, derivation_type: 2 })).toBe(2);
    expect(await derivedTo({ status: 40 })).toBe(2);
  });

  it('leaves the order open where the form says so', async () => {
    const { visitId, actor, orderNumber } = await onTheWay();
    const form = { visit_id: visitId, status: 6, repair_code: 'R1', finish_order: false };
    expect(await finishVisit(ctx(actor), form)).toMatchObject({ finished: true });
    const [order] = await record().sql`select status_id from orders where number = ${orderNumber}`;
    expect(order!.statusId).toBeLessThanOrEqual(2);
  });

  it('refuses the number or the type of another order, and takes those of its own', async () => {
    const { visitId, actor, orderNumber } = await onTheWay();
    const text = 'La OT indicada no es la de la visita.';
    const other = String(Number(orderNumber) + 1).padStart(11, '0');
    const form = { visit_id: visitId, status: 7 };
    expect(await finishVisit(ctx(actor), { ...form, order_number: other })).toMatchObject({
      status: 422,
      fields: { order_number: text },
    });
    expect(await finishVisit(ctx(actor), { ...form, order_type: '99' })).toMatchObject({
      status: 422,
      fields: { order_type: text },
    });
    expect(
      await finishVisit(ctx(actor), { ...form, order_number: orderNumber, order_type: '1' }),
    ).toMatchObject({ finished: true });
  });

  it('needs to be on the way or delayed, for its technician', async () => {
    const waiting = await onTheWay({});
    expect(await finishVisit(ctx(waiting.actor), { visit_id: waiting.visitId, status: 7 })).toMatchObject({
      code: 'close-before-on-the-way',
    });
    const late = await onTheWay({ delayed: true, statusId: 17 });
    expect(await finishVisit(ctx(late.actor), { visit_id: late.visitId, status: 7 })).toMatchObject({
      finished: true,
    });
  });

  it('of another technician needs the permission to finish', async () => {
    const { visitId, operation } = await onTheWay();
    const { userId } = await addTechnician(record().sql, operation);
    const plain = await actorOf(record().sql, userId, []);
    expect(await finishVisit(ctx(plain), { visit_id: visitId, status: 7 })).toMatchObject({ status: 403 });
    const supervisor = await actorOf(record().sql, userId, ['can_finish_visit']);
    expect(
      await finishVisit(ctx(supervisor), { visit_id: visitId, status: 20, extra_comments: 'cancelada' }),
    ).toMatchObject({
      code: 'may-not-cancel-visit',
    });
    expect(await finishVisit(ctx(supervisor), { visit_id: visitId, status: 7 })).toMatchObject({
      finished: true,
    });
  });

  it('sent 20 times at once and again later closes once, with the same answer each time (F17)', async () => {
    const { visitId, actor } = await onTheWay();
    const form = { visit_id: visitId, status: 6, repair_code: 'R1' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => finishVisit(ctx(actor, 'k-close'), form)),
    );
    answers.push(await finishVisit(ctx(actor, 'k-close'), form));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ finished: true });
    const events = await record().sql`select name from events where visit_id = ${visitId}`;
    expect(events).toHaveLength(2);
  });

  it('twice with different keys is refused the second time', async () => {
    const { visitId, actor } = await onTheWay();
    await finishVisit(ctx(actor, 'k1'), { visit_id: visitId, status: 7 });
    expect(await finishVisit(ctx(actor, 'k2'), { visit_id: visitId, status: 7 })).toMatchObject({
      code: 'visit-closed',
      status: 409,
    });
  });
});

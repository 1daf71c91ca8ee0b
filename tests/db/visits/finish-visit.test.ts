import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { finishVisit } from '../../../db/commands/field/finish-visit.ts';
import { findCapabilities } from '../../../db/reads/visits/closing.ts';
import type { Actor } from '../../../machines/access/permissions.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { actorOf, addReason, addTechnician, addVisit, makeWorld } from '../../support/record/fixtures.ts';

const record = openRecord();
/** A signature as a browser draws it, with a text inside that no reader sees. */
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

async function onTheWay(visit: Record<string, unknown> = { onTheWay: true }) {
  const made = await makeWorld(record().sql, { visit });
  const actor = await actorOf(record().sql, made.userId, []);
  const close = (form: object, { by = actor, ...more }: { by?: Actor; key?: string } = {}) =>
    finishVisit({ db: record(), actor: by, ...more }, { visit_id: made.visitId, ...form });
  return { ...made, actor, close };
}
const text = (answer: unknown) => (isRefusal(answer) ? answer.text : 'ok');
const rowOf = async (visitId: number) => (await record().sql`select * from visits where id = ${visitId}`)[0]!;
const orderOf = async (number: string) =>
  (await record().sql`select * from orders where number = ${number}`)[0]!;

describe('closing a visit by a reason that asks for more', () => {
  beforeAll(async () => {
    const { sql } = record();
    await addReason(sql, { value: 60, text: 'Con firma', finalizes: true, needsSignature: true });
    await addReason(sql, { value: 61, text: 'Con foto', finalizes: true, needsPhoto: true });
  });

  it('takes the signature from its technician, and none from a dispatcher', async () => {
    const made = await onTheWay();
    const wanted = 'Con este motivo se necesita la firma del cliente.';
    expect(await made.close({ status: 60 })).toMatchObject({ status: 422, fields: { signature: wanted } });
    expect((await rowOf(made.visitId)).finished).toBe(false);
    expect(text(await made.close({ status: 60, signature: drawn }))).toBe('ok');
    const other = await onTheWay();
    const office = await actorOf(record().sql, other.userId);
    expect(text(await other.close({ status: 60 }, { by: { ...office, technicianId: null } }))).toBe('ok');
  });

  it('counts the photos that are there, and those that the device still has to send', async () => {
    const wanted = { status: 422, fields: { photos: 'Con este motivo se necesita al menos una foto.' } };
    const waiting = await onTheWay();
    expect(await waiting.close({ status: 61 })).toMatchObject(wanted);
    expect(await waiting.close({ status: 61, photos: 0 })).toMatchObject(wanted);
    expect(text(await waiting.close({ status: 61, photos: 1 }))).toBe('ok');
    const sent = await onTheWay();
    await record()
      .sql`insert into visit_photos (visit_id, technician_id, taken_at, file, bytes, width, height, preview)
      values (${sent.visitId}, ${sent.technicianId}, now(), ${`photos/${sent.visitId}/1-a.jpg`}, 1, 1, 1, '')`;
    expect(text(await sent.close({ status: 61 }))).toBe('ok');
  });
});

describe('closing a visit', () => {
  it('with its evidence concludes it and fulfils the order', async () => {
    const { visitId, close, orderNumber, technicianId } = await onTheWay();
    const answer = await close({
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
    await cancelled.close({ status: 20, extra_comments: 'No había nadie' });
    expect(await rowOf(cancelled.visitId)).toMatchObject({ cancelled: true, finished: false, statusId: 20 });
    expect(await orderOf(cancelled.orderNumber)).toMatchObject({ statusId: 1 });
    const pending = await onTheWay();
    await pending.close({ status: 30 });
    expect(await rowOf(pending.visitId)).toMatchObject({
      statusId: 14,
      reasonId: 30,
      closedAt: null,
      onTheWay: false,
    });
  });

  it.each([
    ['a reason that is not in the list', { status: 999 }, 'Por favor seleccione un estado de la lista'],
    ...[
      ['a signature that is no PNG', 'data:image/png;base64,AAAA'],
      ['a signature that begins like a PNG and is none', png(500)],
      ['a signature of more than 300 kB', png(300_001)],
      ['an SVG as signature', 'data:image/svg+xml;base64,AAAA'],
    ].map(([what, signature]) => [what, { status: 7, signature }, 'La firma no es una imagen válida.']),
  ] as [string, object, string][])('is refused with %s, and changes nothing', async (_, form, expected) => {
    const { visitId, close } = await onTheWay();
    expect(text(await close(form))).toBe(expected);
    expect(await rowOf(visitId)).toMatchObject({ onTheWay: true, version: 1, closedAt: null });
  });

  it.each(['007', '-1', '1.5', '12345678', ' 1', 'x', -1, 1.5, 10_000_000])(
    'refuses %s as a quantity',
    async (amount) => {
      const { close } = await onTheWay();
      const answer = await close({ status: 7, materials: [{ code: 'M1', amount }] });
      expect(answer).toMatchObject({
        status: 422,
        text: 'La cantidad debe ser un número entero de hasta 7 dígitos.',
      });
    },
  );

  it('says which material or task was sent twice', async () => {
    const { close } = await onTheWay();
    const one = { code: 'M1', amount: 1 };
    const [material] = await record().sql`select name from items where code = 'M1'`;
    const text = `El material ${material!.name} está repetido.`;
    expect(await close({ status: 7, materials: [one, { ...one, amount: 2 }] })).toMatchObject({
      ...{ code: 'item-repeated', text, fields: { materials: text } },
    });
    const [labor] = await record().sql`select name from items where code = 'L1'`;
    expect(
      await close({
        status: 7,
        labors: [
          { code: 'L1', amount: 1 },
          { code: 'L1', amount: 1 },
        ],
      }),
    ).toMatchObject({
      fields: { labors: `La tarea ${labor!.name} está repetida.` },
    });
  });

  it('keeps the signature only when the reason finalizes', async () => {
    const { visitId, close } = await onTheWay();
    await close({ status: 30, signature: drawn });
    expect((await rowOf(visitId)).signature).toBeNull();
  });

  it('takes materials once for an order, and never where the operation has none', async () => {
    const first = await onTheWay();
    const material = { status: 7, materials: [{ code: 'M1', amount: 1 }] };
    const labor = { status: 7, labors: [{ code: 'L1', amount: 1 }] };
    await first.close(material);
    const second = await addVisit(record().sql, first, { onTheWay: true });
    const again = await first.close({ ...material, visit_id: second });
    const already = 'La OT ya tiene materiales o mano de obra cargados.';
    expect(again).toMatchObject({ code: 'items-already-entered', fields: { materials: already } });
    expect(await first.close({ ...labor, visit_id: second })).toMatchObject({ fields: { labors: already } });
    expect(await findCapabilities(record(), first.actor, second)).toMatchObject({
      allowEnterItems: false,
      haveMaterials: true,
      haveLabor: false,
    });
    const none = await onTheWay();
    await record()
      .sql`update operations set allow_enter_materials_and_labors = false where code = ${none.operation}`;
    expect(await none.close(labor)).toMatchObject({
      code: 'items-not-allowed',
      fields: { labors: 'La operación no permite ingresar materiales ni mano de obra.' },
    });
  });

  it('leaves the order open where the form says so', async () => {
    const { close, orderNumber } = await onTheWay();
    const form = { status: 6, repair_code: 'R1', finish_order: false };
    expect(await close(form)).toMatchObject({ finished: true });
    expect((await orderOf(orderNumber)).statusId).toBeLessThanOrEqual(2);
  });

  it('refuses the number or the type of another order, and takes those of its own', async () => {
    const { close, orderNumber } = await onTheWay();
    const text = 'La OT indicada no es la de la visita.';
    const other = String(Number(orderNumber) + 1).padStart(11, '0');
    for (const wrong of [{ order_number: other }, { order_type: '99' }])
      expect(await close({ status: 7, ...wrong })).toMatchObject({
        status: 422,
        fields: { [Object.keys(wrong)[0]!]: text },
      });
    const own = { order_number: orderNumber, order_type: '1' };
    expect(await close({ status: 7, ...own })).toMatchObject({ finished: true });
  });

  it('of another technician needs the permission to finish', async () => {
    const { close, operation } = await onTheWay();
    const { userId } = await addTechnician(record().sql, operation);
    const plain = await actorOf(record().sql, userId, []);
    expect(await close({ status: 7 }, { by: plain })).toMatchObject({ status: 403 });
    const by = await actorOf(record().sql, userId, ['can_finish_visit']);
    expect(await close({ status: 20, extra_comments: 'cancelada' }, { by })).toMatchObject({
      code: 'may-not-cancel-visit',
    });
    expect(await close({ status: 7 }, { by })).toMatchObject({ finished: true });
  });
});

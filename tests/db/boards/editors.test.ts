import { describe, expect, it } from 'vitest';
import { settingEventText } from '../../../app/setup/setting-event-text.ts';
import { deleteSlot } from '../../../db/commands/settings/delete-slot.ts';
import { deleteZone } from '../../../db/commands/settings/delete-zone.ts';
import { editPriority } from '../../../db/commands/settings/edit-priority.ts';
import { editSlot } from '../../../db/commands/settings/edit-slot.ts';
import { editZone } from '../../../db/commands/settings/edit-zone.ts';
import { undoZoneDeletion } from '../../../db/commands/settings/undo-zone-deletion.ts';
import { createVisit } from '../../../db/commands/visits/create-visit.ts';
import { editVisit } from '../../../db/commands/visits/edit-visit.ts';
import { rescheduleVisits } from '../../../db/commands/visits/reschedule-visits.ts';
import { readChanges } from '../../../db/feed/changes.ts';
import { listSlots, listZones } from '../../../db/reads/settings/operation.ts';
import { listSettingEvents, type SettingName } from '../../../db/reads/settings/setting-events.ts';
import {
  countOpenVisits,
  findSettingZone,
  listPriorities,
  listSettingSlots,
  listSettingZones,
  listZoneNodes,
} from '../../../db/reads/settings/settings.ts';
import { listSlotsOfDay } from '../../../db/reads/visits/creation.ts';
import { findFieldVisit } from '../../../db/reads/visits/technician-day.ts';
import type { Actor } from '../../../machines/access/permissions.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { isRefusal, type Refusal } from '../../../machines/words/refusals.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import {
  actorOf,
  addOrder,
  addReason,
  addSlot,
  addUser,
  makeWorld,
  type World,
} from '../../support/record/fixtures.ts';

// What is set up per operation: slots, priorities, zones (S2 §2 editors, §4, §5, §8; faults.md F16, F19).

const record = openRecord({ reads: 10, transactions: 10 });
const tomorrow = addDays(today(new Date()), 1);
const closed = { statusId: 6, finished: true, closedAt: new Date() };
type Place = World & { jefe: Actor };

async function place(visit: Record<string, unknown> = {}): Promise<Place> {
  const made = await makeWorld(record().sql, { visit });
  return { ...made, jefe: await actorOf(record().sql, await addUser(record().sql, made.operation)) };
}
const as = (actor: Actor) => ({ db: record(), actor });
const code = (answer: unknown) => (isRefusal(answer) ? answer.code : 'ok');
const done = <Answer>(answer: Answer | Refusal): Answer => {
  if (isRefusal(answer)) throw new Error(`${answer.code}: ${answer.text}`);
  return answer;
};
const slotOf = async (id: number) => (await record().sql`select * from slots where id = ${id}`)[0]!;
const history = (at: Place, name: SettingName) => listSettingEvents(record(), at.jefe, at.operation, name);
const versionOf = async (operation: string) =>
  (await record().sql`select version from operations where code = ${operation}`)[0]!.version as number;
const isGapless = async (operation: string) =>
  (
    await record().sql`select (select version from operations where code = ${operation})
      = (select count(*) from events where operation = ${operation}) as gapless`
  )[0]!.gapless;
const symptom = async (text: string) =>
  (await record().sql`insert into symptoms (text) values (${text}) returning id`)[0]!.id as number;
async function addNodes(operation: string, ...names: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) {
    const [row] = await record()
      .sql`insert into nodes (operation, name) values (${operation}, ${name}) returning id`;
    ids.push(row!.id as number);
  }
  return ids;
}
const creation = async (at: Place, more: Record<string, unknown> = {}) => ({
  ot_type: 1,
  ot_number: await addOrder(record().sql, at.clientId),
  possibleDate: tomorrow,
  timestripe: at.slotId,
  checked: [],
  ...more,
});

describe('a time slot', () => {
  it('is added with the defaults of the spec, and named in the history by its author', async () => {
    const at = await place();
    const { id } = done(await editSlot(as(at.jefe), { id: null, subsidiary_id: at.operation }));
    expect(await slotOf(id)).toMatchObject({
      name: 'Nueva Franja',
      fromHour: 9,
      toHour: 18,
      enabled: true,
      version: 1,
    });
    expect(await history(at, 'slots.changed')).toEqual([
      expect.objectContaining({
        actorName: at.jefe.fullName,
        data: expect.objectContaining({ change: 'added', slotId: id, name: 'Nueva Franja' }),
      }),
    ]);
    expect(await isGapless(at.operation)).toBe(true);
  });

  it('is changed, field by field, and what is already so is no change', async () => {
    const at = await place();
    const change = { id: at.slotId, name: ' Siesta ', from: '12', to: 15, enabled: false, version: 1 };
    expect(await editSlot(as(at.jefe), change)).toEqual({ id: at.slotId, version: 2, open_visits: 1 });
    expect(await slotOf(at.slotId)).toMatchObject({
      name: 'Siesta',
      fromHour: 12,
      toHour: 15,
      enabled: false,
    });
    expect(await editSlot(as(at.jefe), { id: at.slotId, enabled: true })).toMatchObject({ version: 3 });
    expect(await editSlot(as(at.jefe), { id: at.slotId, from: 12 })).toMatchObject({
      version: 3,
      open_visits: 0,
    });
    const [last, first] = await history(at, 'slots.changed');
    expect(first!.data).toMatchObject({
      name: 'Mañana',
      from: { fromHour: 9 },
      to: { fromHour: 12, name: 'Siesta' },
    });
    expect(last!.data).toMatchObject({ from: { enabled: false }, to: { enabled: true } });
    expect(await versionOf(at.operation)).toBe(2);
  });

  it.each([
    [
      'from after to',
      { from: 15, to: 14 },
      'El horario de inicio no puede ser mayor o igual al de finalización',
    ],
    [
      'from equal to to',
      { from: 9, to: 9 },
      'El horario de inicio no puede ser mayor o igual al de finalización',
    ],
    [
      'from beyond the end that stays',
      { from: 13 },
      'El horario de inicio no puede ser mayor o igual al de finalización',
    ],
    ['6', { from: 6 }, 'El horario debe estar entre las 7 y las 23 h.'],
    ['24', { to: 24 }, 'El horario debe estar entre las 7 y las 23 h.'],
    ['half hours', { from: 9.5 }, 'El horario debe estar entre las 7 y las 23 h.'],
    ['no name', { name: '  ' }, 'El nombre es obligatorio.'],
    ['a name of 81', { name: 'x'.repeat(81) }, 'El nombre admite hasta 80 caracteres.'],
  ])('is refused with %s', async (_, change, text) => {
    const at = await place();
    expect(await editSlot(as(at.jefe), { id: at.slotId, ...change })).toMatchObject({ status: 422, text });
    expect((await slotOf(at.slotId)).version).toBe(1);
    expect(await versionOf(at.operation)).toBe(0);
  });

  it('of two that save the same version at once, one wins, 20 times', async () => {
    const at = await place();
    for (let round = 1; round <= 20; round++) {
      const answers = await Promise.all(
        ['A', 'B'].map((name) =>
          editSlot(as(at.jefe), { id: at.slotId, name: `${name}${round}`, version: round }),
        ),
      );
      expect(answers.map(code).sort()).toEqual(['ok', 'slot-changed']);
    }
    expect(await isGapless(at.operation)).toBe(true);
  });

  it('is deleted only without pending visits; closed ones keep their row and its name', async () => {
    const open = await place();
    expect(await deleteSlot(as(open.jefe), { timestripe_id: open.slotId })).toMatchObject({
      code: 'slot-has-visits',
      text: 'La franja tiene 1 visita pendiente.',
    });
    expect((await slotOf(open.slotId)).deletedAt).toBeNull();

    const at = await place(closed);
    const form = await creation(at);
    expect(
      code(await deleteSlot(as(at.jefe), { timestripe_id: at.slotId, subsidiary_id: at.operation })),
    ).toBe('ok');
    expect(await listSettingSlots(record(), [at.operation])).toEqual([]);
    expect(await listSlotsOfDay(record(), at.operation, tomorrow, new Date())).toEqual([]);
    expect(await listSlots(record(), [at.operation])).toMatchObject([{ id: at.slotId, enabled: false }]);
    expect(await findFieldVisit(record(), at.jefe, at.visitId)).toMatchObject({ slotName: 'Mañana' });
    expect(code(await createVisit(as(at.jefe), form))).toBe('slot-disabled');
    for (const again of [
      await deleteSlot(as(at.jefe), { timestripe_id: at.slotId }),
      await editSlot(as(at.jefe), { id: at.slotId, enabled: true }),
    ])
      expect(code(again)).toBe('slot-unknown');
    await expect(record().sql`update slots set enabled = true where id = ${at.slotId}`).rejects.toThrow();
    expect(await isGapless(at.operation)).toBe(true);
  });

  it('deleted while a visit is created in it, one of the two comes first, 30 times (F19)', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 30; round++) {
      const at = await place(closed);
      const form = await creation(at);
      const pair = [
        () => createVisit(as(at.jefe), form),
        () => deleteSlot(as(at.jefe), { timestripe_id: at.slotId }),
      ] as const;
      const order = round % 2 === 0 ? pair : [...pair].reverse();
      const answers = await Promise.all(order.map((act) => act()));
      const [created, deleted] = (round % 2 === 0 ? answers : answers.toReversed()).map(code);
      outcomes.add(`${created} ${deleted}`);
      const [row] = await record()
        .sql`select (select deleted_at is not null from slots where id = ${at.slotId}) as gone,
        (select count(*)::int from visits where slot_id = ${at.slotId} and closed_at is null) as open`;
      expect(row).toEqual(created === 'ok' ? { gone: false, open: 1 } : { gone: true, open: 0 });
      expect(await isGapless(at.operation)).toBe(true);
    }
    expect([...outcomes].every((one) => ['ok slot-has-visits', 'slot-disabled ok'].includes(one))).toBe(true);
  });

  it('deleted while a visit moves into it, one of the two comes first, 20 times (F19)', async () => {
    for (let round = 0; round < 20; round++) {
      const at = await place();
      const target = await addSlot(record().sql, at.operation, { name: 'Tarde', fromHour: 14, toHour: 18 });
      const [moved, deleted] = await Promise.all([
        editVisit(as(at.jefe), { visit_id: at.visitId, timestripe_id: target }),
        deleteSlot(as(at.jefe), { timestripe_id: target }),
      ]);
      expect([code(moved), code(deleted)].filter((one) => one === 'ok')).toHaveLength(1);
    }
  });

  it('reaches the boards of its operation', async () => {
    const at = await place();
    done(await editSlot(as(at.jefe), { id: at.slotId, name: 'Otra' }));
    expect(await readChanges(record(), at.operation, 0)).toMatchObject({
      to: 1,
      timestripes: [{ id: at.slotId, name: 'Otra' }],
    });
  });
});

describe('a priority', () => {
  it('of a symptom that the operation never set is 0, and is set by operation and symptom', async () => {
    const at = await place();
    const symptomId = await symptom('Sin señal');
    const before = (await listPriorities(record(), [at.operation])).find(
      (one) => one.symptomId === symptomId,
    );
    expect(before).toMatchObject({ id: null, priority: 0, version: 1, symptom: 'Sin señal' });
    const body = {
      id: null,
      subsidiary_id: at.operation,
      symptom_id: symptomId,
      symptom: 'x',
      priority: '80',
      version: 1,
    };
    const answer = done(await editPriority(as(at.jefe), body));
    expect(answer).toMatchObject({ priority: 80, version: 2 });
    expect(done(await editPriority(as(at.jefe), { id: answer.id, priority: 0 }))).toMatchObject({
      version: 3,
    });
    expect(done(await editPriority(as(at.jefe), { id: answer.id, priority: 0 }))).toMatchObject({
      version: 3,
    });
    expect(
      (await history(at, 'priorities.changed')).map(({ data }) => [data.from, data.to, data.name]),
    ).toEqual([
      [{ priority: 80 }, { priority: 0 }, 'Sin señal'],
      [{ priority: 0 }, { priority: 80 }, 'Sin señal'],
    ]);
    expect(await readChanges(record(), at.operation, 0)).toMatchObject({ to: 2, priorities: true });
    expect(await isGapless(at.operation)).toBe(true);
  });

  it.each([-1, 100, 1.5, '5e1', '', null, 'x', [5], 2 ** 53])('is never %s', async (priority) => {
    const at = await place();
    const symptomId = await symptom('Ruido');
    const body = { subsidiary_id: at.operation, symptom_id: symptomId, priority };
    expect(await editPriority(as(at.jefe), body)).toMatchObject({
      status: 422,
      fields: { priority: 'La prioridad debe ser un número entero de 0 a 99.' },
    });
    expect(await versionOf(at.operation)).toBe(0);
  });

  it('is changed by one of two at once, and never silently by both', async () => {
    const at = await place();
    const symptomId = await symptom('Lento');
    const body = { subsidiary_id: at.operation, symptom_id: symptomId, version: 1 };
    const answers = await Promise.all(
      [30, 60].map((priority) => editPriority(as(at.jefe), { ...body, priority })),
    );
    expect(answers.map(code).sort()).toEqual(['ok', 'priority-changed']);
    expect(answers.find(isRefusal)).toMatchObject({ status: 409, setting: { kind: 'priority' } });
    expect(await versionOf(at.operation)).toBe(1);
  });
});

describe('a zone', () => {
  it('is created from free nodes, changed, and its operation stays', async () => {
    const [at, there] = [await place(), await place()];
    const [a, b, c] = (await addNodes(at.operation, 'A', 'B', 'C')) as [number, number, number];
    const form = {
      id: null,
      name: ' Norte ',
      subsidiary_id: at.operation,
      selected_nodes: [{ idzona: a, nombre: 'x' }, b],
    };
    const { id } = done(await editZone(as(at.jefe), form));
    expect(await findSettingZone(record(), at.jefe, id)).toEqual({
      id,
      name: 'Norte',
      operation: at.operation,
      version: 1,
      nodes: [
        { id: a, name: 'A' },
        { id: b, name: 'B' },
      ],
    });
    expect((await listZoneNodes(record(), [at.operation], null)).map(({ name }) => name)).toEqual(['C']);
    expect((await listZoneNodes(record(), [at.operation], id)).map(({ name }) => name)).toEqual([
      'A',
      'B',
      'C',
    ]);
    const edited = { id, name: 'Norte 2', subsidiary_id: at.operation, selected_nodes: [b, c], version: 1 };
    expect(await editZone(as(at.jefe), edited)).toEqual({ id, version: 2 });
    expect(await editZone(as(at.jefe), { ...edited, version: 2 })).toEqual({ id, version: 2 });
    expect(
      await editZone(as(at.jefe), { ...edited, subsidiary_id: there.operation, version: 2 }),
    ).toMatchObject({
      text: 'No se permite cambiar la operación una vez creada la zona',
    });
    const [last, first] = await history(at, 'zones.changed');
    expect(first!.data).toMatchObject({ change: 'added', name: 'Norte', added: ['A', 'B'], removed: [] });
    expect(last!.data).toMatchObject({
      change: 'edited',
      from: { name: 'Norte' },
      to: { name: 'Norte 2' },
      added: ['C'],
      removed: ['A'],
    });
    expect(await readChanges(record(), at.operation, 0)).toMatchObject({
      to: 2,
      zones: [{ id, name: 'Norte 2' }],
    });
    expect(await isGapless(at.operation)).toBe(true);
  });

  it('needs a name of its own, and free nodes of its operation', async () => {
    const [at, there] = [await place(), await place()];
    const [a, b] = await addNodes(at.operation, 'A', 'B');
    const [far] = await addNodes(there.operation, 'A');
    const form = { name: 'Norte', subsidiary_id: at.operation, selected_nodes: [a] };
    done(await editZone(as(at.jefe), form));
    const refused = async (more: object) => {
      const answer = await editZone(as(at.jefe), { ...form, name: 'Sur', selected_nodes: [b], ...more });
      return isRefusal(answer) ? [answer.status, Object.keys(answer.fields ?? {})[0], answer.text] : 'ok';
    };
    expect(await refused({ name: 'Norte' })).toEqual([
      422,
      'name',
      'La operación ya tiene una zona con ese nombre.',
    ]);
    const notHere = 'Uno de los nodos no pertenece a la operación de la zona.';
    expect(await refused({ selected_nodes: [b, far] })).toEqual([422, 'selected_nodes', notHere]);
    expect(await refused({ selected_nodes: [b, 999_999] })).toEqual([422, 'selected_nodes', notHere]);
    expect(await refused({ selected_nodes: [a, b] })).toEqual([
      409,
      undefined,
      'El nodo A ya pertenece a otra zona.',
    ]);
    expect(await versionOf(at.operation)).toBe(1);
  });

  it('gets a node that two want at once, and the other is refused, 20 times', async () => {
    const at = await place();
    for (let round = 0; round < 20; round++) {
      const [node, own] = await addNodes(at.operation, `N${round}`, `M${round}`);
      const form = (name: string, ids: unknown[]) => ({
        name,
        subsidiary_id: at.operation,
        selected_nodes: ids,
      });
      const { id } = done(await editZone(as(at.jefe), form(`Zona ${round}`, [own])));
      const answers = await Promise.all([
        editZone(as(at.jefe), { id, name: `Zona ${round}`, selected_nodes: [own, node], version: 1 }),
        editZone(as(at.jefe), form(`Otra ${round}`, [node])),
      ]);
      expect(answers.map(code).sort()).toEqual(['node-taken', 'ok']);
    }
    expect(await isGapless(at.operation)).toBe(true);
  });

  it('with a name that two want at once is made once', async () => {
    const at = await place();
    const nodes = await addNodes(at.operation, 'A', 'B', 'C', 'D');
    const answers = await Promise.all(
      nodes.map((node) =>
        editZone(as(at.jefe), { name: 'La misma', subsidiary_id: at.operation, selected_nodes: [node] }),
      ),
    );
    expect(answers.map(code).sort()).toEqual(['ok', 'zone-name-taken', 'zone-name-taken', 'zone-name-taken']);
  });

  it('deleted frees its nodes and its name; open visits have none, closed ones keep it', async () => {
    const at = await place();
    const [a] = await addNodes(at.operation, 'A');
    const form = { name: 'Norte', subsidiary_id: at.operation, selected_nodes: [a] };
    const { id } = done(await editZone(as(at.jefe), form));
    await record().sql`update visits set zone_id = ${id} where id = ${at.visitId}`;
    const over = (
      done(await createVisit(as(at.jefe), await creation(at, { zone: id }))) as { visit_id: number }
    ).visit_id;
    await record().sql`update visits set ${record().sql(closed as never)} where id = ${over}`;
    expect((await countOpenVisits(record(), at.operation)).byZone).toEqual({ [id]: 1 });
    expect(code(await deleteZone(as(at.jefe), { id, version: 1 }))).toBe('ok');
    expect(await listZones(record(), [at.operation])).toEqual([]);
    expect((await findFieldVisit(record(), at.jefe, at.visitId))!.zoneName).toBeNull();
    expect((await findFieldVisit(record(), at.jefe, over))!.zoneName).toBe('Norte');
    expect(code(await createVisit(as(at.jefe), await creation(at, { zone: id })))).toBe(
      'zone-of-other-operation',
    );
    expect(code(await deleteZone(as(at.jefe), { id }))).toBe('zone-unknown');
    await addReason(record().sql, { value: 73, text: 'Otra fecha', cancels: true, reschedules: true });
    const moved = done(
      await rescheduleVisits(as(at.jefe), {
        visit_id: at.visitId,
        new_date: tomorrow,
        new_timestripe: at.slotId,
        new_status: 73,
        reschedule_comments: 'x',
        checked: [],
      }),
    );
    expect(
      (await record().sql`select zone_id from visits where id = ${moved.new_id as number}`)[0]!.zoneId,
    ).toBeNull();
    expect(code(await editZone(as(at.jefe), form))).toBe('ok');
    expect((await history(at, 'zones.changed'))[1]!.data).toMatchObject({
      change: 'deleted',
      removed: ['A'],
    });
    expect(await isGapless(at.operation)).toBe(true);
  });

  describe('whose deletion is taken back', () => {
    async function deletedZone() {
      const at = await place();
      const [a, b] = await addNodes(at.operation, 'A', 'B');
      const form = { name: 'Norte', subsidiary_id: at.operation, selected_nodes: [a, b] };
      const { id } = done(await editZone(as(at.jefe), form));
      await record().sql`update visits set zone_id = ${id} where id = ${at.visitId}`;
      const key = `borrada-${id}`;
      expect(code(await deleteZone({ ...as(at.jefe), key }, { id }))).toBe('ok');
      return { at, id, key, form };
    }

    it('has its nodes, its open visits and its name again, and says so in the history', async () => {
      const { at, id, key } = await deletedZone();
      expect(done(await undoZoneDeletion(as(at.jefe), { id, key }))).toEqual({ id, version: 3 });
      expect((await findFieldVisit(record(), at.jefe, at.visitId))!.zoneName).toBe('Norte');
      const [zone] = await listSettingZones(record(), [at.operation]);
      expect(zone).toMatchObject({ id, name: 'Norte', version: 3 });
      expect(zone!.nodes.map(({ name }) => name)).toEqual(['A', 'B']);
      expect(await listZoneNodes(record(), [at.operation], null)).toEqual([]);
      const [newest] = await history(at, 'zones.changed');
      expect(settingEventText(newest!)).toBe('Deshizo la eliminación de la zona “Norte”: agregó A, B');
      expect(code(await undoZoneDeletion(as(at.jefe), { id, key }))).toBe('nothing-to-undo');
      expect(await isGapless(at.operation)).toBe(true);
    });

    it('is refused after 20 s, to another user, by another key, and without the permission', async () => {
      const { at, id, key } = await deletedZone();
      const late = new Date(Date.now() + 21_000);
      expect(code(await undoZoneDeletion({ ...as(at.jefe), now: late }, { id, key }))).toBe('undo-expired');
      expect(code(await undoZoneDeletion(as(at.jefe), { id, key: 'otra' }))).toBe('nothing-to-undo');
      const other = { ...at.jefe, userId: at.jefe.userId + 1_000 };
      expect(code(await undoZoneDeletion(as(other), { id, key }))).toBe('nothing-to-undo');
      const elsewhere = { ...at.jefe, operations: [] };
      expect(code(await undoZoneDeletion(as(elsewhere), { id, key }))).toBe('nothing-to-undo');
      const reader = { ...at.jefe, permissions: [] };
      expect((await undoZoneDeletion(as(reader), { id, key })) as object).toMatchObject({ status: 403 });
      expect(await listZones(record(), [at.operation])).toEqual([]);
    });

    it('is refused once its name or one of its nodes is another zone’s', async () => {
      const named = await deletedZone();
      const [c] = await addNodes(named.at.operation, 'C');
      const form = { ...named.form, selected_nodes: [c] };
      expect(code(await editZone(as(named.at.jefe), form))).toBe('ok');
      expect(await undoZoneDeletion(as(named.at.jefe), { id: named.id, key: named.key })).toMatchObject({
        status: 409,
        text: 'La operación ya tiene otra zona con ese nombre: ya no se puede deshacer.',
      });
      const taken = await deletedZone();
      expect(code(await editZone(as(taken.at.jefe), { ...taken.form, name: 'Otra' }))).toBe('ok');
      expect(await undoZoneDeletion(as(taken.at.jefe), { id: taken.id, key: taken.key })).toMatchObject({
        status: 409,
        text: 'Los nodos A, B ya pertenecen a otra zona: ya no se puede deshacer.',
      });
      expect(await isGapless(taken.at.operation)).toBe(true);
    });
  });

  it('deleted while a visit is created for it, no transaction waits for ever and nothing breaks, 20 times (F19)', async () => {
    for (let round = 0; round < 20; round++) {
      const at = await place();
      const [node] = await addNodes(at.operation, 'A');
      const { id } = done(
        await editZone(as(at.jefe), { name: 'Z', subsidiary_id: at.operation, selected_nodes: [node] }),
      );
      const form = await creation(at, { zone: id });
      const [created, deleted] = await Promise.all([
        createVisit(as(at.jefe), form),
        deleteZone(as(at.jefe), { id }),
      ]);
      expect(code(deleted)).toBe('ok');
      expect(['ok', 'zone-of-other-operation']).toContain(code(created));
    }
  });
});

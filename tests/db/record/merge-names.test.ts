import { describe, expect, it } from 'vitest';
import { mergeNames } from '../../../db/commands/catalogue/merge-names.ts';
import { undoMerge } from '../../../db/commands/catalogue/undo-merge.ts';
import { takeIn } from '../../../db/commands/intake/take-in.ts';
import { editPriority } from '../../../db/commands/settings/edit-priority.ts';
import { createVisit } from '../../../db/commands/visits/create-visit.ts';
import { readChanges } from '../../../db/feed/changes.ts';
import { listNames } from '../../../db/reads/catalogue/list-names.ts';
import { readBoardNames } from '../../../db/reads/settings/operation.ts';
import { listPriorities, listZoneNodes } from '../../../db/reads/settings/settings.ts';
import type { Actor } from '../../../machines/access/permissions.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { type CatalogueKind, countedOrders } from '../../../machines/order/catalogue-merge.ts';
import { isRefusal, type Refusal } from '../../../machines/words/refusals.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import {
  actorOf,
  addOrder,
  addUser,
  addVisit,
  makeWorld,
  type World,
} from '../../support/record/fixtures.ts';

// Two names of a catalogue that are one: what refers to the one gets the other (docs/integration/intake.md).

const record = openRecord({ reads: 10, transactions: 10 });
type Place = World & { jefe: Actor; feed: Actor };

async function place(): Promise<Place> {
  const made = await makeWorld(record().sql);
  const jefe = await actorOf(record().sql, await addUser(record().sql, made.operation));
  const feed = await actorOf(record().sql, jefe.userId, ['can_import_records']);
  return { ...made, jefe, feed };
}
const as = (actor: Actor) => ({ db: record(), actor });
const code = (answer: unknown) => (isRefusal(answer) ? answer.code : 'ok');
const done = <Answer>(answer: Answer | Refusal): Answer => {
  if (isRefusal(answer)) throw new Error(`${answer.code}: ${answer.text}`);
  return answer;
};
let turn = 0;
const fresh = (text: string) => `${text} ${++turn}${'abcdefghij'[turn % 10]}`;
const symptom = async (text = fresh('Sin señal')) =>
  (await record().sql`insert into symptoms (text) values (${text}) returning id, text`)[0] as {
    id: number;
    text: string;
  };
const node = async (operation: string, name = fresh('NODO'), zoneId: number | null = null) =>
  (
    await record()
      .sql`insert into nodes (operation, name, zone_id) values (${operation}, ${name}, ${zoneId}) returning id, name`
  )[0] as { id: number; name: string };
const type = async (text = fresh('Retiro')) =>
  (
    await record()
      .sql`insert into order_types (value, text) select max(value) + 1, ${text} from order_types returning value as id, text`
  )[0] as { id: number; text: string };
const merge = (at: { jefe: Actor }, kind: CatalogueKind, from: number, into: number) =>
  mergeNames(as(at.jefe), { kind, from, into });
const orderOf = async (number: string) =>
  (await record().sql`select type, symptom_id, node_id from orders where number = ${number}`)[0]!;
const visitOf = async (id: number) =>
  (await record().sql`select order_type, symptom_id, node_name, version from visits where id = ${id}`)[0]!;
const versionOf = async (operation: string) =>
  (await record().sql`select version from operations where code = ${operation}`)[0]!.version as number;
/** Every row that could refer to a name, but what a merge itself keeps. */
const everything = async () =>
  Object.fromEntries(
    await Promise.all(
      [
        'orders',
        'visits',
        'priorities',
        'nodes',
        'zones',
        'symptoms',
        'order_types',
        'skill_needs',
        'saved_views',
      ].map(async (table) => [table, await record().sql`select * from ${record().sql(table)} order by 1`]),
    ),
  );

describe('a merge', () => {
  it('gives the orders and visits of a symptom the other, closed ones too, and changes nothing else', async () => {
    const at = await place();
    const [from, into, other] = [await symptom(), await symptom(), await symptom()];
    const open = await addOrder(record().sql, at.clientId, { symptomId: from.id });
    const closed = await addOrder(record().sql, at.clientId, {
      symptomId: from.id,
      statusId: 3,
      closedAt: new Date(),
    });
    const untouched = await addOrder(record().sql, at.clientId, { symptomId: other.id });
    const visit = await addVisit(
      record().sql,
      { ...at, orderNumber: open },
      { symptomId: from.id, technicianId: null },
    );
    const past = await addVisit(
      record().sql,
      { ...at, orderNumber: closed },
      { symptomId: from.id, finished: true, statusId: 6, closedAt: new Date(), technicianId: null },
    );
    // Its system gave the order another symptom since.
    const stray = await addVisit(
      record().sql,
      { ...at, orderNumber: untouched },
      { symptomId: from.id, technicianId: null },
    );
    const before = await everything();
    const version = await versionOf(at.operation);

    expect(done(await merge(at, 'symptom', from.id, into.id))).toMatchObject({
      orders: 2,
      pending: 1,
      visits: 3,
    });

    const moved = (rows: Record<string, unknown>[], ids: unknown[], key: string) =>
      rows.map((row) => (ids.includes(row[key]) ? { ...row, symptomId: into.id } : row));
    expect(await everything()).toEqual({
      ...before,
      orders: moved(before.orders as never, [open, closed], 'number'),
      visits: moved(before.visits as never, [visit, past, stray], 'id'),
      symptoms: (before.symptoms as { id: number }[]).map((row) =>
        row.id === from.id ? { ...row, mergedInto: into.id } : row,
      ),
    });
    expect(await versionOf(at.operation)).toBe(version + 1);
    const [event] = await record().sql`
      select name, actor_name, data from events where operation = ${at.operation} and version = ${version + 1}`;
    expect(event).toMatchObject({
      name: 'names.merged',
      actorName: at.jefe.fullName,
      data: {
        change: 'merged',
        kind: 'symptom',
        from: { name: from.text },
        to: { name: into.text },
        orders: 2,
      },
    });
    expect(await readChanges(record(), at.operation, version)).toBe('too-old');
  });

  it('leaves the list of symptoms, of order types and of free nodes without the name', async () => {
    const at = await place();
    const [one, two] = [await symptom(), await symptom()];
    const [near, far] = [await node(at.operation), await node(at.operation)];
    const [first, second] = [await type(), await type()];
    await merge(at, 'symptom', one.id, two.id);
    await merge(at, 'node', near.id, far.id);
    await merge(at, 'order_type', first.id, second.id);
    const names = await readBoardNames(record(), at.operation);
    expect(names.symptoms.map(({ id }) => id)).not.toContain(one.id);
    expect(names.merged.symptoms.map(({ id }) => id)).toContain(one.id);
    expect(names.orderTypes.map(({ value }) => value)).not.toContain(first.id);
    const priorities = await listPriorities(record(), [at.operation]);
    expect(priorities.map(({ symptomId }) => symptomId)).not.toContain(one.id);
    expect((await listZoneNodes(record(), [at.operation], null)).map(({ id }) => id)).toEqual([far.id]);
    expect(
      code(await editPriority(as(at.jefe), { subsidiary_id: at.operation, symptom_id: one.id, priority: 4 })),
    ).toBe('priority-unknown');
  });

  it('keeps the priority of the target, and hands one over where the target has none of its own', async () => {
    const at = await place();
    const [from, plain, ranked] = [await symptom(), await symptom(), await symptom()];
    const set = (symptomId: number, priority: number) =>
      editPriority(as(at.jefe), { subsidiary_id: at.operation, symptom_id: symptomId, priority });
    const priorityOf = async (id: number) =>
      (await listPriorities(record(), [at.operation])).find(({ symptomId }) => symptomId === id)?.priority;
    await set(from.id, 40);
    await set(ranked.id, 7);
    const first = done(await merge(at, 'symptom', from.id, ranked.id));
    expect(await priorityOf(ranked.id)).toBe(7);
    done(await undoMerge(as(at.jefe), { id: first.id }));
    const second = done(await merge(at, 'symptom', from.id, plain.id));
    expect(await priorityOf(plain.id)).toBe(40);
    done(await undoMerge(as(at.jefe), { id: second.id }));
    expect(await priorityOf(plain.id)).toBe(0);
    expect(await priorityOf(from.id)).toBe(40);
  });

  it('moves a node with its visits and its place in a zone, and computes the centre of the other', async () => {
    const { sql } = record();
    const at = await place();
    const [zone] =
      await sql`insert into zones (operation, name) values (${at.operation}, 'Norte') returning id`;
    const from = await node(at.operation, undefined, zone!.id as number);
    const into = await node(at.operation);
    for (const lat of [-33, -34, -35]) await addOrder(sql, at.clientId, { nodeId: from.id, lat, lon: -60 });
    const number = await addOrder(sql, at.clientId, { nodeId: from.id });
    const visit = await addVisit(
      sql,
      { ...at, orderNumber: number },
      { nodeName: from.name, technicianId: null },
    );
    const { id } = done(await merge(at, 'node', from.id, into.id));
    expect(await orderOf(number)).toMatchObject({ nodeId: into.id });
    expect(await visitOf(visit)).toMatchObject({ nodeName: into.name, version: 1 });
    const rows = () =>
      sql`select id, zone_id, lat from nodes where id in (${from.id}, ${into.id}) order by id`;
    expect(await rows()).toEqual([
      { id: from.id, zoneId: null, lat: null },
      { id: into.id, zoneId: zone!.id, lat: -34 },
    ]);
    done(await undoMerge(as(at.jefe), { id }));
    expect(await rows()).toMatchObject([{ zoneId: zone!.id, lat: -34 }, { zoneId: null }]);
    expect(await visitOf(visit)).toMatchObject({ nodeName: from.name });
  });

  it('moves an order type with the needs of skills, saved views and what a board remembers', async () => {
    const { sql } = record();
    const at = await place();
    const [from, into] = [await type(), await type()];
    const [skill] =
      await sql`insert into skills (operation, name) values (${at.operation}, 'fibra') returning id`;
    const need = (value: number, symptomId: number | null = null) =>
      sql`insert into skill_needs (skill_id, order_type, symptom_id) values (${skill!.id}, ${value}, ${symptomId})`;
    const some = await symptom();
    await need(from.id);
    await need(into.id);
    await need(from.id, some.id);
    await sql`insert into saved_views (id, user_id, name, board, operations, filters)
      values (${fresh('v')}, ${at.jefe.userId}, 'Retiros', 'jefetec', '{}', ${`clase=${from.id}&tipo=${from.id}&zona=${from.id}`})`;
    await sql`update users set preferences = ${sql.json({ jefetec: `op=101&tipo=${from.id}` })} where id = ${at.jefe.userId}`;
    const number = await addOrder(sql, at.clientId, { type: from.id });
    const { id } = done(await merge(at, 'order_type', from.id, into.id));
    const needs = () =>
      sql`select order_type, symptom_id from skill_needs where skill_id = ${skill!.id} order by 2 nulls first, 1`;
    const filters = async () =>
      (await sql`select filters from saved_views where user_id = ${at.jefe.userId}`)[0]!.filters;
    expect(await needs()).toEqual([
      { orderType: into.id, symptomId: null },
      { orderType: into.id, symptomId: some.id },
    ]);
    expect(await filters()).toBe(`clase=${into.id}&tipo=${into.id}&zona=${from.id}`);
    const [user] = await sql`select preferences from users where id = ${at.jefe.userId}`;
    expect(user!.preferences).toEqual({ jefetec: `op=101&tipo=${into.id}` });
    // An address or a caller that still has the former finds the order.
    const slot = { possibleDate: addDays(today(new Date()), 1), timestripe: at.slotId };
    expect(code(await createVisit(as(at.jefe), { ot_number: number, ot_type: from.id, ...slot }))).toBe('ok');
    done(await undoMerge(as(at.jefe), { id }));
    expect(await needs()).toEqual([
      { orderType: from.id, symptomId: null },
      { orderType: into.id, symptomId: null },
      { orderType: from.id, symptomId: some.id },
    ]);
    expect(await filters()).toBe(`clase=${from.id}&tipo=${from.id}&zona=${from.id}`);
    expect(await orderOf(number)).toMatchObject({ type: from.id });
  });
});

describe('the next intake', () => {
  const row = (at: Place, more: object) => ({
    ot_number: `${at.operation}7${String(++turn).padStart(7, '0')}`,
    ot_type: 1,
    client_id: at.clientId,
    ...more,
  });
  const take = (at: Place, ...rows: object[]) => takeIn(as(at.feed), 'orders', rows);

  it('takes a name that was merged for its target, by text, spelling, id and value, over chains, and adds nothing', async () => {
    const at = await place();
    const [a, b, c] = [
      await symptom('Sin señal wifi'),
      await symptom('Sin WiFi'),
      await symptom('WiFi caído'),
    ];
    const [n, m] = [await node(at.operation, 'Nodo Güemes'), await node(at.operation, 'GUE-1')];
    const [t, u] = [await type(), await type()];
    done(await merge(at, 'symptom', a.id, b.id));
    done(await merge(at, 'symptom', b.id, c.id));
    done(await merge(at, 'node', n.id, m.id));
    done(await merge(at, 'order_type', t.id, u.id));
    const rows = [
      row(at, { symptom: 'Sin señal wifi', node_name: 'Nodo Güemes', ot_type: t.id }),
      row(at, {
        symptom: 'SIN  SEÑAL WIFI',
        node_name: 'nodo guemes',
        ot_type: t.id,
        ot_type_friendly: 'Otro',
      }),
      row(at, { symptom_id: a.id, node_name: 'GUE-1' }),
      row(at, { symptom_id: b.id, node_name: 'NODO GUEMES' }),
    ];
    expect(await take(at, ...rows)).toMatchObject({ created: 4, added: [] });
    expect(await take(at, ...rows)).toMatchObject({ unchanged: 4, added: [] });
    for (const { ot_number, ot_type } of rows)
      expect(await orderOf(ot_number)).toEqual({
        symptomId: c.id,
        nodeId: m.id,
        type: ot_type === t.id ? u.id : ot_type,
      });
  });

  it('says when each name that it adds was added', async () => {
    const at = await place();
    const now = new Date('2026-03-05T12:00:00Z');
    const text = fresh('Ruido en la línea');
    await takeIn({ ...as(at.feed), now }, 'orders', [row(at, { symptom: text, node_name: 'X1' })]);
    expect(await record().sql`select added_at from symptoms where text = ${text}`).toEqual([
      { addedAt: now },
    ]);
    expect(
      await record().sql`select added_at from nodes where operation = ${at.operation} and name = 'X1'`,
    ).toEqual([{ addedAt: now }]);
  });

  it('at the same moment leaves no order with the name that was merged', async () => {
    const at = await place();
    const [from, into] = [await symptom(fresh('Cortes a la noche')), await symptom()];
    const rows = (some: number) => Array.from({ length: some }, () => row(at, { symptom: from.text }));
    const feeds = [rows(300), rows(300), rows(300)].map((some) => take(at, ...some));
    const merged = merge(at, 'symptom', from.id, into.id);
    const later = take(at, ...rows(300));
    expect(code(await merged)).toBe('ok');
    for (const report of await Promise.all([...feeds, later])) expect(report).toMatchObject({ created: 300 });
    const left = await record().sql`
      select symptom_id, count(*)::int as n from orders where symptom_id in (${from.id}, ${into.id}) group by 1`;
    expect(left).toEqual([{ symptomId: into.id, n: 1_200 }]);
  });
});

describe('a merge is taken back', () => {
  it('with what it moved alone: what came since stays, and what has another symptom by now too', async () => {
    const at = await place();
    const [from, into, third] = [await symptom(), await symptom(), await symptom()];
    const moved = await addOrder(record().sql, at.clientId, { symptomId: from.id });
    const corrected = await addOrder(record().sql, at.clientId, { symptomId: from.id });
    const own = await addOrder(record().sql, at.clientId, { symptomId: into.id });
    const { id } = done(await merge(at, 'symptom', from.id, into.id));
    await record().sql`update orders set symptom_id = ${third.id} where number = ${corrected}`;
    expect(done(await undoMerge(as(at.jefe), { id }))).toMatchObject({ orders: 1 });
    expect(await orderOf(moved)).toMatchObject({ symptomId: from.id });
    expect(await orderOf(corrected)).toMatchObject({ symptomId: third.id });
    expect(await orderOf(own)).toMatchObject({ symptomId: into.id });
    expect(code(await merge(at, 'symptom', from.id, into.id))).toBe('ok');
  });

  it('the last of a chain first, and then the one before', async () => {
    const at = await place();
    const [a, b, c] = [await symptom(), await symptom(), await symptom()];
    const number = await addOrder(record().sql, at.clientId, { symptomId: a.id });
    const first = done(await merge(at, 'symptom', a.id, b.id));
    const second = done(await merge(at, 'symptom', b.id, c.id));
    expect(await orderOf(number)).toMatchObject({ symptomId: c.id });
    expect(await undoMerge(as(at.jefe), { id: first.id })).toMatchObject({
      code: 'merge-not-undoable',
      text: `“${b.text}” se unió después con “${c.text}”: deshacé primero esa unión.`,
    });
    done(await undoMerge(as(at.jefe), { id: second.id }));
    expect(await orderOf(number)).toMatchObject({ symptomId: b.id });
    done(await undoMerge(as(at.jefe), { id: first.id }));
    expect(await orderOf(number)).toMatchObject({ symptomId: a.id });
  });

  it('once, and not after 30 days', async () => {
    const at = await place();
    const [from, into] = [await symptom(), await symptom()];
    const { id } = done(await merge(at, 'symptom', from.id, into.id));
    const late = { ...as(at.jefe), now: new Date(Date.now() + 31 * 86_400_000) };
    expect(await undoMerge(late, { id })).toMatchObject({ code: 'merge-not-undoable' });
    done(await undoMerge(as(at.jefe), { id }));
    expect(await undoMerge(as(at.jefe), { id })).toMatchObject({ text: 'Esa unión ya se deshizo.' });
  });
});

describe('a merge is refused', () => {
  it('into itself, into a name that was merged, and of one that was', async () => {
    const at = await place();
    const [a, b, c] = [await symptom(), await symptom(), await symptom()];
    expect(code(await merge(at, 'symptom', a.id, a.id))).toBe('merge-into-itself');
    const both = await Promise.all([merge(at, 'symptom', a.id, b.id), merge(at, 'symptom', a.id, c.id)]);
    expect(both.map(code).sort()).toEqual(['already-merged', 'ok']);
    expect(await merge(at, 'symptom', c.id, a.id)).toMatchObject({ code: 'already-merged', status: 409 });
    const opposite = await Promise.all([merge(at, 'symptom', b.id, c.id), merge(at, 'symptom', c.id, b.id)]);
    expect(opposite.map(code).sort()).toEqual(['already-merged', 'ok']);
  });

  it('between operations, and of what is not there', async () => {
    const [here, there] = [await place(), await place()];
    const both = { jefe: { ...here.jefe, operations: [here.operation, there.operation] } };
    const [one, two] = [await node(here.operation), await node(there.operation)];
    expect(code(await merge(both, 'node', one.id, two.id))).toBe('merge-across-operations');
    expect(code(await merge(here, 'node', one.id, two.id))).toBe('name-unknown');
    expect(code(await merge(here, 'symptom', 2_000_000, 2_000_001))).toBe('name-unknown');
  });

  it('without the right to the editor in which the name stands', async () => {
    const at = await place();
    const [from, into] = [await symptom(), await symptom()];
    const [one, two] = [await node(at.operation), await node(at.operation)];
    const zones = { jefe: await actorOf(record().sql, at.jefe.userId, ['can_edit_zones']) };
    const priorities = { jefe: await actorOf(record().sql, at.jefe.userId, ['can_edit_priorities']) };
    expect(await merge(zones, 'symptom', from.id, into.id)).toMatchObject({ status: 403 });
    expect(await merge(priorities, 'node', one.id, two.id)).toMatchObject({ status: 403 });
    const { id } = done(await merge(zones, 'node', one.id, two.id));
    expect(await undoMerge(as(priorities.jefe), { id })).toMatchObject({ status: 403 });
  });

  it('while an operation that the user does not reach has the name, which is named', async () => {
    const [here, there] = [await place(), await place()];
    const [from, into] = [await symptom(), await symptom()];
    const number = await addOrder(record().sql, there.clientId, { symptomId: from.id });
    expect(await merge(here, 'symptom', from.id, into.id)).toMatchObject({
      code: 'name-used-elsewhere',
      status: 403,
      text: `“${from.text}” se usa también en operaciones que no tenés asignadas: Operación ${there.operation}.`,
    });
    expect(await orderOf(number)).toMatchObject({ symptomId: from.id });
    const all = { jefe: { ...here.jefe, operations: [here.operation, there.operation] } };
    const { id } = done(await merge(all, 'symptom', from.id, into.id));
    expect(code(await undoMerge(as(here.jefe), { id }))).toBe('merge-not-undoable');
    await addOrder(record().sql, here.clientId, { symptomId: into.id });
    const next = await symptom();
    const both = done(await merge(all, 'symptom', into.id, next.id));
    expect(code(await undoMerge(as(here.jefe), { id: both.id }))).toBe('name-used-elsewhere');
  });
});

describe('the list of names', () => {
  it('counts the orders of each within the reach of who asks, and of one with many no further than it distinguishes', async () => {
    const [here, there] = [await place(), await place()];
    const [few, many] = [await symptom(), await symptom()];
    await addOrder(record().sql, here.clientId, { symptomId: few.id });
    await addOrder(record().sql, here.clientId, { symptomId: few.id, statusId: 3, closedAt: new Date() });
    await addOrder(record().sql, there.clientId, { symptomId: few.id });
    await record().sql`
      insert into orders (number, operation, type, client_id, created_at, symptom_id)
      select ${here.operation} || lpad((90000000 - n)::text, 8, '0'), ${here.operation}, 1, ${here.clientId}, now(), ${many.id}
      from generate_series(1, ${countedOrders + 50}) n`;
    const listed = async (text: string) =>
      (await listNames(record(), here.jefe, { since: null, kind: 'symptom', operation: null, text }))
        .names[0];
    expect(await listed(few.text)).toMatchObject({ id: few.id, orders: 2, pending: 1 });
    expect(await listed(many.text)).toMatchObject({ id: many.id, orders: countedOrders + 1 });
  });
});

import { describe, expect, it } from 'vitest';
import { releaseVisit } from '../../db/commands/field/release-visit.ts';
import { setOnTheWay } from '../../db/commands/field/set-on-the-way.ts';
import { takeVisit } from '../../db/commands/field/take-visit.ts';
import type { Actor } from '../../machines/access/permissions.ts';
import { addDays, today } from '../../machines/calendar/slots.ts';
import { isRefusal } from '../../machines/words/refusals.ts';
import {
  actorOf,
  addOperation,
  addTechnician,
  addVisit,
  makeWorld,
  type World,
} from '../support/fixtures.ts';
import { openRecord } from '../support/open-record.ts';

const record = openRecord({ reads: 10, transactions: 10 });
const technicianOnly: [] = [];

async function world(visit: Record<string, unknown> = {}): Promise<World & { actor: Actor }> {
  const made = await makeWorld(record().sql, { visit });
  return { ...made, actor: await actorOf(record().sql, made.userId, technicianOnly) };
}
const eventsOf = (visitId: number) =>
  record().sql<{ name: string; version: number; key: string | null; actorName: string }[]>`
    select name, version, key, actor_name from events where visit_id = ${visitId} order by version`;
const visitOf = async (visitId: number) => {
  const [row] = await record().sql`select * from visits where id = ${visitId}`;
  return row!;
};
const ctx = (actor: Actor, key?: string) => ({ db: record(), actor, ...(key ? { key } : {}) });
const code = (answer: unknown) => (isRefusal(answer) ? answer.code : 'ok');

describe('taking a visit', () => {
  it('assigns it, raises its version and writes one event and one outbox row', async () => {
    const { visitId, actor, technicianId, operation } = await world({ technicianId: null });
    expect(await takeVisit(ctx(actor), { visit_id: visitId })).toEqual({ visit_id: visitId });
    expect(await visitOf(visitId)).toMatchObject({ technicianId, version: 2 });
    expect((await eventsOf(visitId)).map(({ name }) => name)).toEqual(['visit.taken']);
    const [boxed] = await record().sql`select count(*)::int as n from outbox where operation = ${operation}`;
    expect(boxed!.n).toBe(1);
  });

  it('has exactly one winner among 50 technicians, round after round (F14)', async () => {
    const { operation, slotId, clientId, orderNumber } = await world();
    const actors: Actor[] = [];
    for (let i = 0; i < 50; i++) {
      const { userId } = await addTechnician(record().sql, operation);
      actors.push(await actorOf(record().sql, userId, technicianOnly));
    }
    for (let round = 0; round < 12; round++) {
      const visitId = await addVisit(record().sql, {
        operation,
        slotId,
        technicianId: null,
        clientId,
        orderNumber,
      });
      const answers = await Promise.all(actors.map((actor) => takeVisit(ctx(actor), { visit_id: visitId })));
      expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(1);
      expect(new Set(answers.map(code))).toEqual(new Set(['ok', 'already-taken']));
      expect(await eventsOf(visitId)).toHaveLength(1);
    }
    const [{ gaps }] = (await record().sql`
      select (select version from operations where code = ${operation})
        - (select count(*) from events where operation = ${operation}) as gaps`) as unknown as [
      { gaps: number },
    ];
    expect(Number(gaps), 'versions are gapless').toBe(0);
  });

  it('is refused on another day, to whoever is no technician, and outside one’s operations', async () => {
    const later = await world({ technicianId: null, day: addDays(today(new Date()), 1) });
    expect(code(await takeVisit(ctx(later.actor), { visit_id: later.visitId }))).toBe('not-today');
    expect(
      code(await takeVisit(ctx({ ...later.actor, technicianId: null }), { visit_id: later.visitId })),
    ).toBe('not-a-technician');
    const elsewhere = await world();
    expect(code(await takeVisit(ctx(elsewhere.actor), { visit_id: later.visitId }))).toBe('visit-unknown');
    expect(await eventsOf(later.visitId)).toHaveLength(0);
  });

  it('on a version that is not the visit’s any more changes nothing (F16)', async () => {
    const { visitId, actor } = await world({ technicianId: null });
    const answer = await takeVisit(ctx(actor), { visit_id: visitId, version: 7 });
    expect(answer).toMatchObject({ code: 'stale-version', status: 409, visitId });
    expect((await visitOf(visitId)).version).toBe(1);
  });

  it.each([
    ['0', 0],
    ['-1', -1],
    ['a fraction', 1.5],
    ['2^31', 2 ** 31],
    ['2^53', 2 ** 53],
    ['text with a space', '1 '],
    ['a list', [1]],
    ['nothing', undefined],
    ['full-width digits', '１２'],
  ])('refuses %s as a visit’s id with 422', async (_, id) => {
    const { actor } = await world();
    expect(await takeVisit(ctx(actor), { visit_id: id })).toMatchObject({
      status: 422,
      fields: { visit_id: expect.any(String) },
    });
  });
});

describe('the same key', () => {
  it('acts once and answers the same, also when sent 20 times at once (F17)', async () => {
    const { visitId, actor } = await world({ technicianId: null });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => takeVisit(ctx(actor, 'k-take'), { visit_id: visitId })),
    );
    for (const answer of answers) expect(answer).toEqual({ visit_id: visitId });
    expect(await eventsOf(visitId)).toMatchObject([{ name: 'visit.taken', key: 'k-take' }]);
  });

  it('with other data is refused', async () => {
    const { visitId, actor } = await world({ technicianId: null });
    await takeVisit(ctx(actor, 'k-other'), { visit_id: visitId });
    const answer = await releaseVisit(ctx(actor, 'k-other'), {
      visit_id: visitId,
      notes: 'no llego a tiempo',
    });
    expect(answer).toMatchObject({
      code: 'key-reused',
      status: 422,
      fields: { 'Idempotency-Key': 'La clave de idempotencia ya se usó con otros datos.' },
    });
    expect(await eventsOf(visitId)).toHaveLength(1);
  });
});

describe('releasing a visit', () => {
  it('gives it back with its reason and its author', async () => {
    const { visitId, actor } = await world();
    expect(code(await releaseVisit(ctx(actor), { visit_id: visitId, notes: '  se rompió el móvil  ' }))).toBe(
      'ok',
    );
    expect(await visitOf(visitId)).toMatchObject({
      technicianId: null,
      assignedAt: null,
      detachedBy: actor.fullName,
      detachedComments: 'se rompió el móvil',
    });
  });

  it.each([
    ['4 characters', 'abcd', false],
    ['5 characters', 'abcde', true],
    ['100 characters', 'x'.repeat(100), true],
    ['101 characters', 'x'.repeat(101), false],
    ['5 emoji', '🙂🙂🙂🙂🙂', true],
    ['spaces only', '        ', false],
    ['a NUL', 'motivo\u0000malo', false],
    ['a lone surrogate', 'motivo \ud800', false],
  ])('counts its reason: %s', async (_, notes, accepted) => {
    const { visitId, actor } = await world();
    const answer = await releaseVisit(ctx(actor), { visit_id: visitId, notes });
    if (accepted) expect(code(answer)).toBe('ok');
    else expect(answer).toMatchObject({ status: 422 });
    if (notes === 'abcd')
      expect(answer).toMatchObject({ text: 'Debe ingresar el motivo de la desasignación' });
  });

  it('is refused on the way and delayed with the spec’s texts', async () => {
    const moving = await world({ onTheWay: true });
    expect(
      await releaseVisit(ctx(moving.actor), { visit_id: moving.visitId, notes: 'no puedo ir' }),
    ).toMatchObject({
      status: 409,
      text: 'No se puede desasignar una visita en camino. Si no podes realizar la visita, por favor cancelala.',
    });
    const late = await world({ delayed: true, statusId: 17 });
    expect(
      await releaseVisit(ctx(late.actor), { visit_id: late.visitId, notes: 'no puedo ir' }),
    ).toMatchObject({
      text: 'No se puede desasignar una visita con cierre demorado.',
    });
  });
});

describe("'Voy en camino'", () => {
  it('sets the visit on the way and decides the customer’s message in the same change', async () => {
    const { visitId, actor } = await world();
    expect(await setOnTheWay(ctx(actor), { visit_id: visitId, on_the_way: true })).toMatchObject({
      on_the_way: true,
    });
    expect(await visitOf(visitId)).toMatchObject({ onTheWay: true, customerNotice: 'pending' });
    const notices = await record()
      .sql`select audience, template, state from notices where visit_id = ${visitId}`;
    expect([...notices]).toEqual([{ audience: 'customer', template: 'on-the-way', state: 'pending' }]);
  });

  it('tells nobody when asked not to', async () => {
    const { visitId, actor } = await world();
    await setOnTheWay(ctx(actor), { visit_id: visitId, on_the_way: true, send_notification: false });
    expect((await record().sql`select 1 from notices where visit_id = ${visitId}`).count).toBe(0);
  });

  it('is one visit at a time for a technician, however it races (F15)', async () => {
    const first = await world();
    const second = await addVisit(record().sql, first);
    for (let round = 0; round < 25; round++) {
      const answers = await Promise.all(
        [first.visitId, second].map((visitId) =>
          setOnTheWay(ctx(first.actor), { visit_id: visitId, on_the_way: true }),
        ),
      );
      expect(answers.map(code).sort()).toEqual(['ok', 'on-the-way-elsewhere']);
      const moving = await record().sql<{ id: number }[]>`
        select id from visits where technician_id = ${first.technicianId} and on_the_way`;
      expect(moving).toHaveLength(1);
      await setOnTheWay(ctx(first.actor), { visit_id: moving[0]!.id, on_the_way: false });
    }
  });

  it('goes by the technician’s first operation', async () => {
    const { visitId, actor, operation } = await world();
    await record().sql`update operations set on_the_way_allowed = false where code = ${operation}`;
    expect(code(await setOnTheWay(ctx(actor), { visit_id: visitId }))).toBe('on-the-way-not-allowed');
    const allowed = await addOperation(record().sql);
    await record()
      .sql`insert into user_operations (user_id, operation, position) values (${actor.userId}, ${allowed}, -1)`;
    expect(code(await setOnTheWay(ctx(actor), { visit_id: visitId }))).toBe('ok');
  });

  it('racing a release, one of the two wins and the record is the winner’s (F19)', async () => {
    for (let round = 0; round < 15; round++) {
      const { visitId, actor } = await world();
      const [away, back] = await Promise.all([
        setOnTheWay(ctx(actor), { visit_id: visitId, on_the_way: true }),
        releaseVisit(ctx(actor), { visit_id: visitId, notes: 'no puedo ir' }),
      ]);
      expect([code(away), code(back)].filter((result) => result === 'ok')).toHaveLength(1);
      const visit = await visitOf(visitId);
      expect(visit.onTheWay).toBe(code(away) === 'ok');
      expect(visit.technicianId === null).toBe(code(back) === 'ok');
    }
  });
});

import { describe, expect, it } from 'vitest';
import { releaseVisit } from '../../../db/commands/field/release-visit.ts';
import { setOnTheWay } from '../../../db/commands/field/set-on-the-way.ts';
import { takeVisit } from '../../../db/commands/field/take-visit.ts';
import type { Actor } from '../../../machines/access/permissions.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { actorOf, addOperation, addVisit, makeWorld } from '../../support/record/fixtures.ts';

const record = openRecord({ reads: 10, transactions: 10 });
const technicianOnly: [] = [];

/** A world and the steps of its technician, on its visit unless the input names another. */
async function world(visit: Record<string, unknown> = {}) {
  const made = await makeWorld(record().sql, { visit });
  const actor = await actorOf(record().sql, made.userId, technicianOnly);
  const step =
    <Answer>(command: (context: ReturnType<typeof ctx>, input: object) => Answer) =>
    (input: object = {}, { by = actor, key }: { by?: Actor; key?: string } = {}) =>
      command(ctx(by, key), { visit_id: made.visitId, ...input });
  return { ...made, actor, take: step(takeVisit), release: step(releaseVisit), go: step(setOnTheWay) };
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
    const { visitId, take, technicianId, operation } = await world({ technicianId: null });
    expect(await take()).toEqual({ visit_id: visitId });
    expect(await visitOf(visitId)).toMatchObject({ technicianId, version: 2 });
    expect((await eventsOf(visitId)).map(({ name }) => name)).toEqual(['visit.taken']);
    const [boxed] = await record().sql`select count(*)::int as n from outbox where operation = ${operation}`;
    expect(boxed!.n).toBe(1);
  });

  it('is refused on another day, to a user who is no technician, and outside one’s operations', async () => {
    const later = await world({ technicianId: null, day: addDays(today(new Date()), 1) });
    expect(code(await later.take())).toBe('not-today');
    const by = { ...later.actor, technicianId: null };
    expect(code(await later.take({}, { by }))).toBe('not-a-technician');
    const elsewhere = await world();
    expect(code(await later.take({}, { by: elsewhere.actor }))).toBe('visit-unknown');
    expect(await eventsOf(later.visitId)).toHaveLength(0);
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
    const { take } = await world();
    expect(await take({ visit_id: id })).toMatchObject({
      status: 422,
      fields: { visit_id: expect.any(String) },
    });
  });
});

describe('releasing a visit', () => {
  it('gives it back with its reason and its author', async () => {
    const { visitId, actor, release } = await world();
    expect(code(await release({ notes: '  se rompió el móvil  ' }))).toBe('ok');
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
    const { release } = await world();
    const answer = await release({ notes });
    if (accepted) expect(code(answer)).toBe('ok');
    else expect(answer).toMatchObject({ status: 422 });
    if (notes === 'abcd')
      expect(answer).toMatchObject({ text: 'Debe ingresar el motivo de la desasignación' });
  });
});

describe("'Voy en camino'", () => {
  it('sets the visit on the way and decides the customer’s message in the same change', async () => {
    const { visitId, go } = await world();
    expect(await go({ on_the_way: true })).toMatchObject({ on_the_way: true });
    expect(await visitOf(visitId)).toMatchObject({ onTheWay: true, customerNotice: 'pending' });
    const notices = await record()
      .sql`select audience, template, state from notices where visit_id = ${visitId}`;
    expect([...notices]).toEqual([{ audience: 'customer', template: 'on-the-way', state: 'pending' }]);
  });

  it('is one visit at a time for a technician, however it races (F15)', async () => {
    const first = await world();
    const second = await addVisit(record().sql, first);
    for (let round = 0; round < 25; round++) {
      const answers = await Promise.all(
        [first.visitId, second].map((visit_id) => first.go({ visit_id, on_the_way: true })),
      );
      expect(answers.map(code).sort()).toEqual(['ok', 'on-the-way-elsewhere']);
      const moving = await record().sql<{ id: number }[]>`
        select id from visits where technician_id = ${first.technicianId} and on_the_way`;
      expect(moving).toHaveLength(1);
      await first.go({ visit_id: moving[0]!.id, on_the_way: false });
    }
  });

  it('goes by the technician’s first operation', async () => {
    const { go, actor, operation } = await world();
    await record().sql`update operations set on_the_way_allowed = false where code = ${operation}`;
    expect(code(await go())).toBe('on-the-way-not-allowed');
    const allowed = await addOperation(record().sql);
    await record()
      .sql`insert into user_operations (user_id, operation, position) values (${actor.userId}, ${allowed}, -1)`;
    expect(code(await go())).toBe('ok');
  });

  it('racing a release, one of the two wins and the record is the winner’s (F19)', async () => {
    for (let round = 0; round < 15; round++) {
      const { visitId, go, release } = await world();
      const [leaving, back] = await Promise.all([
        go({ on_the_way: true }),
        release({ notes: 'no puedo ir' }),
      ]);
      expect([code(leaving), code(back)].filter((result) => result === 'ok')).toHaveLength(1);
      const visit = await visitOf(visitId);
      expect(visit.onTheWay).toBe(code(leaving) === 'ok');
      expect(visit.technicianId === null).toBe(code(back) === 'ok');
    }
  });
});

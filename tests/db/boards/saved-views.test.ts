import { beforeEach, describe, expect, it } from 'vitest';
import { deleteView } from '../../../db/commands/saved-views/delete-view.ts';
import { editView } from '../../../db/commands/saved-views/edit-view.ts';
import { findDefaultView, findView, listViews } from '../../../db/reads/saved-views/saved-views.ts';
import type { Actor } from '../../../machines/access/permissions.ts';
import { isRefusal, type Refusal } from '../../../machines/words/refusals.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { actorOf, addUser, makeWorld } from '../../support/record/fixtures.ts';

// Saved views of the boards (contract §13).

const record = openRecord();
let operation: string;
let jefe: Actor;

beforeEach(async () => {
  const world = await makeWorld(record().sql);
  operation = world.operation;
  jefe = await actorOf(record().sql, await addUser(record().sql, operation));
});

const as = (actor = jefe) => ({ db: record(), actor });
const save = (input: object, actor = jefe) =>
  editView(as(actor), { board: 'jefetec', search: `op=${operation}&zona=3`, ...input });
const done = <Answer>(answer: Answer | Refusal): Answer => {
  if (isRefusal(answer)) throw new Error(`${answer.code}: ${answer.text}`);
  return answer;
};
const refusalOf = async (answer: Promise<unknown>) => {
  const { code, status, fields } = (await answer) as Refusal;
  return { code, status, fields };
};
const names = async (actor = jefe) => (await listViews(record(), actor.userId)).map(({ name }) => name);

describe('a view', () => {
  it('is saved with what is known of the address, renamed, and overwritten by what is shown later', async () => {
    const saved = done(
      await save({
        name: ' Sur\u0007 ',
        search: `op=${operation}&vista=dia&semana=2026-01-05&volver=//evil.example`,
      }),
    );
    expect(saved).toMatchObject({
      name: 'Sur',
      board: 'jefetec',
      operations: [operation],
      filters: 'vista=dia',
      is_default: false,
      path: `/vistas/${saved.id}`,
    });
    expect(saved.id).toMatch(/^[A-Za-z0-9_-]{22}$/);
    done(await editView(as(), { id: saved.id, name: 'Norte' }));
    expect(done(await editView(as(), { id: saved.id, search: 'solo=demoradas' }))).toMatchObject({
      name: 'Norte',
      operations: [],
      filters: 'solo=demoradas',
    });
    expect(await names()).toEqual(['Norte']);
  });

  it('is the default alone: another takes its place', async () => {
    const first = done(await save({ name: 'Una', is_default: true }));
    expect(await findDefaultView(record(), jefe.userId)).toMatchObject({ id: first.id });
    const second = done(await save({ name: 'Otra', is_default: true }));
    expect(await findDefaultView(record(), jefe.userId)).toMatchObject({ id: second.id });
    done(await editView(as(), { id: second.id, is_default: false }));
    expect(await findDefaultView(record(), jefe.userId)).toBeUndefined();
    expect(await names()).toEqual(['Otra', 'Una']);
  });

  it('is found by its link until it is deleted', async () => {
    const { id } = done(await save({ name: 'Una' }));
    expect(await findView(record(), id)).toMatchObject({ name: 'Una', userId: jefe.userId });
    expect(await findView(record(), '__proto__')).toBeUndefined();
    done(await deleteView(as(), { id }));
    expect(await findView(record(), id)).toBeUndefined();
    expect(await refusalOf(deleteView(as(), { id }))).toMatchObject({ code: 'view-unknown', status: 404 });
  });
});

describe('is refused, and nothing changes', () => {
  it.each([
    ['', 'view-name-length'],
    ['a', 'view-name-length'],
    [' \u200b\u0007 a ', 'view-name-length'],
    ['x'.repeat(41), 'view-name-length'],
    ['x'.repeat(100_000), 'view-name-length'],
    [null, 'view-name-length'],
    ['SUR', 'view-name-taken'],
  ])('a name that is empty, too short, too long or taken: %j', async (name, code) => {
    done(await save({ name: 'Sur' }));
    const refused = (await save({ name })) as Refusal;
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([422, ['name']]);
    if (code === 'view-name-taken') expect(refused.code).toBe(code);
    expect(await names()).toEqual(['Sur']);
  });

  it('another user’s view, whatever is asked of it', async () => {
    const { id } = done(await save({ name: 'Sur' }));
    const other = await actorOf(record().sql, await addUser(record().sql, operation));
    for (const attempt of [
      editView(as(other), { id, name: 'Mía' }),
      editView(as(other), { id, is_default: true }),
      deleteView(as(other), { id }),
    ])
      expect(await refusalOf(attempt)).toMatchObject({ code: 'view-unknown', status: 404 });
    expect(await names()).toEqual(['Sur']);
  });

  it('an operation that the user does not have', async () => {
    const elsewhere = await makeWorld(record().sql);
    expect(await refusalOf(save({ name: 'Ajena', search: `op=${elsewhere.operation}` }))).toMatchObject({
      code: 'operation-not-assigned',
      status: 403,
    });
    expect(await names()).toEqual([]);
  });

  it('the 31st, also of two that are saved at once', async () => {
    for (let n = 1; n < 30; n++) done(await save({ name: `Vista ${n}` }));
    const both = await Promise.all([save({ name: 'La última' }), save({ name: 'Una de más' })]);
    expect(both.map((answer) => (isRefusal(answer) ? answer.code : 'saved')).sort()).toEqual([
      'saved',
      'views-full',
    ]);
    expect(await names()).toHaveLength(30);
    // What exists can still be changed.
    const [one] = await listViews(record(), jefe.userId);
    done(await editView(as(), { id: one!.id, name: 'Con otro nombre' }));
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { everyPermission, type Permission } from '../../../machines/access/permissions.ts';
import { type Answer, openSession, webServer } from '../../support/processes/web-server.ts';
import { addUser, makeWorld, type World } from '../../support/record/fixtures.ts';

// Who may manage which webhook, and where its secret is.

const { web, sql } = webServer();
let here: World;
let there: World;
let mine: string;
let both: string;
let theirs: string;

const personOf = async (operations: string[], permissions: readonly Permission[] = everyPermission) => {
  const id = await addUser(sql(), operations[0]!, {}, permissions);
  for (const operation of operations.slice(1))
    await sql()`insert into user_operations (user_id, operation) values (${id}, ${operation})`;
  return openSession(sql(), id);
};
beforeAll(async () => {
  [here, there] = [await makeWorld(sql()), await makeWorld(sql())];
  mine = await personOf([here.operation]);
  both = await personOf([here.operation, there.operation]);
  theirs = await personOf([there.operation]);
});

const form = (operations: string[], more: object = {}) => ({
  ...{ name: 'Sistema', url: 'https://hooks.example/agenda', events: ['order.fulfilled'], operations },
  ...more,
});
const edit = (token: string, body: object, key?: string): Promise<Answer> =>
  web().call('webhooks/edit', body, { token, ...(key ? { key } : {}) });
const made = async (token: string, operations: string[]): Promise<number> =>
  (await edit(token, form(operations))).body.data.id;

describe('a webhook', () => {
  it('of operations that are not all one’s own does not exist', async () => {
    const id = await made(both, [here.operation, there.operation]);
    const { delivery_id } = (await web().call('webhooks/test', { id }, { token: both })).body.data;
    const before = await sql()`select xmin, * from webhooks where id = ${id}`;
    for (const token of [mine, theirs]) {
      expect(
        (await web().call('webhooks', {}, { token })).body.data.map((one: { id: number }) => one.id),
      ).not.toContain(id);
      for (const [path, body] of [
        ['webhooks/get', { id }],
        ['webhooks/edit', form([here.operation], { id })],
        ['webhooks/delete', { id }],
        ['webhooks/rotate_secret', { id }],
        ['webhooks/test', { id }],
        ['webhooks/deliveries', { id }],
        ['webhooks/delivery', { id, delivery_id }],
        ['webhooks/resend', { id, delivery_id }],
      ] as const) {
        const answer = await web().call(path, body, { token });
        // Of another's operations nothing is said, not even that they are another's.
        expect([path, [403, 404].includes(answer.status)]).toEqual([path, true]);
      }
    }
    expect(await sql()`select xmin, * from webhooks where id = ${id}`).toEqual(before);
  });

  it('reaches operations of its maker only', async () => {
    const answer = await edit(mine, form([here.operation, there.operation]));
    expect([answer.status, answer.body.data.fields]).toEqual([
      403,
      { operations: 'No tenés asignada esa operación.' },
    ]);
  });

  it.each([
    ['http://hooks.example/', 'La dirección debe empezar con https://.'],
    ...[
      'https://user:clave@hooks.example/',
      'https://hooks.example/#x',
      'ftp://hooks.example/',
      'javascript:alert(1)',
      'hooks.example',
      'https://',
      '',
    ].map((url) => [
      url,
      'La dirección debe ser completa, empezar con https:// y no llevar usuario, contraseña ni #.',
    ]),
  ])('is not made for %s', async (url, text) => {
    const answer = await edit(mine, form([here.operation], { url }));
    expect([answer.status, answer.body.data.fields]).toEqual([422, { url: text }]);
  });

  it('records in each of its operations who changed it, and never a secret or the whole address', async () => {
    const id = await made(both, [here.operation, there.operation]);
    await edit(both, form([here.operation], { id, url: 'https://hooks.example/llave-9f3', name: 'Otro' }));
    await web().call('webhooks/rotate_secret', { id }, { token: both });
    const events = await sql()`
      select operation, data from events where name = 'webhooks.changed' and (data ->> 'webhookId')::int = ${id}
      order by operation, version`;
    expect(events.map(({ operation, data }) => [operation, data.change])).toEqual([
      [here.operation, 'added'],
      [here.operation, 'edited'],
      [here.operation, 'rotated'],
      [there.operation, 'added'],
      [there.operation, 'edited'],
    ]);
    expect(JSON.stringify(events)).not.toMatch(/whsec_|llave/);
  });
});

describe('its secret', () => {
  it('is answered again to a repeat of the same request, and stands nowhere in clear', async () => {
    const body = form([here.operation], { name: 'Con clave' });
    const first = await edit(mine, body, 'hook-1');
    const again = await edit(mine, body, 'hook-1');
    expect(again.body).toEqual(first.body);
    const { id, secret } = first.body.data;
    expect((await sql()`select 1 from webhooks where name = 'Con clave'`).count).toBe(1);
    const rotated = await web().call('webhooks/rotate_secret', { id }, { token: mine, key: 'hook-2' });
    const repeated = await web().call('webhooks/rotate_secret', { id }, { token: mine, key: 'hook-2' });
    expect(repeated.body).toEqual(rotated.body);
    const bare = [secret, rotated.body.data.secret].map((one: string) => one.slice('whsec_'.length));
    const kept = await sql()`select answer::text from idempotency_keys where key like 'hook-%'`;
    expect(kept).toHaveLength(2);
    const everywhere = JSON.stringify([
      kept,
      await sql()`select encode(secret, 'escape') as a, encode(old_secret, 'escape') as b from webhooks`,
      await sql()`select data from events`,
      web().log,
    ]);
    for (const one of bare) expect(everywhere).not.toContain(one);
    const read = await web().call('webhooks/get', { id }, { token: mine });
    expect(read.text).not.toMatch(/whsec_/);
  });
});

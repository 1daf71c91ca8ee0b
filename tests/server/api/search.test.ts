import { beforeAll, expect, it } from 'vitest';
import { openSession, webServer } from '../../support/processes/web-server.ts';
import { addClient, addOrder, addUser, makeWorld, type World } from '../../support/record/fixtures.ts';

const { web, sql } = webServer();
let here: World;
let client: string;
let order: string;
let token: string;

beforeAll(async () => {
  here = await makeWorld(sql());
  client = await addClient(sql(), here.operation, { name: 'Ñandú Pérez', address: 'Sucre 12' });
  order = await addOrder(sql(), client);
  const user = await addUser(sql(), here.operation, { username: 'buscadora' }, [
    'can_query_order',
    'can_query_client',
  ]);
  token = await openSession(sql(), user);
  const elsewhere = await makeWorld(sql());
  await addClient(sql(), elsewhere.operation, { name: 'Ñandú Lejano' });
});

const search = (text: unknown) => web().call('search', { text }, { token });

it('answers what was found with its kind, number, name, detail and operation', async () => {
  expect((await search('perez nandu')).body.data).toEqual({
    items: [
      {
        kind: 'client',
        number: client,
        title: 'Ñandú Pérez',
        detail: 'Sucre 12',
        subsidiary: here.operation,
      },
    ],
  });
  expect((await search(order)).body.data.items).toContainEqual(
    expect.objectContaining({ kind: 'order', number: order, title: 'Ñandú Pérez' }),
  );
});

it('finds nothing of another operation', async () => {
  expect((await search('lejano')).body.data).toEqual({ items: [] });
});

it.each(['', 'a', ' a b ', '%_%'])('asks for three characters: %j', async (text) => {
  const { status, body } = await search(text);
  expect({ status, diagnostic: body.diagnostic, fields: body.data?.fields }).toEqual({
    status: 422,
    diagnostic: 'Escribí al menos 3 caracteres',
    fields: { text: 'Escribí al menos 3 caracteres' },
  });
});

it.each([null, 7, ['abc'], 'a'.repeat(10_000), 'a%'.repeat(5_000)])(
  'takes bad input without an accident',
  async (text) => {
    expect([200, 422]).toContain((await search(text)).status);
  },
);

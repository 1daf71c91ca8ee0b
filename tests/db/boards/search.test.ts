import { beforeAll, describe, expect, it } from 'vitest';
import { forgetPersonalData } from '../../../db/commands/retention/forget-personal-data.ts';
import { setRetentionFromConsole } from '../../../db/commands/retention/set-retention.ts';
import { findAnything } from '../../../db/reads/search/find-anything.ts';
import { everyPermission, type Permission } from '../../../machines/access/permissions.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { addClient, addOrder, addVisit, makeWorld, type World } from '../../support/record/fixtures.ts';

const db = openRecord();
let here: World;
let elsewhere: World;
let client: string;
let order: string;

beforeAll(async () => {
  [here, elsewhere] = [await makeWorld(db().sql), await makeWorld(db().sql)];
  client = await addClient(db().sql, here.operation, {
    name: 'María José Gutiérrez',
    address: 'Av. Ñuñorco 1450',
    location: 'Barrio Güemes',
    telephone: '+54 9 (351) 444-7788',
    document: '30.123.456',
  });
  order = await addOrder(db().sql, client, { address: 'Tránsito Cáceres 77', telephone: '0351 15-566-1122' });
  await addClient(db().sql, elsewhere.operation, { name: 'Wenceslao Ajeno', telephone: '351 999-1234' });
});

const find = async (
  text: string,
  permissions: Permission[] = everyPermission,
  operations = [here.operation],
) =>
  (await findAnything(db(), { operations, permissions } as never, text))?.map(
    ({ kind, number }) => `${kind} ${number}`,
  );

it.each([
  'maria gutierrez',
  'GUTIÉRREZ José',
  'gutierrez nunorco',
  'güemes 1450',
  'guti',
  'gutierez',
  'gutiererz maria',
  'jsoe gutierrez',
  'maira gutierrez',
  'guttierrez mar',
  'nuñorc',
  'juse gutierrez',
  'gutiérrez nunorca',
])('finds a client by words as people type them: %s', async (text) => {
  expect(await find(text)).toContain(`client ${client}`);
});

it.each(['4447788', '351 444 7788', '+54 9 351 444-7788', '0351-4447788', '7788', '30.123.456', '301234'])(
  'finds a client by the digits of a telephone or a document: %s',
  async (text) => {
    expect(await find(text)).toContain(`client ${client}`);
  },
);

it.each(['0351 15-566-1122', '+54 9 351 566-1122', '3515661122', '5493515661122'])(
  'finds a mobile that the record has with its 15, however it is typed: %s',
  async (text) => {
    expect(await find(text)).toContain(`order ${order}`);
  },
);

it.each([
  ['client', '0351 444'],
  ['client', '351 15 4447'],
  ['client', '+54 9 351 44'],
  ['order', '0351 15-56'],
  ['order', '351566'],
  ['order', '549351566112'],
] as const)('finds a telephone while it is typed from its area code on: the %s’s, %s', async (kind, text) => {
  expect(await find(text)).toContain(kind === 'client' ? `client ${client}` : `order ${order}`);
});

it.each(['0351 15-444-7788', '351 15 4447788'])(
  'finds a mobile that the record has without its 15: %s',
  async (text) => {
    expect(await find(text)).toContain(`client ${client}`);
  },
);

it('finds by numbers, whole or without the operation’s code, the exact one first', async () => {
  // Orders and clients are numbered apart: one number may be both.
  expect((await find(client))!.slice(0, 2)).toContain(`client ${client}`);
  expect((await find(order))![0]).toBe(`order ${order}`);
  expect(await find(String(Number(order.slice(3))).padStart(3, '0'))).toContain(`order ${order}`);
  expect(await find(order.slice(0, 9))).toContain(`order ${order}`);
  const visit = await addVisit(db().sql, { ...here, clientId: client, orderNumber: order });
  await db().sql`update visits set id = id where id = ${visit}`;
  expect(await find(String(visit).padStart(3, '0'))).toContain(`visit ${visit}`);
});

it('finds a pending order by its own address, its telephone and its node, with the client’s name beside', async () => {
  expect(await find('caceres transito')).toEqual([`order ${order}`]);
  expect(await find('5661122')).toEqual([`order ${order}`]);
  const [node] = await db().sql<{ id: number }[]>`
    insert into nodes (operation, name) values (${here.operation}, 'Ayacucho 9') returning id`;
  await db().sql`update orders set node_id = ${node!.id} where number = ${order}`;
  for (const text of ['ayacucho', 'ayacuhco', 'ayacucho gutierrez'])
    expect(await find(text)).toContain(`order ${order}`);
});

it('finds nothing for words of which one fits nowhere, and takes signs for no more than signs', async () => {
  expect(await find('maria perez')).toEqual([]);
  expect(await find('gut%rez')).toEqual([]);
  expect(await find('gut_errez')).toEqual([]);
  expect(await find("maria' | 'x & !gutierrez:*")).toEqual([]);
});

it('needs three letters or digits, and survives ten thousand', async () => {
  for (const text of ['', 'a', 'ab', '%%%', '___', '  a  b '.trim().slice(0, 3)])
    expect(await find(text)).toBeUndefined();
  for (const letter of ['a', 'ñ', '7', 'a ', '%'])
    expect((await find(letter.repeat(10_000))) ?? []).toEqual([]);
});

it('finds only in the asker’s operations, and only what the asker may look up', async () => {
  for (const text of ['wenceslao', 'wencelsao', '9991234']) expect(await find(text)).toEqual([]);
  expect(await find('wenceslao', everyPermission, [])).toEqual([]);
  expect(await find('gutierrez', ['can_query_order'])).not.toContain(`client ${client}`);
  expect(await find('transito', ['can_query_client'])).toEqual([]);
});

it('does not let what the asker may not look up take the places of what they may', async () => {
  const { sql } = db();
  const last = await addClient(sql, here.operation, { name: 'Ultima', address: 'Sin nombre 1' });
  for (let n = 0; n < 45; n++) await addClient(sql, here.operation, { name: `Quebracho ${n}` });
  const waiting = await addOrder(sql, last, { address: 'Pasaje Quebracho 5' });
  expect(await find('quebracho', ['can_query_order'])).toEqual([`order ${waiting}`]);
});

it('follows what changes, and gives at most twenty', async () => {
  const { sql } = db();
  await sql`update clients set name = 'Rigoberta Zapiola' where id = ${client}`;
  expect(await find('zapiola')).toContain(`client ${client}`);
  expect(await find('zapoila')).toContain(`client ${client}`);
  expect(await find('maria gutierrez')).toEqual([]);
  for (let n = 0; n < 25; n++) await addClient(sql, here.operation, { name: `Repetida ${n}` });
  expect(await find('repetida')).toHaveLength(20);
});

it('knows the words of everything that one statement wrote, each once', async () => {
  const { sql } = db();
  const like = await addClient(sql, here.operation);
  await sql`
    insert into clients (id, operation, name, address, location, status, telephone)
    select (id::bigint + 900000 + n)::text, operation, name, address, location, status, telephone
    from (select id, operation, status, telephone from clients where id = ${like}) c,
      (values (1, 'Zulema Iberlucea', 'Xochimilco 12', ''), (2, 'Zulema Iberlucea', 'Xochimilco 12', ''),
        (3, 'Otro Nombre', '', 'Barrio Yatay')) x (n, name, address, location)`;
  const known = await sql<{ term: string }[]>`
    select term from search_terms where term in ('zulema', 'iberlucea', 'xochimilco', 'yatay') order by term`;
  expect(known.map(({ term }) => term)).toEqual(['iberlucea', 'xochimilco', 'yatay', 'zulema']);
  expect(await find('zulema xochimilko')).toHaveLength(2);
});

it('finds nothing of what was forgotten, and keeps none of its words', async () => {
  const { sql } = db();
  const gone = await addClient(sql, here.operation, {
    name: 'Xanadua Olvidable',
    status: 'Baja',
    document: '99888777',
  });
  await addOrder(sql, gone, {
    createdAt: new Date('2020-01-01T12:00:00Z'),
    closedAt: new Date('2020-02-01T12:00:00Z'),
    statusId: 3,
  });
  expect(await find('olvidable')).toEqual([`client ${gone}`]);
  await setRetentionFromConsole(db(), here.operation, 12);
  await forgetPersonalData(db());
  for (const text of ['olvidable', 'xanadua', '99888777']) expect(await find(text)).toEqual([]);
  expect(await sql`select term from search_terms where term in ('olvidable', 'xanadua')`).toEqual([]);
});

describe('every number of a field', () => {
  let two: string;
  let townsOwn: string;
  let company: string;
  let person: string;
  beforeAll(async () => {
    const { sql } = db();
    await sql`insert into conversations (operation, area_code) values (${elsewhere.operation}, '2477')`;
    two = await addClient(sql, elsewhere.operation, {
      name: 'Dos Números',
      telephone: '2477 555002 / 2477 15-555003 (Marta, int. 12)',
    });
    townsOwn = await addClient(sql, elsewhere.operation, { name: 'Del Pueblo', telephone: '15-415556' });
    company = await addClient(sql, elsewhere.operation, { name: 'Kiosco', document: '20-34567890-1' });
    person = await addClient(sql, elsewhere.operation, { name: 'Vecina', document: '7.456.789' });
    await addClient(sql, elsewhere.operation, { name: 'De Otro Pueblo', telephone: '03442 15-415556' });
  });
  const findThere = (text: string) => find(text, everyPermission, [elsewhere.operation]);

  it.each(['555002', '2477555002', '5492477555002', '555003', '02477 15-555003', '+5492477555003', '5003'])(
    'is found by its last digits and as a display shows it: %s',
    async (text) => {
      expect(await findThere(text)).toContain(`client ${two}`);
    },
  );

  it.each(['5492477415556', '+54 9 2477 415556', '2477415556', '02477 15-415556', '415556', '15415556'])(
    'as its town writes it is found by what a display shows: %s',
    async (text) => {
      expect((await findThere(text))![0]).toBe(`client ${townsOwn}`);
    },
  );

  it('of a whole number is found by the town’s writing of it', async () => {
    expect(await find('15-444-7788', everyPermission, [here.operation])).toContain(`client ${client}`);
  });

  it('of another town with the same last digits is not taken for it', async () => {
    expect(await findThere('5493442415556')).not.toContain(`client ${townsOwn}`);
  });

  it.each(['34567890', '34.567.890', '345678', '20-34567890-1', '20345678901'])(
    'of identity is found inside a tax number: %s',
    async (text) => {
      expect(await findThere(text)).toContain(`client ${company}`);
    },
  );

  it.each(['7456789', '27-07456789-4'])(
    'of identity is found by the tax number that it is in: %s',
    async (text) => {
      expect(await findThere(text)).toContain(`client ${person}`);
    },
  );
});

describe('a client’s device', () => {
  let owner: string;
  beforeAll(async () => {
    const { sql } = db();
    owner = await addClient(sql, here.operation, { name: 'Con Equipo' });
    await sql`insert into client_devices (client_id, type, mac, serial)
      values (${owner}, 'ONU', 'A4:BF:01:9C:de:7F', 'HWTC-81C0 2F9B'), (${owner}, 'TV', '', '')`;
  });

  it.each([
    'a4:bf:01:9c:de:7f',
    'A4-BF-01-9C-DE-7F',
    'a4bf.019c.de7f',
    'A4BF019CDE7F',
    'a4 bf 01 9c de 7f',
    'a4:bf:01:9c',
  ])('is found by its MAC in every usual spelling, and says so: %s', async (text) => {
    const found = await findAnything(
      db(),
      { operations: [here.operation], permissions: everyPermission } as never,
      text,
    );
    expect(found).toContainEqual(
      expect.objectContaining({ kind: 'client', number: owner, detail: 'ONU · MAC A4:BF:01:9C:de:7F' }),
    );
  });

  it.each(['HWTC-81C0 2F9B', 'hwtc81c02f9b', 'HWTC81C0'])('is found by its serial: %s', async (text) => {
    const found = await findAnything(
      db(),
      { operations: [here.operation], permissions: everyPermission } as never,
      text,
    );
    expect(found).toContainEqual(
      expect.objectContaining({ number: owner, detail: 'ONU · Serie HWTC-81C0 2F9B' }),
    );
  });

  it('of another operation is not', async () => {
    expect(await find('a4bf019cde7f', everyPermission, [elsewhere.operation])).toEqual([]);
    expect(await find('a4bf019cde7f', ['can_query_order'])).toEqual([]);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { listSameClients } from '../../../db/reads/orders/same-clients.ts';
import type { Actor } from '../../../machines/access/permissions.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { actorOf, addClient, makeWorld, type World } from '../../support/record/fixtures.ts';

const record = openRecord();
let here: World;
let elsewhere: World;
let actor: Actor;
beforeAll(async () => {
  here = await makeWorld(record().sql);
  elsewhere = await makeWorld(record().sql);
  actor = await actorOf(record().sql, here.userId);
});

const add = (of: { name: string; address?: string; document?: string }, world = here) =>
  addClient(record().sql, world.operation, { address: '', ...of });
const sameAs = async (id: string) =>
  (await listSameClients(record(), actor, id)).map((one) => [one.id, one.by]);

describe('a client that seems to be recorded twice', () => {
  it('has the same name and address, however they are written and whichever name comes first', async () => {
    const first = await add({ name: 'González, María José', address: 'Av. San Martín 450 Dto. 3' });
    const again = await add({ name: 'MARIA JOSE GONZALEZ', address: 'avenida san martin 450, dpto 3' });
    await add({ name: 'González, María José', address: 'Av. San Martín 451 Dto. 3' });
    await add({ name: 'González, María', address: 'Av. San Martín 450 Dto. 3' });
    await add({ name: 'González, María José', address: 'Av. San Martín 450 Dto. 3' }, elsewhere);
    expect(await sameAs(first)).toEqual([[again, 'address']]);
    expect(await sameAs(again)).toEqual([[first, 'address']]);
  });

  it('has the same document, whatever its marks', async () => {
    const first = await add({ name: 'Ana Paz', document: '20-34567890-1' });
    const again = await add({ name: 'Ana M. Paz', document: '20345678901' });
    await add({ name: 'Otra', document: '20345678902' });
    expect(await sameAs(first)).toEqual([[again, 'document']]);
  });

  it('is none where nothing is known to compare, and none of a client of another operation', async () => {
    const [bare] = [await add({ name: 'Sin Calle' }), await add({ name: 'Sin Calle' })];
    expect(await sameAs(bare)).toEqual([]);
    const short = await add({ name: 'Uno', document: '1' });
    await add({ name: 'Dos', document: '1' });
    expect(await sameAs(short)).toEqual([]);
    const foreign = await add({ name: 'Ajeno', address: 'Mitre 1' }, elsewhere);
    await add({ name: 'Ajeno', address: 'Mitre 1' }, elsewhere);
    expect(await sameAs(foreign)).toEqual([]);
  });
});

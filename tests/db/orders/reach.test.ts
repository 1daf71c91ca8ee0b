import { beforeAll, describe, expect, it } from 'vitest';
import { editConversation } from '../../../db/commands/conversation/edit-conversation.ts';
import { findClient } from '../../../db/reads/orders/client.ts';
import { findOrder } from '../../../db/reads/orders/order.ts';
import { findOrderPlaces } from '../../../db/reads/visits/order-places.ts';
import { findFieldVisit } from '../../../db/reads/visits/technician-day.ts';
import type { Actor } from '../../../machines/access/permissions.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { actorOf, addUser, makeWorld, type World } from '../../support/record/fixtures.ts';

// How a customer can be reached is read once, for every screen (contract §11).

const db = openRecord();
let world: World;
let editor: Actor;
beforeAll(async () => {
  world = await makeWorld(db().sql, {
    client: { telephone: '415551 / 15-415552', waNumber: '247415556', email: 'no tiene' },
  });
  const userId = await addUser(db().sql, world.operation, {}, ['can_edit_conversation', 'can_query_order']);
  editor = await actorOf(db().sql, userId);
});
const edit = (input: object) =>
  editConversation({ db: db(), actor: editor }, { subsidiary_id: world.operation, ...input });

describe('the telephones of an operation’s clients', () => {
  it('are called as written while their area code is not known', async () => {
    const visit = await findFieldVisit(db(), editor, world.visitId);
    expect(visit!.telephones.map(({ tel }) => tel)).toEqual(['415551', null, '15415552']);
  });

  it('are read by the area code that the operation sets, on card, order and client alike', async () => {
    expect(await edit({ area_code: '02477' })).toMatchObject({ subsidiary_id: world.operation });
    const telephones = [
      { text: '415551', tel: '+542477415551', whatsapp: null },
      { text: ' / ', tel: null, whatsapp: null },
      { text: '15-415552', tel: '+5492477415552', whatsapp: '5492477415552' },
    ];
    const [visit, order, client] = [
      await findFieldVisit(db(), editor, world.visitId),
      await findOrder(db(), editor, { number: world.orderNumber }),
      await findClient(db(), editor, world.clientId),
    ];
    for (const found of [visit, order, client]) expect(found!.telephones).toEqual(telephones);
  });

  it('of which messages cannot use are marked, and the customer does not count as reachable', async () => {
    const unusable = ['wa_number', 'email'];
    expect(await findClient(db(), editor, world.clientId)).toMatchObject({ unusable });
    expect(await findFieldVisit(db(), editor, world.visitId)).toMatchObject({ unusable });
    const asked = { now: new Date(), days: 1 };
    const reachable = async () =>
      (await findOrderPlaces(db(), editor, { number: world.orderNumber }, asked))!.order.reachable;
    expect(await reachable()).toBe(false);
    await db().sql`update clients set wa_number = '15-415552' where id = ${world.clientId}`;
    expect(await reachable()).toBe(true);
    expect(await findClient(db(), editor, world.clientId)).toMatchObject({ unusable: ['email'] });
  });

  it('are of the country that the operation sets, and its own number is judged by that', async () => {
    expect(await edit({ country: 'ZZ' })).toMatchObject({
      code: 'telephone-country',
      fields: { country: expect.stringContaining('dos letras') },
    });
    expect(await edit({ country: 'uy', area_code: '', telephone: '099 123 456' })).toMatchObject({
      subsidiary_id: world.operation,
    });
    expect(await edit({ telephone: '0800-555-INTERNET' })).toMatchObject({ code: 'company-telephone' });
    expect(await edit({ area_code: 'abc' })).toMatchObject({
      fields: { area_code: expect.stringContaining('sin el cero') },
    });
  });
});

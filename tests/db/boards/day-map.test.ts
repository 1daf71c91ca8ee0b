import { beforeAll, describe, expect, it } from 'vitest';
import { readDayMap, readGround } from '../../../db/reads/visits/map.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { addClient, addOrder, addVisit, makeWorld, type World } from '../../support/record/fixtures.ts';

// Where a day's visits and the orders that wait are (contract §10).

const db = openRecord();
const day = today(new Date());
let here: World;
beforeAll(async () => {
  here = await makeWorld(db().sql);
});
const place = (table: 'orders' | 'clients', key: string, lat: number, lon: number) =>
  table === 'orders'
    ? db().sql`update orders set lat = ${lat}, lon = ${lon} where number = ${key}`
    : db().sql`update clients set lat = ${lat}, lon = ${lon} where id = ${key}`;

describe('the map of a day', () => {
  it('has a visit at its order, else at its client, else at the centre of its node, as approximate', async () => {
    const { sql } = db();
    const visitId = await addVisit(sql, here);
    const [order] = await sql<{ number: string; clientId: string }[]>`
      select w.number, w.client_id from orders w join visits v on v.order_number = w.number where v.id = ${visitId}`;
    const { number, clientId } = order!;
    const shown = async () =>
      (await readDayMap(db(), here.operation, day)).places.find(([one]) => one === number);
    expect(await shown()).toBeUndefined();
    const [node] = await sql`
      insert into nodes (operation, name, lat, lon) values (${here.operation}, 'Central', -33.8, -60.5) returning id`;
    await sql`update orders set node_id = ${node!.id} where number = ${number}`;
    expect(await shown()).toEqual([number, -33.8, -60.5, 1]);
    await place('clients', clientId, -33.85, -60.55);
    expect(await shown()).toEqual([number, -33.85, -60.55, 0]);
    await place('orders', number, -33.9, -60.6);
    expect(await shown()).toEqual([number, -33.9, -60.6, 0]);
  });

  it('has the orders that wait, those without a place too, and none of another operation', async () => {
    const { sql } = db();
    const clientId = await addClient(sql, here.operation);
    const order = await addOrder(sql, clientId);
    const found = async (operation: string) =>
      (await readDayMap(db(), operation, day)).orders.find(({ number }) => number === order);
    expect(await found(here.operation)).toMatchObject({ place: null });
    await place('clients', clientId, -33.85, -60.55);
    expect(await found(here.operation)).toMatchObject({
      place: { lat: -33.85, lon: -60.55, approximate: false },
    });
    expect(await found((await makeWorld(sql)).operation)).toBeUndefined();
  });

  it('is drawn on the zones whose nodes have a centre', async () => {
    const { sql } = db();
    const other = await makeWorld(sql);
    const [zone] =
      await sql`insert into zones (operation, name) values (${other.operation}, 'Sur') returning id`;
    await sql`insert into nodes (operation, name, zone_id, lat, lon) values
      (${other.operation}, 'S-1', ${zone!.id}, -33.9, -60.6), (${other.operation}, 'S-2', ${zone!.id}, null, null)`;
    expect(await readGround(db(), other.operation)).toEqual({
      zones: [{ id: zone!.id, name: 'Sur', nodes: [[-60.6, -33.9]] }],
      streets: [],
    });
  });
});

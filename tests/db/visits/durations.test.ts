import { expect, it } from 'vitest';
import { readDurations } from '../../../db/reads/visits/durations.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { addOrder, addVisit, makeWorld } from '../../support/record/fixtures.ts';

// What a technician's load is estimated by (contract §10).

const record = openRecord({ reads: 2, transactions: 2 });
const hour = 3_600_000;

it('estimates a type of visit by its closings of the last two months, an hour old at most', async () => {
  const { sql } = record();
  const world = await makeWorld(sql);
  const now = new Date();
  const close = async (count: number, minutes: number) => {
    for (let index = 0; index < count; index++) {
      const number = await addOrder(sql, world.clientId);
      const id = await addVisit(sql, { ...world, orderNumber: number }, { day: today(now) });
      await sql`
        update visits set finished = true, closed_at = ${now}, on_the_way_at = ${new Date(now.getTime() - minutes * 60_000)}
        where id = ${id}`;
    }
  };
  await close(10, 42);
  const first = await readDurations(record(), world.operation, now);
  expect(Object.values(first)).toEqual([40]);
  await close(10, 80);
  expect(await readDurations(record(), world.operation, new Date(now.getTime() + 0.9 * hour))).toEqual(first);
  const later = await readDurations(record(), world.operation, new Date(now.getTime() + 1.1 * hour));
  expect(Object.values(later)).toEqual([60]);
});

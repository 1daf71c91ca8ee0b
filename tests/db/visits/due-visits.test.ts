import { expect, it } from 'vitest';
import { listDueVisits } from '../../../db/reads/visits/due-visits.ts';
import { newRandom } from '../../../db/seed/random.ts';
import { addDays, delayInstant, instantOf } from '../../../machines/calendar/slots.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { addSlot, addVisit, makeWorld } from '../../support/record/fixtures.ts';

const db = openRecord();

it('visits are delayed at the instant that the calendar says, whenever they were assigned and left pending', async () => {
  const { sql } = db();
  const random = newRandom('due visits');
  const world = await makeWorld(sql, { visit: { technicianId: null } });
  const slots = await Promise.all(
    [7, 12, 20].map(async (fromHour, at) => {
      const toHour = [12, 14, 22][at]!;
      return { id: await addSlot(sql, world.operation, { fromHour, toHour }), toHour };
    }),
  );
  const near = (instant: number) => new Date(instant + random.int(-200, 200) * 1_000);
  const visits = [];
  for (let n = 0; n < 150; n++) {
    const day = addDays('2026-03-05', random.int(-1, 1));
    const slot = random.pick(slots);
    const end = instantOf(day, slot.toHour).getTime();
    const assignedAt = near(end);
    const postponedAt = random.chance(0.4) ? near(end) : null;
    const visit = { day, toHour: slot.toHour, assignedAt, postponedAt };
    const id = await addVisit(sql, { ...world, slotId: slot.id }, { day, assignedAt, postponedAt });
    visits.push({ id, instant: delayInstant(visit)?.getTime() ?? Number.POSITIVE_INFINITY });
  }
  for (let n = 0; n < 40; n++) {
    // Around an instant at which one is due, and at it.
    const due = random.pick(visits.filter(({ instant }) => Number.isFinite(instant))).instant;
    const now = due + random.pick([-1_000, -1, 0, 1, 1_000, random.int(-90_000, 90_000)]);
    const delayed = (await listDueVisits(db(), new Date(now))).filter(({ what }) => what === 'delay');
    expect(delayed.map(({ id }) => id).sort()).toEqual(
      visits
        .filter(({ instant }) => instant <= now)
        .map(({ id }) => id)
        .sort(),
    );
  }
});

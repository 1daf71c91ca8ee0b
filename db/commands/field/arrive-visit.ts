import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { lockStep } from '../../record/lock-step.ts';
import { reported } from '../../record/moment-of-step.ts';
import { takeStep } from '../../record/take-step.ts';
import { command } from '../../record/transact.ts';
import { visitArrivals } from '../../schema/index.ts';
import { happenedAt, id, optional, seenVersion } from '../input.ts';
import { readFieldSettings } from './field-settings.ts';

const positionInvalid = refuse('position-invalid').text;
const between = (first: number, last: number) =>
  optional(z.number(positionInvalid).min(first, positionInvalid).max(last, positionInvalid));

/**
 * 'Llegué' (contract §8): stamps the moment and, where the technician allows it, the position of the device then, with
 * its accuracy in metres. Both coordinates or none.
 */
export const arriveVisit = command({
  name: 'arriveVisit',
  input: z
    .object({
      visit_id: id,
      latitude: between(-90, 90),
      longitude: between(-180, 180),
      accuracy: between(0, 1_000_000),
      happened_at: happenedAt,
      version: seenVersion,
    })
    .refine(({ latitude, longitude }) => (latitude === null) === (longitude === null), {
      error: positionInvalid,
      path: ['longitude'],
    }),
  async run(frame, input) {
    const { technicianId } = frame.actor;
    if (technicianId === null) return refuse('not-a-technician');
    const begun = await lockStep(frame, input);
    if (isRefusal(begun)) return begun;
    const { visit, moment } = begun;
    const { arrival, departs, currentVisitId } = await readFieldSettings(
      frame.tx,
      technicianId,
      visit.operation,
    );
    const decision = takeStep(frame, visit, {
      type: 'ARRIVE',
      technicianId,
      offered: arrival !== 'off',
      departs,
      visitId: visit.id,
      currentVisitId,
    });
    if (isRefusal(decision)) return decision;
    const { latitude, longitude, accuracy } = input;
    await typed(frame.tx).delete(visitArrivals).where(eq(visitArrivals.visitId, visit.id));
    if (latitude !== null && longitude !== null)
      await typed(frame.tx)
        .insert(visitArrivals)
        .values({ visitId: visit.id, latitude, longitude, accuracy: accuracy && Math.round(accuracy) });
    return { visit_id: visit.id, ...reported(moment) };
  },
});

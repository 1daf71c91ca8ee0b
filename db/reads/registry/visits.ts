import { z } from 'zod';
import { refuse } from '../../../machines/words/refusals.ts';
import { day, id, operationCode, wholeNumber } from '../../commands/input.ts';
import { readSkills } from '../people/crew.ts';
import { listSlotsOfDay, listTechniciansOfSlot } from '../visits/creation.ts';
import { readDurations } from '../visits/durations.ts';
import { listFreePlaces } from '../visits/places.ts';
import { findFieldVisit } from '../visits/technician-day.ts';
import { listVisitEvents } from '../visits/visit.ts';
import { ofOperation, read } from './row.ts';

/** As many of the nearest places are offered. */
const nearest = 3;

/** Visits, and what they are made of (S2 §2). */
export const visitReads = {
  /** The slots of a day, and the technicians with their counts in one of them ('Visit creation form'). */
  creation: read({
    input: z.object({ subsidiary: operationCode, day, slot: id.optional() }),
    permission: null,
    reach: { operation: ofOperation },
    by: ['screen'],
    call: 'visit/get_timestripes_by_date',
    run: async ({ db, now }, { subsidiary, day, slot }) => {
      const [slots, technicians, { mode, skills, needs }] = await Promise.all([
        listSlotsOfDay(db, subsidiary, day, now),
        listTechniciansOfSlot(db, [subsidiary], day, slot ?? null),
        readSkills(db, subsidiary),
      ]);
      // Where one of the day has no place.
      const near = slots.some(({ left }) => left === 0)
        ? await listFreePlaces(db, subsidiary, day, { now, count: nearest })
        : [];
      return { slots, technicians, skills: { mode, skills, needs }, near };
    },
    show: (creation) => creation,
  }),
  /** How long visits take in an operation, for the load of its technicians. */
  durations: read({
    input: z.object({ subsidiary: operationCode }),
    permission: null,
    reach: { operation: ofOperation },
    by: ['screen'],
    call: 'day',
    run: ({ db }, { subsidiary }) => readDurations(db, subsidiary),
    show: (durations) => ({ durations }),
  }),
  /** One visit in full, for a list that receives the change of a visit that it does not hold. */
  fieldVisit: read({
    input: z.object({ visit_id: id }),
    permission: null,
    reach: 'operations',
    by: ['screen'],
    call: 'visit/get/by_number',
    run: async ({ db, actor }, { visit_id }) =>
      (await findFieldVisit(db, actor, visit_id)) ?? refuse('visit-unknown'),
    show: (visit) => ({ visit }),
  }),
  /** What happened to a visit after a version of its operation, for a user who acted on an older one (ux.md U9). */
  visitEvents: read({
    input: z.object({ visit_id: id, after: wholeNumber(Number.MAX_SAFE_INTEGER) }),
    permission: null,
    reach: 'operations',
    by: ['screen'],
    call: 'report/segment',
    run: ({ db, actor }, { visit_id, after }) => listVisitEvents(db, actor, visit_id, after),
    show: (events) => ({ events }),
  }),
};

import { z } from 'zod';
import { slotHasEnded, today } from '../../../machines/calendar/slots.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { day, id, operationCode, optional, wholeNumber } from '../../commands/input.ts';
import { readCrew, readSkills } from '../people/crew.ts';
import { listTechnicians } from '../people/technicians.ts';
import { listAllZones, listOperations, listSlots, readBoardNames } from '../settings/operation.ts';
import { findCapabilities, listItems, listReasons, listRepairCodes } from '../visits/closing.ts';
import { findSlot, listSlotsOfDay, listTechniciansOfSlot } from '../visits/creation.ts';
import { readDurations } from '../visits/durations.ts';
import { listPhotos } from '../visits/photos.ts';
import { listFreePlaces } from '../visits/places.ts';
import { listSlotVisits } from '../visits/slot-visits.ts';
import {
  findFieldVisit,
  findTechnician,
  listDepartureOperations,
  readTechnicianDay,
} from '../visits/technician-day.ts';
import { findVisit, listNotices, listVisitEvents } from '../visits/visit.ts';
import { readDays } from '../visits/week.ts';
import { apiRead, codes, nothing, ofOperation, read } from './row.ts';

/** As many of the nearest places are offered. */
const nearest = 3;

const oneVisit = z.object({ visit_id: id });

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
    input: oneVisit,
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
    input: oneVisit.extend({ after: wholeNumber(Number.MAX_SAFE_INTEGER) }),
    permission: null,
    reach: 'operations',
    by: ['screen'],
    call: 'report/segment',
    run: ({ db, actor }, { visit_id, after }) => listVisitEvents(db, actor, visit_id, after),
    show: (events) => ({ events }),
  }),
  visit: apiRead({
    input: oneVisit,
    permission: null,
    reach: 'operations',
    run: async ({ db, actor }, { visit_id }) => {
      const visit = await findVisit(db, actor, visit_id);
      if (!visit) return refuse('visit-unknown');
      const slots = await listSlots(db, [visit.operation]);
      return { visit, slots: slots.filter(({ enabled }) => enabled) };
    },
  }),
  timeline: apiRead({
    input: oneVisit,
    permission: null,
    reach: 'operations',
    run: async ({ db, actor }, { visit_id }) => {
      const events = await listVisitEvents(db, actor, visit_id);
      return events.length === 0 ? refuse('visit-unknown') : events;
    },
  }),
  photos: apiRead({
    input: oneVisit,
    permission: null,
    reach: 'operations',
    run: async ({ db, actor }, { visit_id }) =>
      (await findFieldVisit(db, actor, visit_id)) ? listPhotos(db, actor, visit_id) : refuse('visit-unknown'),
  }),
  notices: apiRead({
    input: oneVisit,
    permission: null,
    reach: 'operations',
    run: async ({ db, actor, keys }, { visit_id }) =>
      (await findFieldVisit(db, actor, visit_id))
        ? listNotices(db, actor, keys, { visitId: visit_id })
        : refuse('visit-unknown'),
  }),
  /** The newest messages that went nowhere but into the development mailbox. */
  mailbox: apiRead({
    input: nothing,
    permission: 'can_query_order',
    reach: 'operations',
    run: ({ db, actor, keys }) => listNotices(db, actor, keys, { mailbox: { before: null } }),
  }),
  technicianDay: apiRead({
    input: z.object({ tech_id: optional(id), include_finished: z.boolean().nullish() }),
    permission: null,
    reach: 'operations',
    run: async ({ db, actor, now }, { tech_id, include_finished }) => {
      const technicianId = tech_id ?? actor.technicianId;
      if (technicianId === null) return refuse('not-a-technician');
      const technician = await findTechnician(db, actor, technicianId);
      if (!technician) return refuse('technician-unknown');
      const shared = technician.operations.filter((code) => actor.operations.includes(code));
      return readTechnicianDay(db, technicianId, shared, { includeFinished: include_finished ?? false, now });
    },
  }),
  /** A day of an operation by technician (contract §10). */
  day: apiRead({
    input: z.object({ subsidiary: operationCode, date: day.nullish() }),
    permission: null,
    reach: { operation: ofOperation },
    run: async ({ db, now }, { subsidiary, date }) => {
      const shown = date ?? today(now);
      const days = await readDays(db, subsidiary, shown, shown);
      const [crew, durations, names, zones, slots, [operation]] = await Promise.all([
        readCrew(db, subsidiary),
        readDurations(db, subsidiary),
        readBoardNames(db, subsidiary),
        listAllZones(db, subsidiary),
        listSlots(db, [subsidiary]),
        listOperations(db, [subsidiary]),
      ]);
      return { ...days, day: shown, crew, durations, names, zones, slots, operationName: operation!.name };
    },
  }),
  slotEnded: apiRead({
    input: z.object({ timestripe_id: id, date: day }),
    permission: null,
    reach: 'operations',
    run: async ({ db, actor, now }, { timestripe_id, date }) => {
      const slot = await findSlot(db, actor, timestripe_id);
      return slot ? { ended: slotHasEnded(date, slot.toHour, now) } : refuse('slot-unknown');
    },
  }),
  slotsOfDay: apiRead({
    input: z.object({ subsidiary: operationCode, date_selected: day }),
    permission: null,
    reach: { operation: ofOperation },
    run: ({ db, now }, { subsidiary, date_selected }) => listSlotsOfDay(db, subsidiary, date_selected, now),
  }),
  /** Of a visit's operation, on its day unless asked otherwise. */
  slotsOfVisit: apiRead({
    input: oneVisit.extend({ date_selected: day.nullish() }),
    permission: null,
    reach: 'operations',
    run: async ({ db, actor, now }, { visit_id, date_selected }) => {
      const visit = await findFieldVisit(db, actor, visit_id);
      if (!visit) return refuse('visit-unknown');
      return listSlotsOfDay(db, visit.operation, date_selected ?? visit.day, now);
    },
  }),
  slotDetail: apiRead({
    input: z.object({ timestripe_id: id, date: day }),
    permission: null,
    reach: 'operations',
    run: async ({ db, actor }, { timestripe_id, date }) => {
      const slot = await findSlot(db, actor, timestripe_id);
      return slot ? { slot, visits: await listSlotVisits(db, actor, date, slot.id) } : refuse('slot-unknown');
    },
  }),
  freePlaces: apiRead({
    input: z.object({ subsidiary: operationCode, date_selected: day.nullish() }),
    permission: null,
    reach: { operation: ofOperation },
    run: ({ db, now }, { subsidiary, date_selected }) =>
      listFreePlaces(db, subsidiary, date_selected ?? today(now), { now, count: 20 }),
  }),
  technicians: apiRead({
    input: z.object({ subsidiaries: codes, subsidiary: codes }).nullish(),
    permission: null,
    reach: { operations: (input) => input?.subsidiaries ?? input?.subsidiary },
    run: ({ db, operations }) => listTechnicians(db, operations),
  }),
  techniciansOfSlot: apiRead({
    input: z.object({ operations: codes, date_: day.nullish(), timestrip: optional(id) }),
    permission: null,
    reach: { operations: (input) => input.operations },
    run: ({ db, now, operations }, { date_, timestrip }) =>
      listTechniciansOfSlot(db, operations, date_ ?? today(now), timestrip),
  }),
  /** The operations that use 'Voy en camino'. */
  departureOperations: apiRead({
    input: nothing,
    permission: null,
    reach: 'installation',
    run: ({ db }) => listDepartureOperations(db),
  }),
  /** What the closing form may offer for a visit (S1 §3 'Subsidiary capabilities'). */
  closingCapabilities: apiRead({
    input: oneVisit,
    permission: null,
    reach: 'operations',
    run: async ({ db, actor }, { visit_id }) =>
      (await findCapabilities(db, actor, visit_id)) ?? refuse('visit-unknown'),
  }),
  closureReasons: apiRead({
    input: z.object({
      type: z.enum(['all', 'or', 'and']).nullish(),
      show_finish: z.boolean().nullish(),
      show_cancel: z.boolean().nullish(),
    }),
    permission: null,
    reach: 'installation',
    run: ({ db }, { type, show_finish, show_cancel }) =>
      listReasons(db, { type: type ?? 'all', finish: show_finish ?? false, cancel: show_cancel ?? false }),
  }),
  repairCodes: apiRead({
    input: nothing,
    permission: null,
    reach: 'installation',
    run: ({ db }) => listRepairCodes(db),
  }),
  materials: apiRead({
    input: nothing,
    permission: null,
    reach: 'installation',
    run: ({ db }) => listItems(db, 'material'),
  }),
  labor: apiRead({
    input: nothing,
    permission: null,
    reach: 'installation',
    run: ({ db }) => listItems(db, 'labor'),
  }),
};

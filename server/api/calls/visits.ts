import { z } from 'zod';
import { day, id, operationCode, optional } from '../../../db/commands/input.ts';
import { listSlots } from '../../../db/reads/settings/operation.ts';
import { listReasons } from '../../../db/reads/visits/closing.ts';
import { findSlot, listSlotsOfDay } from '../../../db/reads/visits/creation.ts';
import { listPhotos } from '../../../db/reads/visits/photos.ts';
import { listSlotVisits } from '../../../db/reads/visits/slot-visits.ts';
import {
  findFieldVisit,
  findTechnician,
  readTechnicianDay,
} from '../../../db/reads/visits/technician-day.ts';
import { findVisit, listVisitEvents } from '../../../db/reads/visits/visit.ts';
import { formatDay, isoWithOffset, slotLabel, today } from '../../../machines/calendar/slots.ts';
import { friendlyDuration, totalDuration } from '../../../machines/calendar/timeline.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { presentSlotVisit, presentVisit, presentVisitDetail } from '../answers/present-visit.ts';
import {
  calendarAnswer,
  createdAnswer,
  editedAnswer,
  finishedAnswer,
  handedOverAnswer,
  onTheWayAnswer,
  photosAnswer,
  reasonsAnswer,
  rescheduledAnswer,
  runningLateAnswer,
  slotDetailAnswer,
  slotsOfDayAnswer,
  stepAnswer,
  technicianDayAnswer,
  timelineAnswer,
  undoneAnswer,
  visitDetailAnswer,
} from '../answers/visit.ts';
import { act, ask, type Call, RawAnswer, within } from '../call.ts';
import { calendarBytes } from './calendar.ts';

const oneVisit = z.object({ visit_id: id });

/** Visits (S1 §7, S2 §7). */
export const visitCalls: Record<string, Call> = {
  visits: ask(
    {
      does: 'The calendar: a week of an operation, by day and slot.',
      reach: 'operations',
      input: z.object({ start_date: day.nullish(), subsidiary: operationCode, zone_id: optional(id) }),
      answer: calendarAnswer,
    },
    async ({ actor, bytes, now }, input) => {
      const refusal = within(actor, input.subsidiary);
      if (refusal) return refusal;
      const answer = await calendarBytes(
        bytes,
        input.subsidiary,
        input.start_date ?? today(now),
        input.zone_id,
        today(now),
      );
      return answer ? new RawAnswer(answer) : refuse('operation-not-assigned');
    },
  ),
  'visit/create': act('createVisit', {
    does: 'Turns a pending order into a visit.',
    reach: 'operations',
    answer: createdAnswer,
  }),
  'visit/get/by_number': ask(
    {
      does: 'One visit, with everything that its screen shows.',
      reach: 'operations',
      input: oneVisit,
      answer: visitDetailAnswer,
    },
    async ({ db, actor }, input) => {
      const visit = await findVisit(db, actor, input.visit_id);
      if (!visit) return refuse('visit-unknown');
      const slots = await listSlots(db, [visit.operation]);
      return presentVisitDetail(
        visit,
        slots.filter(({ enabled }) => enabled),
      );
    },
  ),
  'visit/get/by_tech_id': ask(
    {
      does: "A technician's day: the assigned visits, the one on the way first, and those that may be taken.",
      reach: 'operations',
      input: z.object({ tech_id: optional(id), include_finished: z.boolean().nullish() }),
      answer: technicianDayAnswer,
    },
    async ({ db, actor, now }, input) => {
      const technicianId = input.tech_id ?? actor.technicianId;
      if (technicianId === null) return refuse('not-a-technician');
      const technician = await findTechnician(db, actor, technicianId);
      if (!technician) return refuse('technician-unknown');
      const reach = technician.operations.filter((code) => actor.operations.includes(code));
      const found = await readTechnicianDay(db, technicianId, reach, {
        includeFinished: input.include_finished ?? false,
        now,
      });
      return {
        assigned: {
          visits: found.assigned.map(presentVisit),
          total: found.assignedTotal,
          tech_on_the_way: found.onTheWayVisitId !== null,
        },
        timestripe: { visits: found.timestripe.map(presentVisit), total: found.timestripeTotal },
      };
    },
  ),
  'visit/attach': act('takeVisit', {
    does: 'Takes an unassigned visit of today.',
    rule: 'Technicians only.',
    reach: 'operations',
    answer: stepAnswer,
  }),
  'visit/detach': act('releaseVisit', {
    does: 'Gives a visit back, with the reason.',
    rule: "A technician one's own; anybody's with `can_assign_visit`.",
    reach: 'operations',
    answer: stepAnswer,
  }),
  'visit/set_on_the_way': act('setOnTheWay', {
    does: "'Voy en camino', and back again.",
    rule: 'Technicians only, for their own visits.',
    reach: 'operations',
    answer: onTheWayAnswer,
  }),
  'visit/arrive': act('arriveVisit', {
    does: "'Llegué': the technician is at the address, with the position of the device then, if it is given.",
    rule: "Technicians only, for their own visits; after 'Voy en camino' where the operation uses it.",
    reach: 'operations',
    answer: stepAnswer,
  }),
  'visit/running_late': act('sayRunningLate', {
    does: "'Voy atrasado': of the technician's visits of today that are still to come; null: will not make it.",
    rule: 'Technicians only.',
    reach: 'operations',
    answer: runningLateAnswer,
  }),
  'visit/called': act('recordCall', {
    does: 'Records that the technician has called the customer.',
    rule: 'Technicians only, for their own visits.',
    reach: 'operations',
    answer: stepAnswer,
  }),
  'visit/photos/list': ask(
    {
      does: "A visit's photos, in the order in which they were taken; each is read at its `url`.",
      reach: 'operations',
      input: oneVisit,
      answer: photosAnswer,
    },
    async ({ db, actor }, { visit_id }) => {
      const found = await findFieldVisit(db, actor, visit_id);
      if (!found) return refuse('visit-unknown');
      const photos = await listPhotos(db, actor, visit_id);
      return {
        photos: photos.map(({ id, takenAt, reportedAt, technicianName, bytes, width, height }) => ({
          id,
          happened_at: isoWithOffset(takenAt),
          reported_at: reportedAt && isoWithOffset(reportedAt),
          technician: technicianName,
          bytes,
          width,
          height,
          url: `/photos/${id}`,
          preview_url: `/photos/${id}/preview`,
        })),
      };
    },
  ),
  'visit/finish': act('finishVisit', {
    does: 'Closes a visit by one of the closure reasons, with its evidence.',
    rule: "A technician one's own; anybody's with `can_finish_visit`.",
    reach: 'operations',
    answer: finishedAnswer,
  }),
  'visit/edit': act('editVisit', {
    does: "Changes a visit's slot, technician or position, or adds a note.",
    reach: 'operations',
    answer: editedAnswer,
  }),
  'visit/reschedule': act('rescheduleVisits', {
    does: 'Moves one visit or up to 500 to another day: all or nothing.',
    reach: 'operations',
    answer: rescheduledAnswer,
  }),
  'visit/change_technician': act('changeTechnician', {
    does: 'Gives one visit or up to 500 to a technician or to none: all or nothing.',
    reach: 'operations',
    answer: handedOverAnswer,
  }),
  'visit/place': act('placeVisits', {
    does: 'Puts visits of one day into a slot, to a technician, and at a position there: all or nothing.',
    reach: 'operations',
    answer: handedOverAnswer,
  }),
  'visit/undo': act('undoChange', {
    does: "Takes back one's own release, change of slot, technician or position, for 20 seconds.",
    rule: 'Only the user who made the change.',
    reach: 'operations',
    answer: undoneAnswer,
  }),
  'visit/get_timestripes_by_visit_id': ask(
    {
      does: "The slots of a visit's operation on a day.",
      reach: 'operations',
      input: z.object({ visit_id: id, date_selected: day.nullish() }),
      answer: slotsOfDayAnswer,
    },
    async ({ db, actor, now }, input) => {
      const visit = await findFieldVisit(db, actor, input.visit_id);
      if (!visit) return refuse('visit-unknown');
      const slots = await listSlotsOfDay(db, visit.operation, input.date_selected ?? visit.day, now);
      return slots.map(({ fromHour, toHour, ...slot }) => ({ ...slot, from: fromHour, to: toHour }));
    },
  ),
  'visit/timestripe_detail': ask(
    {
      does: 'The visits of one slot of one day.',
      reach: 'operations',
      input: z.object({ timestripe_id: id, date: day }),
      answer: slotDetailAnswer,
    },
    async ({ db, actor }, input) => {
      const slot = await findSlot(db, actor, input.timestripe_id);
      if (!slot) return refuse('slot-unknown');
      const visits = await listSlotVisits(db, actor, input.date, slot.id);
      return {
        timestripe_name: slotLabel(slot),
        formatted_date: formatDay(input.date),
        operations: [slot.operation],
        visits: visits.map(presentSlotVisit),
      };
    },
  ),
  'visit/get_reasons_to_finish': ask(
    {
      does: 'The closure reasons.',
      reach: 'installation',
      input: z.object({
        type: z.enum(['all', 'or', 'and']).nullish(),
        show_finish: z.boolean().nullish(),
        show_cancel: z.boolean().nullish(),
      }),
      answer: reasonsAnswer,
    },
    async ({ db }, input) => {
      const reasons = await listReasons(db, {
        type: input.type ?? 'all',
        finish: input.show_finish ?? false,
        cancel: input.show_cancel ?? false,
      });
      return reasons.map(({ finalizesOrder, derivationType, needsSignature, needsPhoto, ...reason }) => ({
        ...reason,
        needs_signature: needsSignature,
        needs_photo: needsPhoto,
        finalizes_order: finalizesOrder,
        derivation_type: derivationType,
      }));
    },
  ),
  'report/segment': ask(
    {
      does: "A visit's timeline from its event log.",
      reach: 'operations',
      input: oneVisit,
      answer: timelineAnswer,
    },
    async ({ db, actor }, input) => {
      const events = await listVisitEvents(db, actor, input.visit_id);
      if (events.length === 0) return refuse('visit-unknown');
      return {
        visit_id: input.visit_id,
        events: events.map((event) => ({
          name: event.name,
          date: isoWithOffset(event.at),
          happened_at: isoWithOffset(event.at),
          reported_at: isoWithOffset(event.reportedAt ?? event.at),
          who: event.actorName,
          note: event.data.note ?? null,
        })),
        total_time_friendly: friendlyDuration(totalDuration(events)),
      };
    },
  ),
};

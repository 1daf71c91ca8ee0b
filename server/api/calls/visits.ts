import { z } from 'zod';
import { day, id, operationCode, optional } from '../../../db/commands/input.ts';
import { admitOperations } from '../../../machines/access/permissions.ts';
import { formatDay, isoWithOffset, slotLabel, today } from '../../../machines/calendar/slots.ts';
import { friendlyDuration, totalDuration } from '../../../machines/calendar/timeline.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
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
import { act, ask, type Call, RawAnswer, reading } from '../call.ts';
import { calendarBytes } from './calendar.ts';

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
      const admitted = admitOperations(actor, [input.subsidiary]);
      if (isRefusal(admitted)) return admitted;
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
  'visit/get/by_number': reading(
    'visit',
    { does: 'One visit, with everything that its screen shows.', answer: visitDetailAnswer },
    ({ visit, slots }) => presentVisitDetail(visit, slots),
  ),
  'visit/get/by_tech_id': reading(
    'technicianDay',
    {
      does: "A technician's day: the assigned visits, the one on the way first, and those that may be taken.",
      answer: technicianDayAnswer,
    },
    (day) => ({
      assigned: {
        visits: day.assigned.map(presentVisit),
        total: day.assignedTotal,
        tech_on_the_way: day.onTheWayVisitId !== null,
      },
      timestripe: { visits: day.timestripe.map(presentVisit), total: day.timestripeTotal },
    }),
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
  'visit/photos/list': reading(
    'photos',
    {
      does: "A visit's photos, in the order in which they were taken; each is read at its `url`.",
      answer: photosAnswer,
    },
    (photos) => ({
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
    }),
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
    does: "Takes back one's own release, change of slot, technician or position, or a creation that was sent as 'undoable', for 20 seconds.",
    rule: 'Only the user who made the change.',
    reach: 'operations',
    answer: undoneAnswer,
  }),
  'visit/get_timestripes_by_visit_id': reading(
    'slotsOfVisit',
    { does: "The slots of a visit's operation on a day.", answer: slotsOfDayAnswer },
    (slots) => slots.map(({ fromHour, toHour, ...slot }) => ({ ...slot, from: fromHour, to: toHour })),
  ),
  'visit/timestripe_detail': reading(
    'slotDetail',
    { does: 'The visits of one slot of one day.', answer: slotDetailAnswer },
    ({ slot, visits }, { date }) => ({
      timestripe_name: slotLabel(slot),
      formatted_date: formatDay(date),
      operations: [slot.operation],
      visits: visits.map(presentSlotVisit),
    }),
  ),
  'visit/get_reasons_to_finish': reading(
    'closureReasons',
    { does: 'The closure reasons.', answer: reasonsAnswer },
    (reasons) =>
      reasons.map(({ finalizesOrder, derivationType, needsSignature, needsPhoto, ...reason }) => ({
        ...reason,
        needs_signature: needsSignature,
        needs_photo: needsPhoto,
        finalizes_order: finalizesOrder,
        derivation_type: derivationType,
      })),
  ),
  'report/segment': reading(
    'timeline',
    { does: "A visit's timeline from its event log.", answer: timelineAnswer },
    (events, { visit_id }) => ({
      visit_id,
      events: events.map((event) => ({
        name: event.name,
        date: isoWithOffset(event.at),
        happened_at: isoWithOffset(event.at),
        reported_at: isoWithOffset(event.reportedAt ?? event.at),
        who: event.actorName,
        note: event.data.note ?? null,
      })),
      total_time_friendly: friendlyDuration(totalDuration(events)),
    }),
  ),
};

import { z } from 'zod';
import { capabilitiesAnswer, techniciansAnswer, techniciansOfAnswer } from '../answers/setting.ts';
import { operationCode as code } from '../answers/shapes.ts';
import { freePlacesAnswer, slotsOfDayAnswer } from '../answers/visit.ts';
import { type Call, reading } from '../call.ts';

/** Operations, and what may be chosen in them (S1 §7, S2 §7). */
export const operationCalls: Record<string, Call> = {
  'timestripes/eval': reading(
    'slotEnded',
    { does: 'Whether the slot has ended on that day.', answer: z.boolean() },
    ({ ended }) => ended,
  ),
  'visit/get_timestripes_by_date': reading(
    'slotsOfDay',
    { does: 'The slots of an operation on a day.', answer: slotsOfDayAnswer },
    (slots) => slots.map(({ fromHour, toHour, ...slot }) => ({ ...slot, from: fromHour, to: toHour })),
  ),
  'visit/free_places': reading(
    'freePlaces',
    {
      does: 'The nearest slots with places left, from a day on (today by default), at most 20.',
      answer: freePlacesAnswer,
    },
    (places) =>
      places.map(({ day, id, name, fromHour, toHour, left }) => ({
        date: day,
        timestripe_id: id,
        name,
        from: fromHour,
        to: toHour,
        left,
      })),
  ),
  'visit/get_technicians_list': reading(
    'techniciansOfSlot',
    {
      does: 'The technicians of the operations, with the visits that each has in that slot of that day, and whether each works then.',
      answer: techniciansAnswer,
    },
    (technicians) =>
      technicians.map((technician) => ({
        text: technician.name,
        value: technician.id,
        assigned_visits: technician.assignedVisits,
        absent: technician.absent,
        skills: technician.skills,
      })),
  ),
  'subsidiary/get_techs': reading(
    'technicians',
    { does: 'The technicians of the operations.', answer: techniciansOfAnswer },
    (technicians) =>
      technicians.map(({ id, name, username, operations }) => ({
        id,
        name,
        username,
        subsidiaries: operations,
      })),
  ),
  'subsidiary/capabilities': reading(
    'closingCapabilities',
    { does: 'What the closing form may offer for a visit.', answer: capabilitiesAnswer },
    (capabilities) => ({
      order_canceled: capabilities.orderCanceled,
      order_fulfilled: capabilities.orderFulfilled,
      order_tech_id: capabilities.orderTechnicianId,
      can_close_order: capabilities.canCloseOrder,
      allow_enter_materials_and_labors: capabilities.allowEnterItems,
      have_labor: capabilities.haveLabor,
      have_materials: capabilities.haveMaterials,
    }),
  ),
  'subsidiary/allowed': reading(
    'departureOperations',
    { does: "The operations that use 'Voy en camino'.", answer: z.array(code) },
    (answer) => answer,
  ),
};

import { z } from 'zod';
import { askedOperations, day, id, operationCode, optional } from '../../../db/commands/input.ts';
import { listTechnicians } from '../../../db/reads/people/technicians.ts';
import { findCapabilities } from '../../../db/reads/visits/closing.ts';
import { findSlot, listSlotsOfDay, listTechniciansOfSlot } from '../../../db/reads/visits/creation.ts';
import { listFreePlaces } from '../../../db/reads/visits/places.ts';
import { listDepartureOperations } from '../../../db/reads/visits/technician-day.ts';
import type { Actor } from '../../../machines/access/permissions.ts';
import { slotHasEnded, today } from '../../../machines/calendar/slots.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { capabilitiesAnswer, techniciansAnswer, techniciansOfAnswer } from '../answers/setting.ts';
import { operationCode as code } from '../answers/shapes.ts';
import { freePlacesAnswer, slotsOfDayAnswer } from '../answers/visit.ts';
import { ask, type Call, nothing, within } from '../call.ts';

/** One code, a list of codes, or none for all of the actor's (contract §3). */
export const codes = askedOperations.nullish();

/** The operations asked for, or all of the actor's; the refusal when one of them is not the actor's. */
export function askedOf(actor: Actor, asked: string[] | null | undefined): string[] | Refusal {
  for (const code of asked ?? []) {
    const refusal = within(actor, code);
    if (refusal) return refusal;
  }
  return asked ?? actor.operations;
}

/** Operations, and what may be chosen in them (S1 §7, S2 §7). */
export const operationCalls: Record<string, Call> = {
  'timestripes/eval': ask(
    {
      does: 'Whether the slot has ended on that day.',
      reach: 'operations',
      input: z.object({ timestripe_id: id, date: day }),
      answer: z.boolean(),
    },
    async ({ db, actor, now }, input) => {
      const slot = await findSlot(db, actor, input.timestripe_id);
      return slot ? slotHasEnded(input.date, slot.toHour, now) : refuse('slot-unknown');
    },
  ),
  'visit/get_timestripes_by_date': ask(
    {
      does: 'The slots of an operation on a day.',
      reach: 'operations',
      input: z.object({ subsidiary: operationCode, date_selected: day }),
      answer: slotsOfDayAnswer,
    },
    async ({ db, actor, now }, input) => {
      const refusal = within(actor, input.subsidiary);
      if (refusal) return refusal;
      const slots = await listSlotsOfDay(db, input.subsidiary, input.date_selected, now);
      return slots.map(({ fromHour, toHour, ...slot }) => ({ ...slot, from: fromHour, to: toHour }));
    },
  ),
  'visit/free_places': ask(
    {
      does: 'The nearest slots with places left, from a day on (today by default), at most 20.',
      reach: 'operations',
      input: z.object({ subsidiary: operationCode, date_selected: day.nullish() }),
      answer: freePlacesAnswer,
    },
    async ({ db, actor, now }, input) => {
      const refusal = within(actor, input.subsidiary);
      if (refusal) return refusal;
      const from = input.date_selected ?? today(now);
      const free = await listFreePlaces(db, input.subsidiary, from, { now, count: 20 });
      return free.map(({ day, id, name, fromHour, toHour, left }) => ({
        date: day,
        timestripe_id: id,
        name,
        from: fromHour,
        to: toHour,
        left,
      }));
    },
  ),
  'visit/get_technicians_list': ask(
    {
      does: 'The technicians of the operations, with the visits that each has in that slot of that day, and whether each works then.',
      reach: 'operations',
      input: z.object({ operations: codes, date_: day.nullish(), timestrip: optional(id) }),
      answer: techniciansAnswer,
    },
    async ({ db, actor, now }, input) => {
      const asked = askedOf(actor, input.operations);
      if (isRefusal(asked)) return asked;
      const list = await listTechniciansOfSlot(db, asked, input.date_ ?? today(now), input.timestrip);
      return list.map((technician) => ({
        text: technician.name,
        value: technician.id,
        assigned_visits: technician.assignedVisits,
        absent: technician.absent,
        skills: technician.skills,
      }));
    },
  ),
  'subsidiary/get_techs': ask(
    {
      does: 'The technicians of the operations.',
      reach: 'operations',
      input: z.object({ subsidiaries: codes, subsidiary: codes }).nullish(),
      answer: techniciansOfAnswer,
    },
    async ({ db, actor }, input) => {
      const asked = askedOf(actor, input?.subsidiaries ?? input?.subsidiary);
      if (isRefusal(asked)) return asked;
      const list = await listTechnicians(db, asked);
      return list.map(({ id, name, username, operations }) => ({
        id,
        name,
        username,
        subsidiaries: operations,
      }));
    },
  ),
  'subsidiary/capabilities': ask(
    {
      does: 'What the closing form may offer for a visit.',
      reach: 'operations',
      input: z.object({ visit_id: id }),
      answer: capabilitiesAnswer,
    },
    async ({ db, actor }, input) => {
      const found = await findCapabilities(db, actor, input.visit_id);
      if (!found) return refuse('visit-unknown');
      return {
        order_canceled: found.orderCanceled,
        order_fulfilled: found.orderFulfilled,
        order_tech_id: found.orderTechnicianId,
        can_close_order: found.canCloseOrder,
        allow_enter_materials_and_labors: found.allowEnterItems,
        have_labor: found.haveLabor,
        have_materials: found.haveMaterials,
      };
    },
  ),
  'subsidiary/allowed': ask(
    {
      does: "The operations that use 'Voy en camino'.",
      reach: 'installation',
      input: nothing,
      answer: z.array(code),
    },
    ({ db }) => listDepartureOperations(db),
  ),
};

import { today } from '../../../machines/calendar/slots.ts';
import type { EventData, EventName } from '../../../machines/events.ts';
import { autoReleasedComments, reassignedComments } from '../../../machines/visit/detached-comments.ts';
import type { VisitFacts } from '../../../machines/visit/facts.ts';
import { decideVisit } from '../../../machines/visit/machine.ts';
import type { VisitStep } from '../../../machines/visit/steps.ts';
import { operationPlans, type Reason } from './catalogue.ts';
import { freshVisit, type NewVisit } from './fresh-visit.ts';
import {
  minute,
  type Order,
  type Slot,
  type Technician,
  type User,
  type Visit,
  type World,
} from './world.ts';

// The effects of the commands, one function a command, at a past instant: the same machine decides the columns and the
// event. A refused step is a bug of the demo and ends the load.

/** createVisit */
export function createVisit(world: World, input: NewVisit): Visit {
  const { order, slot, at, creator } = input;
  const visit = freshVisit(world, input);
  world.visits.push(visit);
  if (input.link)
    visit.notices.push({ template: visit.previous ? 'visit-rescheduled' : 'visit-created', at, version: 1 });
  order.operation.events.push({
    at,
    name: 'visit.created',
    visit,
    order,
    technicianId: visit.technician?.id ?? null,
    actor: creator,
    data: { to: { day: visit.day, slotId: slot.id, technicianId: visit.technician?.id ?? null } },
  });
  return visit;
}

/** takeVisit: by the technician. */
export function take(visit: Visit, at: number, technician: Technician) {
  const isToday = today(new Date(at)) === visit.day;
  step(visit, at, { type: 'TAKE', technicianId: technician.id, isToday }, technician.user, { technician });
}

/** A dispatcher assigns or unassigns the visit. */
export function assign(visit: Visit, at: number, by: User, technician: Technician | null) {
  const comments = reassignedComments(technician?.name ?? null);
  const requestedStep = { type: 'ASSIGN', technicianId: technician?.id ?? null, comments } as const;
  step(visit, at, requestedStep, by, { technician });
}

/** releaseVisit: by its technician, with the reason. */
export function release(visit: Visit, at: number, note: string) {
  const { id, user } = visit.technician!;
  step(visit, at, { type: 'RELEASE', technicianId: id, comments: note }, user, { data: { note } });
}

/** passDeadlines: not on the way in time. */
export function autoRelease(visit: Visit, at: number) {
  step(visit, at, { type: 'PASS_RELEASE_TIME', due: true, comments: autoReleasedComments }, null);
}

/** passDeadlines: after the slot's end. */
export function delay(visit: Visit, at: number) {
  step(visit, at, { type: 'PASS_SLOT_END', due: true }, null);
}

/** setOnTheWay; notifies the customer unless `silently`. */
export function goOnTheWay(visit: Visit, at: number, silently = false) {
  const { id, user } = visit.technician!;
  step(
    visit,
    at,
    {
      type: 'SET_ON_THE_WAY',
      technicianId: id,
      allowed: departs(visit.technician),
      visitId: visit.id,
      currentVisitId: null,
    },
    user,
  );
  if (!silently) visit.notices.push({ template: 'on-the-way', at, version: visit.version });
}

/** arriveVisit, on a device that gives no position. */
export function arrive(visit: Visit, at: number) {
  const { id, user } = visit.technician!;
  step(
    visit,
    at,
    {
      type: 'ARRIVE',
      technicianId: id,
      offered: true,
      departs: departs(visit.technician),
      visitId: visit.id,
      currentVisitId: visit.id,
    },
    user,
  );
}

/** sayRunningLate, of one of the technician's visits. */
export function runLate(visit: Visit, at: number, minutes: number) {
  const { id, user } = visit.technician!;
  step(visit, at, { type: 'RUN_LATE', technicianId: id, minutes }, user, { data: { to: { minutes } } });
}

/** addPhoto, while the technician works on the visit or soon after. */
export function photograph(visit: Visit, at: number) {
  const { id, user } = visit.technician!;
  step(visit, at, { type: 'ADD_PHOTO', technicianId: id, count: 0, late: false }, user);
}

/** setOnTheWay, undone. */
export function turnBack(visit: Visit, at: number) {
  const { id, user } = visit.technician!;
  step(visit, at, { type: 'UNSET_ON_THE_WAY', technicianId: id }, user);
}

/** A note added to an open visit. */
export function addNote(visit: Visit, at: number, by: User, text: string) {
  step(visit, at, { type: 'ADD_NOTE' }, by, { data: { note: text } });
  visit.notes.push({ author: by.fullName, at: visit.clock, text });
}

/** The slot of an open visit changed. */
export function changeSlot(visit: Visit, at: number, by: User, slot: Slot) {
  const data = { slotId: { from: visit.slot.id, to: slot.id } };
  const { lateSchedule: late } = visit;
  step(visit, at, { type: 'CHANGE_SLOT', slotId: slot.id, late, overbooked: false }, by, { data });
  visit.slot = slot;
}

export type Closure = {
  reason: Reason;
  by: User;
  note?: string | null;
  repairCode?: string | null;
  signed?: boolean;
  items?: Visit['items'];
  materialComments?: string | null;
  laborComments?: string | null;
};

/** finishVisit: cancels, finalizes, or leaves the visit pending, by the reason. */
export function close(visit: Visit, at: number, closure: Closure) {
  const { reason, by, note } = closure;
  const { technician } = visit;
  const derivationType = reason.derives ? (reason.derivationType ?? 2) : null;
  const from = { statusId: visit.statusId, onTheWay: visit.onTheWay, delayed: visit.delayed };
  const requestedStep = {
    type: 'CLOSE',
    reason,
    technicianId: technician?.user === by ? technician.id : null,
    mayCloseAny: by.permissions.includes('can_finish_visit'),
    departs: departs(technician),
    arrival: 'off',
    evidence: {
      derivationType,
      repairCode: closure.repairCode ?? null,
      extraComments: note ?? null,
      materialComments: closure.materialComments ?? null,
      laborComments: closure.laborComments ?? null,
    },
  } as const;
  step(visit, at, requestedStep, by, {
    data: ({ statusId }) => ({
      from,
      to: { statusId, reason: reason.text, derivationType },
      ...(note ? { note } : {}),
    }),
  });
  visit.signed = reason.finalizes && (closure.signed ?? false);
  visit.items.push(...(closure.items ?? []));
  const { order, clock } = visit;
  if (!reason.finalizesOrder || !order.operation.plan.canCloseOrder || order.statusId > 2) return;
  order.statusId = 3;
  order.closedAt = clock;
  order.closedBy = technician;
  order.repairCode = visit.repairCode;
  record(visit, clock, 'order.fulfilled', by, technician, { to: { repairCode: visit.repairCode } });
}

/** Rescheduling closes this visit and creates the next one, linked to it. */
export function reschedule(
  world: World,
  visit: Visit,
  at: number,
  input: {
    reason: Reason;
    by: User;
    note: string;
    offset: number;
    slot: Slot;
    keepTechnician: boolean;
    link: boolean;
  },
): Visit {
  const technician = visit.technician;
  const data: EventData = { note: input.note };
  const requestedStep = {
    type: 'RESCHEDULE',
    reasonId: input.reason.value,
    nextId: 0,
    comments: input.note,
  } as const;
  step(visit, at, requestedStep, input.by, { data });
  const next = createVisit(world, {
    order: visit.order,
    offset: input.offset,
    slot: input.slot,
    at: visit.clock,
    creator: input.by,
    technician: input.keepTechnician ? technician : null,
    previous: visit,
    link: input.link,
  });
  visit.next = next;
  data.to = { ...data.to, day: next.day, slotId: next.slot.id, reason: input.reason.text };
  return next;
}

/** An order arrives from the provider's own system. */
export function receiveOrder(order: Order) {
  order.operation.events.push({
    at: order.createdAt,
    name: 'order.received',
    visit: null,
    order,
    technicianId: null,
    actor: null,
    data: { to: { statusId: 1 } },
  });
}

/** The provider's own system closed the order: 3 fulfilled, 4 cancelled. */
export function changeOrder(order: Order, at: number, statusId: 3 | 4) {
  const from = { statusId: order.statusId };
  order.statusId = statusId;
  order.closedAt = at;
  order.operation.events.push({
    at,
    name: 'order.changed',
    visit: null,
    order,
    technicianId: null,
    actor: null,
    data: { from, to: { statusId } },
  });
}

/**
 * A step as in the commands: the machine decides, the visit changes, and the event has the technicians and
 * statuses before and after, unless `data` does. `technician`: the new one.
 */
function step(
  visit: Visit,
  at: number,
  requestedStep: VisitStep,
  by: User | null,
  {
    data,
    technician,
  }: { data?: EventData | ((next: VisitFacts) => EventData); technician?: Technician | null } = {},
) {
  const when = tick(visit, at);
  const before = visit.technician;
  const facts = {
    technicianId: before?.id ?? null,
    statusId: visit.statusId,
    reasonId: visit.reasonId,
    onTheWay: visit.onTheWay,
    arrived: visit.arrived,
    runningLate: visit.runningLate,
    delayed: visit.delayed,
    delayedWhileOnTheWay: visit.delayedWhileOnTheWay,
    finished: visit.finished,
    cancelled: visit.cancelled,
    rescheduled: visit.rescheduled,
    detached: visit.detached,
  };
  const decision = decideVisit(facts, requestedStep, {
    at: new Date(when),
    by: by?.fullName ?? 'Agenda técnica',
  });
  if (!decision.ok)
    throw new Error(`the demo asks for what is refused: ${requestedStep.type}, ${decision.refusal}`);
  const { change, event } = decision;
  for (const [column, value] of Object.entries(change)) {
    if (column === 'technicianId') visit.technician = value === null ? null : technician!;
    else if (column in visit)
      Object.assign(visit, { [column]: value instanceof Date ? value.getTime() : value });
  }
  visit.version++;
  const recorded = typeof data === 'function' ? data(decision.visit) : (data ?? {});
  recorded.from ??= { technicianId: before?.id ?? null, statusId: facts.statusId };
  recorded.to ??= { technicianId: visit.technician?.id ?? null, statusId: visit.statusId };
  record(visit, when, event, by, visit.technician ?? before, recorded);
}

const allowedIn = new Map(operationPlans.map(({ code, onTheWayAllowed }) => [code, onTheWayAllowed]));

/** Whether a technician uses 'Voy en camino', by the first operation (S1 §2). */
const departs = (technician: Technician | null): boolean =>
  technician !== null && allowedIn.get(technician.user.operations[0]!) === true;

function tick(visit: Visit, at: number): number {
  visit.clock = at > visit.clock ? at : visit.clock + 1000;
  return visit.clock;
}

function record(
  visit: Visit,
  at: number,
  name: EventName,
  actor: User | null,
  technician: Technician | null,
  data: EventData,
) {
  const technicianId = technician?.id ?? null;
  visit.operation.events.push({ at, name, visit, order: visit.order, technicianId, actor, data });
}

/** The instants at which a visit's slot begins and ends. */
export const slotStart = (world: World, offset: number, slot: Slot) =>
  world.startOf(offset) + slot.from * 60 * minute;
export const slotEnd = (world: World, offset: number, slot: Slot) =>
  world.startOf(offset) + slot.to * 60 * minute;

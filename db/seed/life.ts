import type { EventData, EventName } from '../../machines/events.ts';
import { statusIds } from '../../machines/visit.ts';
import type { Reason } from './catalogue.ts';
import {
  minute,
  type Order,
  type Slot,
  type Technician,
  type User,
  type Visit,
  type World,
} from './world.ts';

/**
 * What the commands leave behind, one function a command: the same columns and
 * the same event as `db/commands` write, at an instant of the past. Whether a
 * step is possible is the caller's to know; the test asks the machine again.
 */
export type NewVisit = {
  order: Order;
  offset: number;
  slot: Slot;
  at: number;
  creator: User;
  technician?: Technician | null;
  note?: string | null;
  lateSchedule?: boolean;
  previous?: Visit | null;
  /** Whether the customer was told. */
  link?: boolean;
};

/** createVisit */
export function createVisit(world: World, input: NewVisit): Visit {
  const { order, slot, at, creator } = input;
  const technician = input.technician ?? null;
  const previous = input.previous ?? null;
  const visit: Visit = {
    id: 0,
    operation: order.operation,
    day: world.day(input.offset),
    slot,
    zone: order.client.node.zone,
    order,
    technician,
    assignedAt: technician ? at : null,
    statusId: statusIds.pending,
    reasonId: null,
    postponedAt: null,
    onTheWay: false,
    onTheWayAt: null,
    delayed: false,
    delayedWhileOnTheWay: false,
    detached: false,
    detachedBy: null,
    detachedComments: null,
    finished: false,
    cancelled: false,
    rescheduled: false,
    closedAt: null,
    customerNotice: null,
    lateSchedule: input.lateSchedule ?? false,
    previous,
    next: null,
    rescheduleComments: null,
    derivationType: null,
    repairCode: null,
    extraComments: null,
    materialComments: null,
    laborComments: null,
    signed: false,
    creator,
    createdAt: at,
    version: 1,
    items: [],
    notes: input.note ? [{ author: creator.fullName, at, text: input.note }] : [],
    told: [],
    clock: at,
  };
  world.visits.push(visit);
  if (input.link)
    visit.told.push({ template: previous ? 'visit-rescheduled' : 'visit-created', at, version: 1 });
  order.operation.events.push({
    at,
    name: 'visit.created',
    visit,
    order,
    technicianId: technician?.id ?? null,
    actor: creator,
    data: { to: { day: visit.day, slotId: slot.id, technicianId: technician?.id ?? null } },
  });
  return visit;
}

/** takeVisit: by the technician. */
export function take(visit: Visit, at: number, technician: Technician) {
  step(visit, at, 'visit.taken', technician.user, {}, () => setTechnician(visit, technician));
}

/** A dispatcher gives the visit to a technician, or to none. */
export function assign(visit: Visit, at: number, by: User, technician: Technician | null) {
  const name = technician ? 'visit.assigned' : 'visit.unassigned';
  step(visit, at, name, by, {}, () => setTechnician(visit, technician));
}

/** releaseVisit: by its technician, with the reason. */
export function release(visit: Visit, at: number, note: string) {
  const by = visit.technician!.user;
  step(visit, at, 'visit.released', by, { note }, () => {
    setTechnician(visit, null, visit.detached);
    visit.detachedBy = by.fullName;
    visit.detachedComments = note;
  });
}

/** passDeadlines: nobody went on the way in time. */
export function autoRelease(visit: Visit, at: number) {
  step(visit, at, 'visit.auto_released', null, {}, () => setTechnician(visit, null, true));
}

/** passDeadlines: the slot's end passed. */
export function delay(visit: Visit, at: number) {
  step(visit, at, 'visit.delayed', null, {}, () => {
    visit.statusId = statusIds.delayed;
    visit.delayedWhileOnTheWay = visit.onTheWay;
    visit.delayed = true;
    visit.onTheWay = false;
  });
}

/** setOnTheWay; the customer is told unless `silently`. */
export function goOnTheWay(visit: Visit, at: number, silently = false) {
  if (!silently) visit.told.push({ template: 'on-the-way', at, version: visit.version });
  step(visit, at, 'visit.on_the_way', visit.technician!.user, {}, () => {
    visit.onTheWay = true;
    visit.onTheWayAt = visit.clock;
  });
}

/** setOnTheWay, taken back. */
export function turnBack(visit: Visit, at: number) {
  step(visit, at, 'visit.off_the_way', visit.technician!.user, {}, () => {
    visit.onTheWay = false;
  });
}

/** A note added to an open visit. */
export function addNote(visit: Visit, at: number, by: User, text: string) {
  step(visit, at, 'visit.noted', by, { note: text }, () => {
    visit.notes.push({ author: by.fullName, at: visit.clock, text });
  });
}

/** The slot of an open visit changed. */
export function changeSlot(visit: Visit, at: number, by: User, slot: Slot) {
  step(visit, at, 'visit.edited', by, { slotId: { from: visit.slot.id, to: slot.id } }, () => {
    visit.slot = slot;
  });
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

/** finishVisit: it cancels, finalizes, or leaves the visit pending, as the reason says. */
export function close(visit: Visit, at: number, closure: Closure) {
  const { reason, by } = closure;
  const when = tick(visit, at);
  const from = { statusId: visit.statusId, onTheWay: visit.onTheWay, delayed: visit.delayed };
  const closes = reason.cancels || reason.finalizes;
  visit.version++;
  visit.statusId = closes ? reason.value : statusIds.postponed;
  visit.reasonId = reason.value;
  visit.onTheWay = false;
  visit.delayed = false;
  visit.finished = reason.finalizes;
  visit.cancelled = reason.cancels;
  visit.closedAt = closes ? when : null;
  if (!closes) visit.postponedAt = when;
  visit.derivationType = reason.derives ? (reason.derivationType ?? 2) : null;
  visit.repairCode = closure.repairCode ?? null;
  visit.extraComments = closure.note ?? null;
  visit.materialComments = closure.materialComments ?? null;
  visit.laborComments = closure.laborComments ?? null;
  visit.signed = reason.finalizes && (closure.signed ?? false);
  visit.items.push(...(closure.items ?? []));
  const name = reason.cancels ? 'visit.cancelled' : reason.finalizes ? 'visit.finished' : 'visit.postponed';
  record(visit, when, name, by, visit.technician, {
    from,
    to: { statusId: visit.statusId, reason: reason.text, derivationType: visit.derivationType },
    ...(closure.note ? { note: closure.note } : {}),
  });
  const { order } = visit;
  if (!reason.finalizesOrder || !order.operation.plan.canCloseOrder || order.statusId > 2) return;
  order.statusId = 3;
  order.closedAt = when;
  order.closedBy = visit.technician;
  order.repairCode = visit.repairCode;
  record(visit, when, 'order.fulfilled', by, visit.technician, { to: { repairCode: visit.repairCode } });
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
  step(visit, at, 'visit.rescheduled', input.by, data, () => {
    visit.statusId = input.reason.value;
    visit.reasonId = input.reason.value;
    visit.rescheduled = true;
    visit.closedAt = visit.clock;
    visit.rescheduleComments = input.note;
  });
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
  // The next visit's id is known only when all visits are counted: the writer puts it here.
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

/** Give or take away the technician; giving one ends what an automatic release left. */
function setTechnician(visit: Visit, technician: Technician | null, detached = false) {
  visit.technician = technician;
  visit.assignedAt = technician ? visit.clock : null;
  visit.detached = detached;
}

/** One step of `change-visit.ts`: the event says who had it and who has it, from which status to which. */
function step(
  visit: Visit,
  at: number,
  name: EventName,
  by: User | null,
  data: EventData,
  change: () => void,
) {
  const when = tick(visit, at);
  const before = visit.technician;
  const from = { technicianId: before?.id ?? null, statusId: visit.statusId };
  change();
  visit.version++;
  data.from = from;
  data.to = { technicianId: visit.technician?.id ?? null, statusId: visit.statusId };
  record(visit, when, name, by, visit.technician ?? before, data);
}

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

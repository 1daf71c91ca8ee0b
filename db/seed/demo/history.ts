import { lateAssignmentSeconds } from '../../../machines/calendar/slots.ts';
import { labors, materials, type Reason, reasons } from './catalogue.ts';
import {
  addNote,
  assign,
  autoRelease,
  changeOrder,
  changeSlot,
  close,
  createVisit,
  delay,
  goOnTheWay,
  release,
  reschedule,
  slotEnd,
  slotStart,
  take,
  turnBack,
} from './life.ts';
import { newOrder } from './orders.ts';
import { officeHours } from './people.ts';
import {
  cancelNotes,
  finishNotes,
  halfDoneNotes,
  postponeNotes,
  releaseNotes,
  rescheduleNotes,
  technicianNotes,
} from './words.ts';
import {
  between,
  hour,
  minute,
  type Operation,
  type Order,
  reasonOf,
  type Technician,
  type Visit,
  type World,
} from './world.ts';

/** Thirteen months. */
export const historyDays = 397;

/** A visit put on a day by earlier events: created by a rescheduling, or still to be created for its order. */
type Due = { order: Order; visit: Visit | null; createdAt: number };
export type Agenda = Map<Operation, Map<number, Due[]>>;

export const newAgenda = (world: World): Agenda =>
  new Map(world.operations.map((operation) => [operation, new Map()]));

export function dueOn(agenda: Agenda, operation: Operation, offset: number): Due[] {
  return agenda.get(operation)!.get(offset) ?? [];
}

function putOff(agenda: Agenda, offset: number, due: Due) {
  const days = agenda.get(due.order.operation)!;
  const list = days.get(offset);
  if (list) list.push(due);
  else days.set(offset, [due]);
}

/** The number of visits of a day: Saturdays about half, Sundays a quarter. */
export function countOf(world: World, operation: Operation, offset: number): number {
  const [from, to] = operation.plan.daily;
  const weekday = new Date(`${world.day(offset)}T12:00:00Z`).getUTCDay();
  const share = weekday === 0 ? 0.22 : weekday === 6 ? 0.5 : 1;
  return Math.round(world.random.int(from, to) * share);
}

/**
 * Simulates day by day, every visit from its creation to its end; all operations together, because some
 * technicians work in two.
 */
export function simulateHistory(world: World, agenda: Agenda, days = historyDays) {
  const operations = world.operations.filter(({ slots }) => slots.length > 0);
  for (let offset = -days; offset < 0; offset++) {
    const visits = operations.flatMap((operation) => visitsOf(world, agenda, operation, offset));
    visits.sort((a, b) => a.visit.slot.from - b.visit.slot.from);
    for (const { visit, loose } of visits)
      if (loose) leaveUnclosed(world, visit, offset);
      else liveVisit(world, agenda, visit, offset);
  }
}

/** The day's visits as created, and which of them stay open. */
function visitsOf(world: World, agenda: Agenda, operation: Operation, offset: number) {
  const { random } = world;
  const visits = dueOn(agenda, operation, offset).map((due) => due.visit ?? createFor(world, due, offset));
  const missing = countOf(world, operation, offset) - visits.length;
  for (let index = 0; index < missing; index++) visits.push(createNew(world, operation, offset));
  const loose = offset >= -2 ? 2 : offset >= -14 ? (random.chance(0.5) ? 1 : 0) : random.chance(0.02) ? 1 : 0;
  const left = new Set(random.shuffled(visits).slice(0, loose));
  return visits.map((visit) => ({ visit, loose: left.has(visit) }));
}

const leadDays = [
  [0, 24],
  [1, 36],
  [2, 18],
  [3, 10],
  [4, 6],
  [5, 3],
  [6, 3],
] as const;

/** A new order, and its first visit on that day. */
export function createNew(
  world: World,
  operation: Operation,
  offset: number,
  slot = world.random.pick(operation.slots),
): Visit {
  const { random } = world;
  const end = slotEnd(world, offset, slot);
  const late = random.chance(0.03) && end < world.startOf(offset) + 21 * hour;
  const lead = random.weighted(leadDays);
  let at: number;
  if (late) at = end + random.int(4, 100) * minute;
  else if (lead === 0)
    at = between(
      random,
      world.startOf(offset) + officeHours.from - hour,
      Math.min(end - 40 * minute, world.startOf(offset) + officeHours.to + hour),
    );
  else
    at = between(
      random,
      world.startOf(offset - lead) + officeHours.from,
      world.startOf(offset - lead) + officeHours.to,
    );
  if (at > world.now) at = world.now - random.int(20, 400) * minute;
  const order = newOrder(world, operation, at - Math.round(random.next() ** 2 * 60 * hour) - 3 * minute);
  return create(world, order, offset, slot, at);
}

/** A further visit for an order that an earlier one did not end. */
export function createFor(
  world: World,
  due: Due,
  offset: number,
  slot = world.random.pick(due.order.operation.slots),
): Visit {
  return create(world, due.order, offset, slot, due.createdAt);
}

function create(world: World, order: Order, offset: number, slot: Visit['slot'], at: number): Visit {
  const { random } = world;
  const { operation } = order;
  const lateSchedule = slotEnd(world, offset, slot) <= at;
  const technician = !lateSchedule && random.chance(0.42) ? chooseTechnician(world, operation, offset) : null;
  const moves = !lateSchedule && operation.slots.length > 1 && random.chance(0.015);
  const firstSlot = moves
    ? operation.slots.find((later) => later.from > slot.from && later !== slot)
    : undefined;
  const creator = random.pick(operation.creators);
  const visit = createVisit(world, {
    order,
    offset,
    slot: firstSlot ?? slot,
    at,
    creator,
    technician,
    note: random.chance(0.3) ? random.pick(technicianNotes) : null,
    lateSchedule: lateSchedule && !firstSlot,
    link: random.chance(0.85),
  });
  if (firstSlot && at + 4 * minute < world.now) changeSlot(visit, at + 2 * minute, creator, slot);
  else if (random.chance(0.05) && at + 4 * minute < world.now)
    addNote(visit, at + 2 * minute, creator, random.pick(technicianNotes));
  return visit;
}

/** Of five technicians the one who is free first. */
export function chooseTechnician(
  world: World,
  operation: Operation,
  offset: number,
  not?: Technician | null,
): Technician {
  const { random } = world;
  let best: Technician | null = null;
  for (let attempt = 0; attempt < 5; attempt++) {
    const candidate = random.pick(operation.technicians);
    if (candidate === not) continue;
    if (!best || freeAt(candidate, offset) < freeAt(best, offset)) best = candidate;
  }
  return best ?? operation.technicians.find((candidate) => candidate !== not)!;
}

export const freeAt = (technician: Technician, offset: number) =>
  technician.busyDay === offset ? technician.freeAt : 0;

export function keepBusy(technician: Technician, offset: number, until: number) {
  technician.freeAt = Math.max(freeAt(technician, offset), until);
  technician.busyDay = offset;
}

/** A past visit from its creation to its end. */
function liveVisit(world: World, agenda: Agenda, visit: Visit, offset: number) {
  const { random } = world;
  const start = slotStart(world, offset, visit.slot);
  const fate = random.next();
  if (fate < 0.15 && visit.clock < start - 30 * minute) {
    const at = between(random, Math.max(visit.clock + 10 * minute, start - 30 * hour), start - 5 * minute);
    if (fate < 0.105) return moveOn(world, agenda, visit, offset, at);
    return endByOffice(world, agenda, visit, offset, at);
  }
  secureTechnician(world, visit, offset);
  work(world, agenda, visit, offset);
}

const rescheduling = reasons.filter((reason) => reason.reschedules);
const calledOff = reasons.filter((reason) => reason.cancels && !reason.reschedules);
const rescheduleWeights = rescheduling.map(
  (reason) => [reason, reason.responsible === 'cliente' ? 5 : 2] as const,
);

/** A dispatcher moves the visit to another day. */
export function moveOn(world: World, agenda: Agenda, visit: Visit, offset: number, at: number): Visit {
  const { random } = world;
  const { operation } = visit;
  const days = afterDays(
    world,
    offset,
    random.weighted([
      [1, 5],
      [2, 3],
      [3, 2],
      [5, 1],
    ] as const),
  );
  const next = reschedule(world, visit, at, {
    reason: random.weighted(rescheduleWeights),
    by: random.pick(operation.dispatchers),
    note: random.pick(rescheduleNotes),
    offset: days,
    slot: random.pick(operation.slots),
    keepTechnician: random.chance(0.35),
    link: random.chance(0.8),
  });
  putOff(agenda, days, { order: visit.order, visit: next, createdAt: next.createdAt });
  return next;
}

/** So many days later, and not on a Sunday. */
function afterDays(world: World, offset: number, days: number): number {
  const target = offset + days;
  return new Date(`${world.day(target)}T12:00:00Z`).getUTCDay() === 0 ? target + 1 : target;
}

/** The office cancels the visit, or closes a problem that solved itself. */
export function endByOffice(world: World, agenda: Agenda, visit: Visit, offset: number, at: number) {
  const { random } = world;
  const by = random.pick(visit.operation.dispatchers);
  if (random.chance(0.15)) {
    const note = 'El cliente avisa que ya le funciona. Se verifica en forma remota.';
    return close(visit, at, { reason: reasonOf(11), by, note, repairCode: 'R09' });
  }
  const reason = random.pick(calledOff);
  close(visit, at, { reason, by, note: random.pick(cancelNotes[reason.responsible!]) });
  continueOrder(world, agenda, visit, offset);
}

/** The visit gets a technician; releases and handovers come before that. */
function secureTechnician(world: World, visit: Visit, offset: number) {
  const { random } = world;
  const { operation } = visit;
  const start = slotStart(world, offset, visit.slot);
  const morning = world.startOf(offset) + 7.5 * hour;
  const early = visit.clock < start - 2 * hour;
  if (early && visit.technician && random.chance(0.06)) {
    const at = between(random, visit.clock + 5 * minute, start - hour);
    const by = random.pick(operation.dispatchers);
    if (random.chance(0.75))
      assign(visit, at, by, chooseTechnician(world, operation, offset, visit.technician));
    else assign(visit, at, by, null);
  }
  if (early && visit.technician && random.chance(0.045))
    release(visit, between(random, visit.clock + 5 * minute, start - 20 * minute), random.pick(releaseNotes));
  if (visit.technician) return;
  const technician = chooseTechnician(world, operation, offset);
  if (visit.clock < morning && random.chance(0.6)) {
    const at = between(random, visit.clock + 3 * minute, Math.min(start - 20 * minute, morning + hour));
    return assign(visit, at, random.pick(operation.dispatchers), technician);
  }
  const from = Math.max(visit.clock + 2 * minute, morning);
  take(
    visit,
    between(random, from, Math.max(from + minute, Math.min(start + 25 * minute, from + 4 * hour))),
    technician,
  );
}

/** A technician's work on the visit's day: leave, arrive, close, late or in time. */
function work(world: World, agenda: Agenda, visit: Visit, offset: number) {
  const { random } = world;
  const { operation } = visit;
  const { plan } = operation;
  const start = slotStart(world, offset, visit.slot);
  const end = slotEnd(world, offset, visit.slot);
  const lastMoment = lastMomentOf(world, offset);
  const releaseAt = plan.autoReleaseMinutes === null ? null : start + plan.autoReleaseMinutes * minute;

  const intended = start + random.int(-20, releaseAt === null ? 45 : 25) * minute;
  const leaveTime = () =>
    Math.max(visit.clock + 3 * minute, freeAt(visit.technician!, offset) + 2 * minute, intended);
  if (releaseAt !== null && visit.clock < releaseAt && leaveTime() >= releaseAt) {
    const before = visit.technician;
    autoRelease(visit, releaseAt + random.int(1, 30) * 1000);
    take(visit, releaseAt + random.int(2, 25) * minute, chooseTechnician(world, operation, offset, before));
  }
  const technician = visit.technician!;
  const leaves = leaveTime();

  if (!plan.onTheWayAllowed || (releaseAt === null && random.chance(0.13))) {
    const at = Math.min(Math.max(visit.clock + 5 * minute, leaves + random.int(20, 70) * minute), lastMoment);
    return finish(world, agenda, visit, offset, at, end, plan.onTheWayAllowed);
  }
  if (leaves >= end || leaves > lastMoment - 1.5 * hour) {
    const at = Math.min(Math.max(end + random.int(5, 120) * minute, leaves + 20 * minute), lastMoment);
    keepBusy(technician, offset, at);
    return finish(world, agenda, visit, offset, at, end, true);
  }
  goOnTheWay(visit, leaves, random.chance(0.06));
  let arrives = visit.clock + random.int(6, 25) * minute;
  if (releaseAt === null && random.chance(0.012) && arrives + 4 * minute < end) {
    turnBack(visit, visit.clock + random.int(2, 6) * minute);
    goOnTheWay(visit, visit.clock + random.int(1, 5) * minute);
    arrives = visit.clock + random.int(6, 20) * minute;
  }
  const closes = Math.min(arrives + random.int(12, 50) * minute, lastMoment);
  keepBusy(technician, offset, closes);
  finish(world, agenda, visit, offset, closes, end, false);
}

/** The last moment at which a visit of that day is worked on. */
const lastMomentOf = (world: World, offset: number) => world.startOf(offset) + 23 * hour + 50 * minute;

/** Closes the visit, after its slot's end if necessary. `byOffice`: the technician may not close it. */
function finish(
  world: World,
  agenda: Agenda,
  visit: Visit,
  offset: number,
  at: number,
  end: number,
  byOffice: boolean,
) {
  const { random } = world;
  const assignedInTime = visit.assignedAt! < end;
  if (
    assignedInTime &&
    at < end - 30 * minute &&
    visit.operation.plan.autoReleaseMinutes === null &&
    random.chance(0.03)
  ) {
    const by = byOffice ? random.pick(visit.operation.dispatchers) : visit.technician!.user;
    close(visit, at, { reason: reasonOf(random.pick([50, 51])), by, note: random.pick(postponeNotes) });
    at = Math.min(end + random.int(5, 70) * minute, lastMomentOf(world, offset));
  }
  if (assignedInTime && at >= end) delay(visit, end + random.int(1, 40) * 1000);
  const due = visit.assignedAt! + lateAssignmentSeconds * 1000;
  if (!assignedInTime && at >= due) delay(visit, due + random.int(1, 10) * 1000);
  const closer =
    byOffice && !visit.delayed ? random.pick(visit.operation.dispatchers) : visit.technician!.user;
  closeWell(world, visit, at, closer);
  continueOrder(world, agenda, visit, offset);
}

const ends = [
  [6, 800],
  [7, 42],
  [8, 22],
  [9, 24],
  [10, 22],
  [20, 38],
  [21, 8],
  [22, 12],
  [23, 10],
  [30, 14],
  [31, 8],
  [40, 12],
  [41, 6],
] as const;

/** With a reason, and the evidence that it requires. */
export function closeWell(world: World, visit: Visit, at: number, by: Visit['creator'], value?: number) {
  const { random } = world;
  const { order, operation } = visit;
  const reason: Reason = reasonOf(value ?? random.weighted(ends));
  if (reason.cancels)
    return close(visit, at, { reason, by, note: random.pick(cancelNotes[reason.responsible!]) });
  if (!reason.finalizesOrder) return close(visit, at, { reason, by, note: random.pick(halfDoneNotes) });
  const enters = operation.plan.allowEnterMaterialsAndLabors && !order.hasItems && random.chance(0.18);
  if (enters) order.hasItems = true;
  close(visit, at, {
    reason,
    by,
    note: random.chance(0.55) ? random.pick(finishNotes) : null,
    repairCode: repairOf(world, order),
    signed: random.chance(0.02),
    items: enters ? itemsUsed(world) : [],
    materialComments: enters && random.chance(0.1) ? 'Material retirado del móvil.' : null,
    laborComments: enters && random.chance(0.1) ? 'Trabajo en altura con ayudante.' : null,
  });
}

function repairOf(world: World, order: Order): string {
  if (order.type === 1 || order.type === 5) return 'R10';
  if (order.type === 4) return world.random.chance(0.85) ? 'R11' : 'R12';
  return `R0${world.random.int(1, 9)}`;
}

function itemsUsed(world: World): Visit['items'] {
  const { random } = world;
  const used = random.shuffled(materials).slice(0, random.int(1, 3));
  const done = random.pick(labors);
  return [
    ...used.map(([code, name]) => ({
      kind: 'material' as const,
      code,
      name,
      amount: name.includes('metros') ? random.int(5, 80) : random.int(1, 4),
    })),
    { kind: 'labor' as const, code: done[0], name: done[1], amount: 1 },
  ];
}

/** The next step of an order that its visit did not end: another visit, or an end in the provider's own system. */
function continueOrder(world: World, agenda: Agenda, visit: Visit, offset: number) {
  const { random } = world;
  const { order } = visit;
  if (order.statusId > 2 || visit.closedAt === null) return;
  const again = visit.finished ? 0.72 : 0.55;
  if (random.chance(again)) {
    const target = afterDays(world, offset, random.int(1, 4));
    const at = between(
      random,
      visit.closedAt + 10 * minute,
      Math.min(world.startOf(target) + 7 * hour, visit.closedAt + 20 * hour),
    );
    if (at < world.now) putOff(agenda, target, { order, visit: null, createdAt: at });
    return;
  }
  const at = visit.closedAt + random.int(2, 200) * hour;
  if (at < world.now) changeOrder(order, at, visit.finished ? 3 : 4);
}

/** A past visit left open: delayed, unassigned, or left pending after its slot. */
export function leaveUnclosed(world: World, visit: Visit, offset: number, technician?: Technician) {
  const { random } = world;
  const { operation } = visit;
  const end = slotEnd(world, offset, visit.slot);
  const kind = technician ? 0 : random.next();
  if (visit.clock > end - hour || kind > 0.85) {
    if (visit.technician) assign(visit, visit.clock + minute, random.pick(operation.dispatchers), null);
    return;
  }
  const hand = technician ?? someoneElse(world, operation, offset);
  if (visit.technician !== hand)
    assign(visit, visit.clock + 2 * minute, random.pick(operation.dispatchers), hand);
  const start = slotStart(world, offset, visit.slot);
  const leaves = Math.max(start + 10 * minute, freeAt(hand, offset) + minute, visit.clock + minute);
  const { autoReleaseMinutes } = operation.plan;
  const latest = autoReleaseMinutes === null ? end : start + autoReleaseMinutes * minute;
  if (operation.plan.onTheWayAllowed && leaves < latest && random.chance(0.5)) {
    goOnTheWay(visit, leaves);
    keepBusy(hand, offset, end + hour);
  } else if (autoReleaseMinutes !== null && visit.clock < latest) {
    autoRelease(visit, latest + 4000);
    return;
  }
  delay(visit, end + random.int(1, 30) * 1000);
  const postponed = end + random.int(20, 90) * minute;
  if (kind > 0.7 && postponed < world.now)
    close(visit, postponed, {
      reason: reasonOf(50),
      by: hand.user,
      note: random.pick(postponeNotes),
    });
}

/** The days of `tecnico` and `tecnico2` are defined by hand. */
export function someoneElse(world: World, operation: Operation, offset: number): Technician {
  for (;;) {
    const technician = chooseTechnician(world, operation, offset);
    if (!technician.user.username.startsWith('tecnico')) return technician;
  }
}

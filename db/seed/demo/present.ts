import { dealer, isSomeoneElse, setFree, settle } from './fates.ts';
import {
  type Agenda,
  chooseTechnician,
  countOf,
  createFor,
  createNew,
  dueOn,
  leaveUnclosed,
  moveOn,
} from './history.ts';
import { addNote, assign, close, createVisit, delay, runLate, slotEnd, slotStart } from './life.ts';
import { newOrder } from './orders.ts';
import { cancelNotes, postponeNotes, technicianNotes } from './words.ts';
import {
  between,
  hour,
  minute,
  type Operation,
  reasonOf,
  type Slot,
  type Technician,
  type Visit,
  type World,
} from './world.ts';

/**
 * Today at the moment of loading, and the visits of this week and the next. Nothing happens after now,
 * whatever the hour of the load.
 */
export function simulateToday(world: World, agenda: Agenda) {
  const [big] = world.operations as [Operation];
  const everybody = big.technicians;
  world.absent = everybody.findLast((technician) => isSomeoneElse(technician) && isFirst(technician, big))!;
  big.technicians = everybody.filter((technician) => technician !== world.absent);
  for (const operation of world.operations) {
    if (operation.slots.length === 0) continue;
    liveToday(world, agenda, operation);
  }
  giveOwnDays(world);
  big.technicians = everybody;
  sayLate(world, big);
  for (let offset = 1; offset <= lastOffset(world); offset++)
    for (const operation of world.operations)
      if (operation.slots.length > 0) fillAhead(world, agenda, operation, offset);
}

/** Steps of one visit are at least a second apart, so today's last ones may pass the present: cut to now. */
export function endAtNow({ now, visits, operations }: World) {
  for (const { events } of operations) for (const event of events) if (event.at > now) event.at = now;
  const upToNow = (at: number | null) => (at !== null && at > now ? now : at);
  for (const visit of visits) {
    if (visit.clock <= now) continue;
    visit.createdAt = Math.min(visit.createdAt, now);
    visit.assignedAt = upToNow(visit.assignedAt);
    visit.onTheWayAt = upToNow(visit.onTheWayAt);
    visit.arrivedAt = upToNow(visit.arrivedAt);
    visit.postponedAt = upToNow(visit.postponedAt);
    visit.closedAt = upToNow(visit.closedAt);
    for (const note of visit.notes) note.at = Math.min(note.at, now);
    for (const notice of visit.notices) notice.at = Math.min(notice.at, now);
    const { order } = visit;
    order.closedAt = upToNow(order.closedAt);
  }
}

/** 'Voy atrasado': of one of them who has most still to come today, of all of it. */
function sayLate(world: World, operation: Operation) {
  const at = world.now - 6 * minute;
  const toCome = (technician: Technician) =>
    world.visits.filter(
      (visit) =>
        visit.technician === technician &&
        visit.day === world.day(0) &&
        visit.closedAt === null &&
        visit.postponedAt === null &&
        !visit.arrived &&
        !visit.delayed &&
        visit.clock < at,
    );
  const days = operation.technicians.filter(isSomeoneElse).map(toCome);
  const [most = []] = days.toSorted((a, b) => b.length - a.length);
  for (const visit of most) runLate(visit, at, 30);
}

/** The Sunday of next week. */
function lastOffset(world: World): number {
  const weekday = new Date(`${world.day(0)}T12:00:00Z`).getUTCDay();
  return 14 - (weekday === 0 ? 7 : weekday);
}

function liveToday(world: World, agenda: Agenda, operation: Operation) {
  const { random, now } = world;
  const visits = dueOn(agenda, operation, 0).map((due) => due.visit ?? createFor(world, due, 0));
  // A Sunday's demo must be as busy as a Monday's.
  const missing = random.int(...operation.plan.daily) - visits.length;
  for (let index = 0; index < missing; index++)
    visits.push(createNew(world, operation, 0, operation.slots[index % operation.slots.length]));
  const fates = {
    over: dealer(world, 'over'),
    underWay: dealer(world, 'underWay'),
    toCome: dealer(world, 'toCome'),
  };
  visits.sort((a, b) => a.slot.from - b.slot.from);
  const others = random.shuffled(
    operation.technicians.filter((technician) => isSomeoneElse(technician) && isFirst(technician, operation)),
  );
  // Technicians on the way do nothing else today, so that nothing overlaps.
  const departing = others.splice(0, Math.ceil(others.length * 0.4));
  for (const visit of visits) {
    if (visit.technician === world.absent) setFree(world, visit);
    const [start, end] = [slotStart(world, 0, visit.slot), slotEnd(world, 0, visit.slot)];
    const phase = now >= end ? 'over' : now >= start ? 'underWay' : 'toCome';
    settle(world, agenda, visit, fates[phase](), { departing, others });
  }
}

const isFirst = (technician: Technician, operation: Operation) =>
  technician.user.operations[0] === operation.plan.code;

/**
 * What contract §7 promises to `tecnico` at any hour: at least six visits of today assigned and six to take, spread
 * over the slots that are not over, so that 'Voy en camino' is possible for each; a delayed one of yesterday; and
 * nothing on the way. The largest operation has enough of them, for it works longest. In the day's last hour every
 * slot is over: then assigned visits wait for the customer's call, and still allow departure.
 */
function giveOwnDays(world: World) {
  const [big, second] = world.operations as [Operation, Operation];
  const own = (name: string) => world.technicians.find(({ user }) => user.username === name)!;
  const days: [Technician, Operation, number][] = [
    [own('tecnico'), big, 7],
    [own('tecnico'), second, 2],
    [own('tecnico2'), big, 6],
    [own('tecnico2'), second, 2],
    [own('jefe'), big, 2],
  ];
  const slotsOf = new Map([
    [big, slotsLeft(world, big) ?? big.slots.slice(-1)],
    [second, slotsLeft(world, second) ?? []],
  ]);
  const share = (technician: Technician | null, operation: Operation, count: number) => {
    const slots = slotsOf.get(operation)!;
    if (slots.length === 0) return;
    for (let index = 0; index < count; index++)
      ownVisit(world, operation, technician, slots[index % slots.length]!);
  };
  for (const [technician, operation, count] of days) share(technician, operation, count);
  share(null, big, 8);
  share(null, second, 4);
  for (const name of ['tecnico', 'tecnico2']) {
    const late = early(world, big, -1, big.slots[3]!);
    leaveUnclosed(world, late, -1, own(name));
  }
}

/** Its slots that are not over, preferably with half an hour left; null: none. */
function slotsLeft(world: World, operation: Operation): Slot[] | null {
  const left = (atLeast: number) =>
    operation.slots.filter((slot) => slotEnd(world, 0, slot) - world.now > atLeast);
  return [left(30 * minute), left(0)].find((slots) => slots.length > 0) ?? null;
}

function ownVisit(world: World, operation: Operation, technician: Technician | null, slot: Slot) {
  const visit = early(world, operation, 0, slot);
  if (!technician) return;
  const end = slotEnd(world, 0, slot);
  assign(
    visit,
    between(world.random, visit.clock + minute, Math.min(world.now, end) - minute),
    world.random.pick(operation.dispatchers),
    technician,
  );
  if (end <= world.now) return awaitCall(world, visit, end);
  if (world.random.chance(0.4) && visit.clock < world.now - 2 * minute)
    addNote(
      visit,
      visit.clock + minute,
      world.random.pick(operation.dispatchers),
      world.random.pick(technicianNotes),
    );
}

/** The slot ended while the visit was assigned; it waits for the customer since then, so it is not delayed again. */
function awaitCall(world: World, visit: Visit, end: number) {
  const { random, now } = world;
  if (now - end > minute) delay(visit, end + random.int(1, 10) * 1000);
  const at = between(random, Math.max(visit.clock + 1000, end), now);
  const by = random.pick(visit.operation.dispatchers);
  close(visit, at, { reason: reasonOf(50), by, note: postponeNotes[0] });
}

/** A visit created two days before its day. */
function early(world: World, operation: Operation, offset: number, slot: Slot): Visit {
  const at = world.startOf(offset - 2) + world.random.int(9 * 60, 18 * 60) * minute;
  return createVisit(world, {
    order: newOrder(world, operation, at - world.random.int(1, 30) * hour),
    offset,
    slot,
    at,
    creator: world.random.pick(operation.creators),
    note: world.random.chance(0.4) ? world.random.pick(technicianNotes) : null,
    link: true,
  });
}

/** A later day, the emptier the further. */
function fillAhead(world: World, agenda: Agenda, operation: Operation, offset: number) {
  const { random } = world;
  const visits = dueOn(agenda, operation, offset).map((due) => due.visit ?? createFor(world, due, offset));
  const share = offset <= 2 ? 0.8 : offset <= 6 ? 0.55 : 0.3;
  const missing = Math.round(countOf(world, operation, offset) * share) - visits.length;
  for (let index = 0; index < missing; index++) visits.push(createNew(world, operation, offset));
  for (const visit of visits) {
    const slack = world.now - visit.clock;
    if (slack < 5 * minute) continue;
    const roll = random.next();
    const at = between(random, visit.clock + minute, world.now - minute);
    if (roll < 0.15 && !visit.technician)
      assign(visit, at, random.pick(operation.dispatchers), chooseTechnician(world, operation, offset));
    else if (roll > 0.97) {
      const reason = reasonOf(random.pick([22, 32]));
      close(visit, at, {
        reason,
        by: random.pick(operation.dispatchers),
        note: random.pick(cancelNotes[reason.responsible!]),
      });
    } else if (roll > 0.94) moveOn(world, agenda, visit, offset, at);
  }
}

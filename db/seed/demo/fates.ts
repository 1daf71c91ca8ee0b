import { type Agenda, closeWell, freeAt, keepBusy, leaveUnclosed, moveOn, someoneElse } from './history.ts';
import { arrive, assign, autoRelease, close, delay, goOnTheWay, slotEnd, slotStart, take } from './life.ts';
import { cancelNotes, postponeNotes } from './words.ts';
import { between, hour, minute, reasonOf, type Technician, type Visit, type World } from './world.ts';

/** The state of a visit of today at the moment of loading. */
type Fate =
  | 'free'
  | 'assigned'
  | 'onTheWay'
  | 'delayed'
  | 'postponed'
  | 'finished'
  | 'cancelled'
  | 'rescheduled'
  | 'autoReleased';

/** The states of today's visits, by whether their slot is over, in progress, or still to come. */
const decks: Record<'over' | 'underWay' | 'toCome', readonly (readonly [Fate, number])[]> = {
  over: [
    ['finished', 25],
    ['cancelled', 4],
    ['rescheduled', 3],
    ['delayed', 6],
    ['free', 3],
    ['postponed', 2],
  ],
  underWay: [
    ['finished', 4],
    ['onTheWay', 5],
    ['assigned', 6],
    ['free', 4],
    ['cancelled', 2],
    ['rescheduled', 1],
    ['postponed', 1],
    ['autoReleased', 1],
  ],
  toCome: [
    ['assigned', 12],
    ['free', 8],
    ['cancelled', 2],
    ['rescheduled', 2],
    ['finished', 2],
    ['onTheWay', 1],
  ],
};

/** Who is there for visits of today: those who leave for one, and do nothing else, and the others. */
export type Crew = { departing: Technician[]; others: Technician[] };

/** Deals states in their exact proportions, shuffled. */
export function dealer(world: World, phase: keyof typeof decks): () => Fate {
  const deck = () =>
    world.random.shuffled(decks[phase].flatMap(([fate, count]) => Array<Fate>(count).fill(fate)));
  let left: Fate[] = [];
  return () => {
    if (left.length === 0) left = deck();
    return left.pop()!;
  };
}

/** Brings a visit of today to the state that was dealt to it, or to a free one where its time does not allow that state. */
export function settle(world: World, agenda: Agenda, visit: Visit, fate: Fate, crew: Crew) {
  const moments = momentsOf(world, visit);
  switch (fate) {
    case 'free':
      return setFree(world, visit);
    case 'rescheduled':
      return reschedule(world, agenda, visit, moments);
    case 'cancelled':
      return cancel(world, visit, moments);
    case 'autoReleased':
      return loseTechnician(world, visit, moments);
    case 'assigned':
      return giveOrTake(world, visit, moments);
    case 'onTheWay':
      return leave(world, visit, moments, crew.departing);
    case 'finished':
      return finish(world, visit, moments, crew.others);
  }
  const { end } = moments;
  if (visit.clock > end - 10 * minute || Math.abs(world.now - end) < 2 * minute) return setFree(world, visit);
  if (fate === 'postponed') return postpone(world, visit, moments);
  leaveUnclosed(world, visit, 0, world.random.pick(crew.others));
}

/** Of a visit's slot. `releaseAt`: when it loses its technician; `releasedAt`: the same, if that is past. */
type Moments = { start: number; end: number; releaseAt: number | null; releasedAt: number | null };

function momentsOf(world: World, { slot, operation }: Visit): Moments {
  const [start, end] = [slotStart(world, 0, slot), slotEnd(world, 0, slot)];
  const { autoReleaseMinutes } = operation.plan;
  const releaseAt = autoReleaseMinutes === null ? null : start + autoReleaseMinutes * minute;
  const releasedAt = releaseAt !== null && world.now >= releaseAt ? releaseAt : null;
  return { start, end, releaseAt, releasedAt };
}

function reschedule(world: World, agenda: Agenda, visit: Visit, { end, releasedAt }: Moments) {
  const latest = Math.min(world.now, end) - minute;
  if (latest <= visit.clock + minute || (releasedAt !== null && visit.technician))
    return setFree(world, visit);
  const at = between(world.random, Math.max(visit.clock + minute, latest - 3 * hour), latest);
  moveOn(world, agenda, visit, 0, at);
}

function cancel(world: World, visit: Visit, { end, releaseAt }: Moments) {
  const { random, now } = world;
  const latest = Math.min(now, visit.technician ? (releaseAt ?? end) : now) - minute;
  if (latest <= visit.clock + minute) return setFree(world, visit);
  const reason = reasonOf(random.pick([20, 21, 22, 23, 30, 31, 40]));
  const at = between(random, Math.max(visit.clock + minute, latest - 3 * hour), latest);
  const by = dispatcher(world, visit);
  close(visit, at, { reason, by, note: random.pick(cancelNotes[reason.responsible!]) });
}

function loseTechnician(world: World, visit: Visit, { start, releasedAt }: Moments) {
  if (releasedAt === null || visit.clock > start) return setFree(world, visit);
  give(world, visit, start);
  if (visit.assignedAt! < releasedAt) autoRelease(visit, releasedAt + 5000);
}

/** Assigned; after the release by one who took it. */
function giveOrTake(world: World, visit: Visit, { end, releasedAt }: Moments) {
  const { now } = world;
  if (releasedAt === null || visit.clock >= end) return give(world, visit, now);
  setFree(world, visit);
  const at = lately(world, visit, Math.min(20, (now - releasedAt) / minute));
  take(visit, at, someoneElse(world, visit.operation, 0));
}

function leave(world: World, visit: Visit, { releasedAt }: Moments, departing: Technician[]) {
  const { now } = world;
  const technician = visit.operation.plan.onTheWayAllowed ? departing.pop() : undefined;
  if (!technician || now - visit.clock < 5 * minute) return setFreeOrKeep(world, visit, releasedAt !== null);
  const since = releasedAt ?? 0;
  if (visit.technician && visit.assignedAt! < since) setFree(world, visit);
  if (visit.technician !== technician) {
    const at = lately(world, visit, Math.min(60, (now - since) / minute));
    assign(visit, at, dispatcher(world, visit), technician);
  }
  goOnTheWay(visit, lately(world, visit, 25));
  // Of those who left long enough ago some are there.
  if (now - visit.clock > 16 * minute) arrive(visit, now - 4 * minute);
}

function finish(world: World, visit: Visit, { end, releasedAt }: Moments, crew: Technician[]) {
  const { random, now } = world;
  const until = Math.min(now, end - 2 * minute);
  const leaves = until - random.int(25, 45) * minute;
  const hand = crew.find((technician) => freeAt(technician, 0) < leaves);
  const { onTheWayAllowed } = visit.operation.plan;
  if (onTheWayAllowed && hand && leaves > visit.clock + 5 * minute && releasedAt === null)
    return finishInField(world, visit, hand, leaves, until);
  if (releasedAt !== null && visit.technician) setFree(world, visit);
  const at = Math.max(visit.clock + 1000, Math.min(now - minute, end - minute));
  closeWell(world, visit, at, dispatcher(world, visit));
}

function postpone(world: World, visit: Visit, { start, end, releaseAt, releasedAt }: Moments) {
  const { random, now } = world;
  if (releaseAt !== null || now < start) return setFreeOrKeep(world, visit, releasedAt !== null);
  give(world, visit, Math.min(now, end) - 8 * minute);
  if (now >= end) delay(visit, end + 7000);
  const at = lately(world, visit, 40);
  const reason = reasonOf(random.pick([50, 51]));
  close(visit, at, { reason, by: dispatcher(world, visit), note: random.pick(postponeNotes) });
}

const dispatcher = ({ random }: World, { operation }: Visit) => random.pick(operation.dispatchers);

/** The last moment at which something may have happened, and the span before it. */
const lately = (world: World, visit: Visit, minutes: number) =>
  Math.min(
    world.now,
    between(world.random, Math.max(visit.clock + minute, world.now - minutes * minute), world.now - minute),
  );

/** Left, arrived, done: all before `until`. */
function finishInField(world: World, visit: Visit, hand: Technician, leaves: number, until: number) {
  const { random } = world;
  if (visit.technician !== hand)
    assign(
      visit,
      between(random, visit.clock + minute, leaves - minute),
      random.pick(visit.operation.dispatchers),
      hand,
    );
  goOnTheWay(visit, leaves);
  const at = until - random.int(1, 10) * minute;
  keepBusy(hand, 0, at);
  closeWell(world, visit, at, hand.user, random.pick([6, 6, 6, 6, 7, 9, 10]));
}

/** Unassigned, by now at the latest. */
export function setFree(world: World, visit: Visit) {
  if (!visit.technician) return;
  const at = Math.min(visit.clock + 40_000, world.now);
  assign(visit, at, world.random.pick(visit.operation.dispatchers), null);
}

function setFreeOrKeep(world: World, visit: Visit, released: boolean) {
  if (released || slotEnd(world, 0, visit.slot) <= world.now) setFree(world, visit);
}

/** Assigned to a technician of the operation before that instant, and by now at the latest. */
function give(world: World, visit: Visit, before: number) {
  if (visit.technician && isSomeoneElse(visit.technician)) return;
  const { operation } = visit;
  const at = between(
    world.random,
    visit.clock + minute,
    Math.max(visit.clock + 2 * minute, before - 2 * minute),
  );
  assign(
    visit,
    Math.min(at, world.now),
    world.random.pick(operation.dispatchers),
    someoneElse(world, operation, 0),
  );
}

/** `tecnico` and `tecnico2` have days of their own. */
export const isSomeoneElse = (technician: Technician) => !technician.user.username.startsWith('tecnico');

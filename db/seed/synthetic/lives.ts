import type { EventName } from '../../../machines/events.ts';
import type { Mark, VisitFacts } from '../../../machines/visit/facts.ts';
import { marksOf } from '../../../machines/visit/facts.ts';
import { decideVisit } from '../../../machines/visit/machine.ts';
import { newVisit } from '../../../machines/visit/new-visit.ts';
import type { VisitStep } from '../../../machines/visit/steps.ts';
import { reasonOf } from '../demo/world.ts';

/** A visit's life by the machine: its events after its creation, and its row at the end. */
type Life = { events: EventName[]; visit: VisitFacts; version: number };

const technicianId = 1;
const moment = { at: new Date(0), by: '' };
const depart: VisitStep = {
  type: 'SET_ON_THE_WAY',
  technicianId,
  allowed: true,
  visitId: 1,
  currentVisitId: null,
};
const close = (reason: number): VisitStep => ({
  type: 'CLOSE',
  reason: reasonOf(reason),
  technicianId,
  mayCloseAny: true,
  departs: true,
  arrival: 'off',
  evidence: {},
});

/** Takes the steps of an assigned visit; a refused one is a bug of this file. */
function live(...steps: VisitStep[]): Life {
  let visit: VisitFacts = {
    ...newVisit({ technicianId, lateSchedule: false, notifiesCustomer: false }, moment),
    ...marksOf('assigned'),
    reasonId: null,
    delayedWhileOnTheWay: false,
    arrived: false,
    runningLate: null,
    detached: false,
  };
  const events = steps.map((step) => {
    const decision = decideVisit(visit, step, moment);
    if (!decision.ok) throw new Error(`${step.type}: ${decision.refusal}`);
    visit = decision.visit;
    return decision.event;
  });
  return { events, visit, version: 1 + steps.length };
}

const lives = {
  field: live(depart, close(6)),
  office: live(close(6)),
  late: live({ type: 'PASS_SLOT_END', due: true }, close(6)),
  cancelled: live(close(20)),
  moved: live({ type: 'RESCHEDULE', reasonId: 24, nextId: 2, comments: '' }),
};
type Name = keyof typeof lives;

/** The life of each of twenty consecutive visits. */
const turns: Name[] = [
  ...Array<Name>(14).fill('field'),
  'office',
  'office',
  'late',
  'cancelled',
  'cancelled',
  'moved',
];

/**
 * How many events each of twenty visits leaves: its creation, those of its life, and its order's end unless
 * it goes on.
 */
export const eventCounts = turns.map((name) => 1 + lives[name].events.length + (name === 'moved' ? 0 : 1));

/**
 * SQL over `kind`, the visit's index modulo 20, and `moves`: one whose next visit would come too late is
 * cancelled instead.
 */
const byLife = (pick: (life: Life) => string | number | boolean): string => {
  const values = turns.map((name) => literal(pick(lives[name])));
  return `(case when kind = 19 and not moves then ${literal(pick(lives.cancelled))} else (array[${values.join(',')}])[1 + kind::int] end)`;
};
const literal = (value: string | number | boolean) =>
  typeof value === 'string' ? `'${value}'` : String(value);

export const lifeSql = {
  status: byLife(({ visit }) => visit.statusId),
  version: byLife(({ version }) => version),
  mark: (mark: Mark) => byLife(({ visit }) => visit[mark]),
  /** The event before the last one; of a life of one event that one. */
  firstEvent: byLife(({ events }) => events[0]!),
  lastEvent: byLife(({ events }) => events.at(-1)!),
};

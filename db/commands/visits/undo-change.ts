import { z } from 'zod';
import { placesLeft } from '../../../machines/calendar/capacity.ts';
import { type EventData, harmlessToUndo, undoableEvents } from '../../../machines/events.ts';
import type { StepOf } from '../../../machines/visit/steps.ts';
import { undoSeconds } from '../../../machines/visit/undo-time.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { forEachVisit, lockSeenVisits } from '../../record/lock-seen-visits.ts';
import { lockPlaces } from '../../record/places.ts';
import { takeStep } from '../../record/take-step.ts';
import { command, type Frame } from '../../record/transact.ts';
import type { VisitRow } from '../../record/visit-row.ts';
import type { Columns, events as eventTable } from '../../schema/index.ts';
import { listOf, oneOrMany, undoKey } from '../input.ts';
import { refuseFull } from './hold-places.ts';
import { refuseTechnician } from './refuse-technician.ts';
import { withdrawVisits } from './withdraw-visits.ts';

/** `key`: the Idempotency-Key of the command to undo, known to its sender only. */
export const undoInput = z.object({ visit_id: oneOrMany, key: undoKey });

type Done = Columns<typeof eventTable, 'name' | 'version'> & {
  visitId: number;
  mine: boolean;
  inTime: boolean;
  data: EventData & {
    slotId?: { from: number; to: number };
    lateSchedule?: { from: boolean };
    overbooked?: { from: boolean };
    undoable?: true;
    rank?: { from: number | null };
  };
};

/**
 * Undo one's own release, slot change or change of technician, of one visit or of all that the same command
 * changed, or one's own creation (ux.md U8, U68). Refused when any of them was changed since: then none is undone.
 */
export const undoChange = command({
  name: 'undoChange',
  input: undoInput,
  async run(frame, input) {
    const visits = await lockSeenVisits(frame, listOf(input.visit_id));
    if (isRefusal(visits)) return visits;
    const done = await listLatest(frame, input.key, visits);
    if (done.some(({ mine, name }) => mine && name === 'visit.created'))
      return withdrawVisits(frame, visits, done);
    const steps = forEachVisit(visits, (visit) =>
      undoStep(
        visit,
        done.filter((event) => event.visitId === visit.id),
      ),
    );
    if (isRefusal(steps)) return steps;
    const full = await refuseReturn(frame, visits, steps);
    if (full) return full;
    // Who takes back the own release takes the visit.
    const given = visits
      .map((visit, index) => ({
        ...visit,
        technicianId: steps[index]!.technicianId,
        slotId: steps[index]!.slotId,
      }))
      .filter(({ technicianId }) => technicianId !== frame.actor.technicianId);
    const refusal = await refuseTechnician(frame, given, { field: 'visit_id', keeps: true });
    if (refusal) return refusal;
    for (const [index, visit] of visits.entries()) {
      const step = steps[index]!;
      const { slotId } = step;
      const decision = takeStep(frame, visit, step, {
        data: slotId === visit.slotId ? {} : { slotId: { from: visit.slotId, to: slotId } },
      });
      if (isRefusal(decision)) return decision;
    }
    return { visit_id: visits.map((visit) => visit.id) };
  },
});

/** For each visit, the events of that command and all later ones. */
async function listLatest({ tx, actor, now }: Frame, key: string, visits: VisitRow[]): Promise<Done[]> {
  return [
    ...(await tx<Done[]>`
      select e.visit_id, e.name, e.version, coalesce(e.key = ${key} and e.actor_id = ${actor.userId}, false) as mine,
        e.at > ${now}::timestamptz - make_interval(secs => ${undoSeconds}) as in_time, e.data
      from events e
      join lateral (select min(x.version) as version from events x where x.visit_id = e.visit_id
        and x.key = ${key} and x.actor_id = ${actor.userId}) f on e.version >= f.version
      where e.visit_id = any(${visits.map((visit) => visit.id)}::int[]) order by e.version`),
  ];
}

/** A place that was taken in between is not given back; a visit that stood above the capacity stands there again. */
async function refuseReturn(
  { tx }: Frame,
  visits: VisitRow[],
  steps: StepOf<'UNDO'>[],
): Promise<Refusal | null> {
  const back = visits
    .map((visit, index) => ({ visit, ...steps[index]! }))
    .filter(({ visit, slotId }) => slotId !== visit.slotId);
  if (back.length === 0) return null;
  const to = back.map(({ visit, slotId }) => ({ operation: visit.operation, day: visit.day, slotId }));
  const counters = await lockPlaces(tx, [...to, ...back.map(({ visit }) => visit)]);
  const returns = new Map<string, number>();
  for (const [index, { overbooked, visit }] of back.entries()) {
    const { day, slotId, capacity, taken } = counters[index]!;
    const before = returns.get(`${day}.${slotId}`) ?? 0;
    if (!overbooked && placesLeft(capacity, taken + before) === 0)
      return { ...refuseFull(0, 1, ['timestripe']), visitId: visit.id };
    returns.set(`${day}.${slotId}`, before + 1);
  }
  return null;
}

/** The step back to what the visit was before the change, or the refusal. */
function undoStep(visit: VisitRow, events: Done[]): StepOf<'UNDO'> | Refusal {
  const mine = events.filter((event) => event.mine && undoableEvents.includes(event.name));
  if (mine.length === 0) return refuse('nothing-to-undo');
  if (events.some((event) => !event.mine && !harmlessToUndo.includes(event.name)))
    return refuse('undo-too-late');
  if (!mine[0]!.inTime) return refuse('undo-expired');
  const technicianId = (mine[0]!.data.from?.technicianId ?? null) as number | null;
  const edited = mine.find(({ name }) => name === 'visit.edited')?.data;
  const slotId = edited?.slotId?.from ?? visit.slotId;
  const lateSchedule = edited?.lateSchedule?.from ?? (visit.lateSchedule && slotId === visit.slotId);
  const overbooked = edited ? (edited.overbooked?.from ?? false) : visit.overbooked;
  const ranked = mine.find(({ data }) => data.rank);
  const rank = ranked ? ranked.data.rank!.from : visit.rank;
  return { type: 'UNDO', technicianId, slotId, lateSchedule, overbooked, rank };
}

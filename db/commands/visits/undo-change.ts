import { z } from 'zod';
import { type EventData, harmlessToUndo, undoableEvents, undoSeconds } from '../../../machines/events.ts';
import type { StepOf } from '../../../machines/visit/steps.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { forEachVisit, lockSeenVisits } from '../../record/lock-seen-visits.ts';
import { takeStep } from '../../record/take-step.ts';
import { command, type Frame } from '../../record/transact.ts';
import type { VisitRow } from '../../record/visit-row.ts';
import type { Columns, events as eventTable } from '../../schema/index.ts';
import { listOf, oneOrMany, text } from '../input.ts';
import { refuseTechnician } from './refuse-technician.ts';

const keyRequired = 'Falta la clave del cambio.';

/** `key`: the Idempotency-Key of the command to undo, known to its sender only. */
export const undoInput = z.object({
  visit_id: oneOrMany,
  key: text(200, undefined, keyRequired).refine((key) => key !== '', keyRequired),
});

type Done = Columns<typeof eventTable, 'name' | 'version'> & {
  visitId: number;
  mine: boolean;
  inTime: boolean;
  data: EventData & { slotId?: { from: number; to: number }; lateSchedule?: { from: boolean } };
};

/**
 * Undo one's own release, slot change or change of technician, of one visit or of all that the same command
 * changed (ux.md U8). Refused when any of them was changed since: then none is undone.
 */
export const undoChange = command({
  name: 'undoChange',
  input: undoInput,
  async run(frame, input) {
    const visits = await lockSeenVisits(frame, listOf(input.visit_id));
    if (isRefusal(visits)) return visits;
    const done = await listLatest(frame, input.key, visits);
    const steps = forEachVisit(visits, (visit) =>
      undoStep(
        visit,
        done.filter((event) => event.visitId === visit.id),
      ),
    );
    if (isRefusal(steps)) return steps;
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
  return { type: 'UNDO', technicianId, slotId, lateSchedule };
}

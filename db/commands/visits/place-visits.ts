import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { lockSeenVisits } from '../../record/lock-seen-visits.ts';
import { takeStep } from '../../record/take-step.ts';
import { command, type Frame } from '../../record/transact.ts';
import type { VisitRow } from '../../record/visit-row.ts';
import { listOf } from '../input.ts';
import { recordOverbooked } from './hold-places.ts';
import { placeVisitsInput } from './place-visits-input.ts';
import { type Placing, type Plan, planPlacing } from './plan-placing.ts';

/**
 * Put one visit or several of a day into a slot, to a technician or to none, and at a position there: what a
 * dispatcher moves on the day board. All or nothing; `visit/undo` takes it back.
 */
export const placeVisits = command({
  name: 'placeVisits',
  input: placeVisitsInput,
  permission: 'can_assign_visit',
  async run(frame, input) {
    const visits = await lockSeenVisits(frame, listOf(input.visit_id), input.versions);
    if (isRefusal(visits)) return visits;
    const [first] = visits;
    if (visits.some(({ operation, day }) => operation !== first!.operation || day !== first!.day))
      return refuse('not-one-day', { fields: { visit_id: refuse('not-one-day').text } });
    const placing: Placing = {
      slotId: input.timestripe_id ?? null,
      technicianId: input.tech_id,
      position: input.position ?? null,
      overbook: input.overbook,
    };
    const plan = await planPlacing(frame, visits, placing);
    if (isRefusal(plan)) return plan;
    const refusal = takePlan(frame, plan, input.overbook_reason);
    if (refusal) return refusal;
    return { visit_id: visits.map(({ id }) => id), changed: countSteps(plan, visits) };
  },
});

const countSteps = ({ steps }: Plan, visits: VisitRow[]) =>
  visits.filter((visit) => steps.get(visit)!.length > 0).length;

/** Takes the planned steps; the first that a visit's state does not allow refuses all. */
export function takePlan(frame: Frame, { steps, over }: Plan, reason: string): Refusal | null {
  for (const [visit, planned] of steps) {
    let current = visit;
    for (const { step, ...more } of planned) {
      const decision = takeStep(frame, current, step, more);
      if (isRefusal(decision)) return decision;
      current = { ...current, ...decision.change };
    }
    if (over.includes(visit)) recordOverbooked(frame, current, { reason, place: current });
  }
  return null;
}

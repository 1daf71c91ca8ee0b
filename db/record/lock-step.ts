import { operationsOf } from '../../machines/access/permissions.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import { isStillCurrent } from './is-still-current.ts';
import { momentOfStep, type StepMoment } from './moment-of-step.ts';
import type { Frame } from './transact.ts';
import { lockVisit, type VisitRow } from './visit-row.ts';

type StepInput = { visit_id: number; version?: number | null | undefined; happened_at?: Date | undefined };

/**
 * Begins a step that writes more than the visit (others: `visit-step.ts`): locks the visit within the actor's
 * operations, refuses an outdated version, and makes the step's moment the frame's.
 */
export async function lockStep(
  frame: Frame,
  input: StepInput,
): Promise<{ visit: VisitRow; moment: StepMoment } | Refusal> {
  const visit = await lockVisit(frame.tx, input.visit_id, operationsOf(frame.actor));
  if (!visit) return refuse('visit-unknown');
  if (input.version != null && !(await isStillCurrent(frame.tx, visit, input.version)))
    return refuse('stale-version', { visitId: visit.id });
  const moment = await momentOfStep(frame.tx, visit.id, input.happened_at, frame.now);
  if (isRefusal(moment)) return moment;
  frame.now = moment.now;
  frame.reportedAt = moment.reportedAt;
  return { visit, moment };
}

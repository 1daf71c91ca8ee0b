import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import type { StepName } from '../../offline/kept-step.ts';
import type { QueuedStep } from '../../offline/step-queue.ts';
import { bySlot, byTurn, type DayView } from './use-technician-day.ts';

type Group = 'assigned' | 'free';

/** A visit as it was when it was pressed, and where its card stood. */
export type Pressed = { visit: FieldVisit; group: Group };

/**
 * The technician's two groups as the steps that are not answered leave them. While a step is being sent its card
 * stays where it was pressed; one that waits without a signal stands where its visit will be.
 */
export function withSteps(
  day: Pick<DayView, 'assigned' | 'free' | 'hour'>,
  steps: readonly QueuedStep[],
  pressed: ReadonlyMap<number, Pressed>,
  technicianId: number,
): Record<Group, FieldVisit[]> {
  const effective = steps.filter(({ state }) => state !== 'refused' && state !== 'held');
  if (effective.length === 0) return { assigned: day.assigned, free: day.free };
  const of = new Map<number, QueuedStep[]>();
  for (const step of effective) of.set(step.visitId, [...(of.get(step.visitId) ?? []), step]);
  const known = new Map<number, Pressed>();
  for (const group of ['assigned', 'free'] as const)
    for (const visit of day[group]) known.set(visit.id, { visit, group });
  for (const id of of.keys()) if (!known.has(id) && pressed.has(id)) known.set(id, pressed.get(id)!);

  const groups: Record<Group, { visit: FieldVisit; asPressed: FieldVisit }[]> = { assigned: [], free: [] };
  for (const { visit, group } of known.values()) {
    const mine = of.get(visit.id) ?? [];
    const shown = mine.reduce((laid, { step }) => layOver(laid, step, technicianId), visit);
    const isSending = mine.some(({ state }) => state === 'sending' || state === 'sent');
    const held = isSending ? pressed.get(visit.id) : undefined;
    const waits = mine.length > 0 && !isSending;
    const place =
      held?.group ?? (waits ? (shown.technicianId === technicianId ? 'assigned' : 'free') : group);
    groups[place].push({ visit: shown, asPressed: held?.visit ?? (waits ? shown : visit) });
  }
  const sorted = (group: Group, order: (a: FieldVisit, b: FieldVisit) => number) =>
    groups[group].sort((a, b) => order(a.asPressed, b.asPressed)).map(({ visit }) => visit);
  return { assigned: sorted('assigned', bySlot), free: sorted('free', byTurn(day.hour)) };
}

function layOver(visit: FieldVisit, step: StepName, technicianId: number): FieldVisit {
  if (step === 'take') return { ...visit, technicianId };
  if (step === 'release') return { ...visit, technicianId: null };
  if (step === 'onTheWay') return { ...visit, onTheWay: true };
  if (step === 'arrive') return { ...visit, arrived: true, onTheWay: !visit.delayed };
  if (step === 'call' || step === 'late' || step === 'photo') return visit;
  return { ...visit, onTheWay: false, delayed: false, finished: true };
}

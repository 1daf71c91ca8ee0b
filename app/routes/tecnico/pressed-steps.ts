import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import type { Day } from '../../../machines/calendar/slots.ts';
import { isOpen, statusIds } from '../../../machines/visit/facts.ts';
import type { StepName } from '../../offline/kept-step.ts';
import type { QueuedStep } from '../../offline/step-queue.ts';
import { technicianWords } from '../../words/technician/technician-words.ts';
import { bySlot, byTurn, type DayView } from './use-technician-day.ts';

type Group = 'assigned' | 'free';

/** A visit as it was when it was pressed, and where its card stood. */
export type Pressed = { visit: FieldVisit; group: Group };

type Groups = Pick<DayView, 'assigned' | 'free'>;
type Visits = ReadonlyMap<number, Pressed>;

/** The visits that have steps which may still be done, as they were at the first of these. */
export function asPressed(day: Groups, steps: readonly QueuedStep[], before: Visits): Visits {
  const open = steps.filter(isEffective);
  if (open.length === 0 && before.size === 0) return before;
  const visits = visitsOf(day);
  const pressed = new Map<number, Pressed>();
  for (const { visitId } of open) {
    const visit = before.get(visitId) ?? visits.get(visitId);
    if (visit) pressed.set(visitId, visit);
  }
  return pressed;
}

const isEffective = ({ state }: QueuedStep) => state !== 'refused' && state !== 'held';

function visitsOf(day: Groups): Map<number, Pressed> {
  const visits = new Map<number, Pressed>();
  for (const group of ['assigned', 'free'] as const)
    for (const visit of day[group]) visits.set(visit.id, { visit, group });
  return visits;
}

/**
 * The technician's two groups as the steps that are not answered leave them. While a step is tried the first time its
 * card stays where it was pressed; one that has waited stands where its visit will be, also while it is tried again.
 */
export function withSteps(
  day: Groups & Pick<DayView, 'hour'>,
  steps: readonly QueuedStep[],
  pressed: Visits,
  technicianId: number,
): Record<Group, FieldVisit[]> {
  const effective = steps.filter(isEffective);
  if (effective.length === 0) return { assigned: day.assigned, free: day.free };
  const of = new Map<number, QueuedStep[]>();
  for (const step of effective) of.set(step.visitId, [...(of.get(step.visitId) ?? []), step]);
  const visits = visitsOf(day);
  for (const id of of.keys()) if (!visits.has(id) && pressed.has(id)) visits.set(id, pressed.get(id)!);

  const groups: Record<Group, { visit: FieldVisit; placedAs: FieldVisit }[]> = { assigned: [], free: [] };
  for (const { visit, group } of visits.values()) {
    const mine = of.get(visit.id) ?? [];
    const shown = mine.reduce((laid, { step }) => layOver(laid, step, technicianId), visit);
    const [place, placedAs] = mine.some(({ waited }) => waited)
      ? [shown.technicianId === technicianId ? ('assigned' as const) : ('free' as const), shown]
      : mine.length > 0 && pressed.has(visit.id)
        ? [pressed.get(visit.id)!.group, pressed.get(visit.id)!.visit]
        : [group, visit];
    groups[place].push({ visit: shown, placedAs });
  }
  const sorted = (group: Group, order: (a: FieldVisit, b: FieldVisit) => number) =>
    groups[group].sort((a, b) => order(a.placedAs, b.placedAs)).map(({ visit }) => visit);
  return { assigned: sorted('assigned', openFirst), free: sorted('free', byTurn(day.hour)) };
}

/** What was closed here and is not sent yet stands below what is to be done. */
const openFirst = (a: FieldVisit, b: FieldVisit): number =>
  Number(!isOpen(a)) - Number(!isOpen(b)) || bySlot(a, b);

/** How many of the technician's open visits of a day were closed on this device and are not sent yet. */
export const doneHere = (assigned: readonly FieldVisit[], steps: readonly QueuedStep[], day: Day): number => {
  const closed = new Set(
    steps.filter((step) => step.step === 'finish' && isEffective(step)).map(({ visitId }) => visitId),
  );
  return assigned.filter((visit) => visit.day === day && isOpen(visit) && closed.has(visit.id)).length;
};

function layOver(visit: FieldVisit, step: StepName, technicianId: number): FieldVisit {
  if (step === 'take') return { ...visit, technicianId };
  if (step === 'release') return { ...visit, technicianId: null };
  if (step === 'onTheWay') return { ...visit, onTheWay: true };
  if (step === 'arrive') return { ...visit, arrived: true, onTheWay: !visit.delayed };
  if (step === 'call' || step === 'late' || step === 'photo') return visit;
  // Of the reason the record knows the text; whether it cancels or finishes, it is closed.
  return {
    ...visit,
    onTheWay: false,
    delayed: false,
    finished: true,
    statusId: statusIds.concluded,
    reasonText: technicianWords.closedHere,
  };
}

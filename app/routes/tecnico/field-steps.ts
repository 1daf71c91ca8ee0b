import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import { type TechnicianSteps, technicianSteps } from '../../../machines/visit/buttons.ts';
import { refusals } from '../../../machines/words/refusals.ts';

/** A technician's five actions on a visit: each null, or why not, in words (S1 §4, §8). */
export type FieldSteps = Record<keyof TechnicianSteps, string | null>;

/** Who would act, and what of the day matters to it. */
export type FieldMoment = {
  technicianId: number;
  currentVisitId: number | null;
  departs: boolean;
  today: string;
};

/** What a technician can do with a visit now, as the machine decides it. */
export function fieldSteps(visit: FieldVisit, by: FieldMoment): FieldSteps {
  const { technicianId, currentVisitId, departs, today } = by;
  const isToday = visit.day === today;
  const steps = technicianSteps(visit, {
    technicianId,
    currentVisitId,
    departs,
    arrival: visit.arrival,
    isToday,
  });
  const entries = Object.entries(steps).map(([step, code]) => [step, code && refusals[code][1]]);
  return Object.fromEntries(entries) as FieldSteps;
}

/** The refusal of a delay where no visit is to come. */
export const nothingToCome: string = refusals['nothing-to-come'][1];

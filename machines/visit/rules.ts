import type { RefusalCode } from '../words/refusals.ts';
import { lacksArrival } from './arrival.ts';
import type { VisitFacts } from './facts.ts';
import { mostPhotos } from './photos.ts';
import type { StepOf, VisitStep } from './steps.ts';

type RuleOf = (visit: VisitFacts, step: VisitStep) => RefusalCode | null;

/** Each rule answers null when it holds, else the refusal. The machine lists them in the order of evaluation. */
export const rules = {
  isToday: (_, step) => ((step as StepOf<'TAKE'>).isToday ? null : 'not-today'),
  isNotYours: (visit, step) =>
    (step as StepOf<'TAKE'>).technicianId === visit.technicianId ? 'already-yours' : null,
  isMine: (visit, step) => {
    const by = (step as StepOf<'RELEASE'>).technicianId;
    return by === null || by === visit.technicianId ? null : 'assigned-to-other';
  },
  mayClose: (visit, step) => {
    const { technicianId, mayCloseAny } = step as StepOf<'CLOSE'>;
    if (mayCloseAny || (technicianId !== null && technicianId === visit.technicianId)) return null;
    return visit.technicianId === null ? 'not-assigned' : 'assigned-to-other';
  },
  wentOnTheWay: (_, step) => {
    const { mayCloseAny, departs } = step as StepOf<'CLOSE'>;
    return mayCloseAny || !departs ? null : 'close-before-on-the-way';
  },
  /** A technician's closing for absence, where the operation asks for the proof. */
  provedArrival: (visit, step) => {
    const { mayCloseAny, reason, arrival } = step as StepOf<'CLOSE'>;
    return !mayCloseAny && lacksArrival(reason, visit, arrival) ? 'arrival-required' : null;
  },
  mayDepart: (_, step) => ((step as StepOf<'SET_ON_THE_WAY'>).allowed ? null : 'on-the-way-not-allowed'),
  /** One visit at a time (contract §4). */
  isFree: (_, step) => {
    const { currentVisitId, visitId } = step as StepOf<'SET_ON_THE_WAY'>;
    if (currentVisitId === null) return null;
    return currentVisitId === visitId ? 'already-on-the-way' : 'on-the-way-elsewhere';
  },
  isOffered: (_, step) => ((step as StepOf<'ARRIVE'>).offered ? null : 'arrival-off'),
  /** Only where the technicians' operation has no 'Voy en camino'. */
  arrivesAtOnce: (_, step) => ((step as StepOf<'ARRIVE'>).departs ? 'arrive-before-on-the-way' : null),
  hasNotArrived: (visit) => (visit.arrived ? 'already-arrived' : null),
  keepsTechnician: (visit, step) =>
    (step as StepOf<'UNDO'>).technicianId === visit.technicianId ? null : 'undo-too-late',
  hasRoom: (_, step) => ((step as StepOf<'ADD_PHOTO'>).count < mostPhotos ? null : 'photos-full'),
  isRecent: (_, step) => ((step as StepOf<'ADD_PHOTO'>).late ? 'photo-too-late' : null),
  isDue: (_, step) => ((step as StepOf<'PASS_SLOT_END'>).due ? null : 'not-due'),
} satisfies Record<string, RuleOf>;

export type Rule = keyof typeof rules;

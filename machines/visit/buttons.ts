import type { RefusalCode } from '../words/refusals.ts';
import type { ArrivalMode } from './arrival.ts';
import { statusIds, type VisitFacts } from './facts.ts';
import { decideVisit } from './machine.ts';
import type { Reason, VisitStep } from './steps.ts';

const anyMoment = { at: new Date(0), by: '' };

function refusalOf(visit: VisitFacts, step: VisitStep): RefusalCode | null {
  const decision = decideVisit(visit, step, anyMoment);
  return decision.ok ? null : decision.refusal;
}

/** A dispatcher's actions on a visit: each null, or its refusal (S2 §2, §4). */
export type DispatcherSteps = Record<'assign' | 'changeSlot' | 'note' | 'reschedule', RefusalCode | null>;

/** Used by the screens, so that controls and server agree. */
export const dispatcherSteps = (visit: VisitFacts): DispatcherSteps => ({
  assign: refusalOf(visit, { type: 'ASSIGN', technicianId: null, comments: '' }),
  changeSlot: refusalOf(visit, { type: 'CHANGE_SLOT', slotId: 0, late: false, overbooked: false }),
  note: refusalOf(visit, { type: 'ADD_NOTE' }),
  reschedule: refusalOf(visit, { type: 'RESCHEDULE', reasonId: 0, nextId: 0, comments: '' }),
});

/** A technician's five actions on a visit: each null, or its refusal (S1 §4). */
export type TechnicianSteps = Record<
  'take' | 'release' | 'onTheWay' | 'arrive' | 'close',
  RefusalCode | null
>;

/** Used by the screens, so that buttons and server agree. */
export function technicianSteps(
  visit: VisitFacts & { id: number },
  by: {
    technicianId: number;
    currentVisitId: number | null;
    departs: boolean;
    arrival: ArrivalMode;
    isToday: boolean;
  },
): TechnicianSteps {
  const { technicianId, currentVisitId, departs, arrival, isToday } = by;
  return {
    take: refusalOf(visit, { type: 'TAKE', technicianId, isToday }),
    release: refusalOf(visit, { type: 'RELEASE', technicianId, comments: '' }),
    onTheWay: refusalOf(visit, {
      type: 'SET_ON_THE_WAY',
      technicianId,
      allowed: departs,
      visitId: visit.id,
      currentVisitId,
    }),
    arrive: refusalOf(visit, {
      type: 'ARRIVE',
      technicianId,
      offered: arrival !== 'off',
      departs,
      visitId: visit.id,
      currentVisitId,
    }),
    close: refusalOf(visit, {
      type: 'CLOSE',
      reason: anyReason,
      technicianId,
      mayCloseAny: false,
      departs,
      arrival: 'off',
      evidence: {},
    }),
  };
}

const anyReason: Reason = {
  value: statusIds.concluded,
  text: '',
  cancels: false,
  finalizes: true,
  finalizesOrder: false,
  derives: false,
  reschedules: false,
  absence: false,
};

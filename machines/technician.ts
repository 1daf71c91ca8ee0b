import { setup, transition } from 'xstate';
import type { RefusalCode } from './refusals.ts';

/** A technician's day: free, or on the way for exactly one visit (contract §4, 'One at a time'). */
export type TechnicianState = 'free' | 'onTheWay';

type TechnicianStep = { type: 'DEPART' } | { type: 'ARRIVE' };

const technicianMachine = setup({ types: { events: {} as TechnicianStep } }).createMachine({
  id: 'technician',
  initial: 'free',
  states: { free: { on: { DEPART: 'onTheWay' } }, onTheWay: { on: { ARRIVE: 'free' } } },
});

/**
 * May this technician set out for `visitId`, being on the way for `currentVisitId` (null: free)?
 * @returns null when they may, else the reason to say no.
 */
export function refuseDeparture(currentVisitId: number | null, visitId: number): RefusalCode | null {
  const state: TechnicianState = currentVisitId === null ? 'free' : 'onTheWay';
  const from = technicianMachine.resolveState({ value: state });
  if (from.can({ type: 'DEPART' }) && transition(technicianMachine, from, { type: 'DEPART' })[0].value)
    return null;
  return currentVisitId === visitId ? 'already-on-the-way' : 'on-the-way-elsewhere';
}

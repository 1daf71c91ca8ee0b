import { stateOf, statusIds, type VisitFacts, type VisitState } from './facts.ts';

/** A state's tone, which colour, icon and legend share. */
export type StatusTone = 'pending' | Exclude<VisitState, 'unassigned'>;

export function toneOf(visit: VisitFacts): StatusTone {
  const state = stateOf(visit);
  return state === 'unassigned' ? 'pending' : state;
}

/** Null: the label is the status's, not the state's. */
const stateLabels: Record<VisitState, string | null> = {
  unassigned: null,
  assigned: null,
  onTheWay: 'En camino',
  arrived: 'En el domicilio',
  delayed: 'Cierre demorado',
  finished: null,
  cancelled: null,
  rescheduled: null,
};

/** S1 §4 'Visit status labels'; `reasonText` is the text of the visit's closure reason, if any. */
export function statusLabel(visit: VisitFacts, reasonText: string | null): string {
  const label = stateLabels[stateOf(visit)];
  if (label !== null) return label;
  if (visit.statusId === statusIds.pending) return 'Pendiente';
  if (visit.statusId === statusIds.postponed) return reasonText ? `Pendiente: ${reasonText}` : 'Pendiente';
  return reasonText ?? 'Concluida';
}

import type { StatusTone } from './visit.ts';

/** Derivation types (S1 §9). */
export const derivations: Record<number, string> = { 1: 'Redes', 2: 'Contratista' };

/**
 * The colour of each state, one for every reader: the board, the legends and the
 * API's `hex_color`. Chosen to stay apart for colour-blind eyes (ux.md U25; the
 * test computes it); the text and the icon say the same without colour.
 */
export const statusHex: Record<StatusTone, string> = {
  pending: '#8a8f98',
  assigned: '#1c7ed6',
  onTheWay: '#f5a800',
  delayed: '#c2255c',
  finished: '#0b7a5e',
  cancelled: '#3d3d3d',
  rescheduled: '#b197fc',
};

export type OrderClass = 'low' | 'normal' | 'high' | 'wip' | 'finished';

/** S1 §2 'Order list colours': wip has a visit, finished a concluded one; else by priority, split at 40 and 70 of 99. */
export const priorityClass = (order: {
  visitState: 'none' | 'wip' | 'finished';
  priority: number;
}): OrderClass => {
  if (order.visitState !== 'none') return order.visitState;
  return order.priority >= 70 ? 'high' : order.priority < 40 ? 'low' : 'normal';
};

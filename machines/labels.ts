import type { StatusTone } from './visit.ts';

/** Derivation types (S1 §9). */
export const derivations: Record<number, string> = { 1: 'Redes', 2: 'Contratista' };

/**
 * The colour of each state, in each scheme: one for every reader, the board, the
 * legends and the API's `hex_color`. They stay apart for colour-blind eyes (ux.md
 * U25; a test computes it); the text and the icon say the same without colour.
 */
export const statusHex: Record<StatusTone, string> = {
  pending: '#868c9c',
  assigned: '#0e3786',
  onTheWay: '#d97706',
  delayed: '#a30d1c',
  finished: '#12a066',
  cancelled: '#0e1012',
  rescheduled: '#b04be8',
};

export const statusHexDark: Record<StatusTone, string> = {
  pending: '#727a84',
  assigned: '#6fa8ee',
  onTheWay: '#fbc313',
  delayed: '#f5334f',
  finished: '#22e695',
  cancelled: '#e5e8ea',
  rescheduled: '#b63df2',
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

import type { StatusTone } from '../visit/labels.ts';

/** Derivation types (S1 §9). */
export const derivations: Record<number, string> = { 1: 'Redes', 2: 'Contratista' };

/**
 * The colour of each state in each scheme, for the board, the legends and the API's `hex_color`. They are distinct
 * for colour-blind readers (ux.md U25; a test computes it): a search over all seven found no better set that keeps
 * 3:1 with its surfaces and still reads as blue, red or green. Text and icon say the same without colour.
 */
export const statusHex: Record<StatusTone, string> = {
  pending: '#8a8a8a',
  assigned: '#5c7ff4',
  onTheWay: '#a77610',
  // The colour of the way: icon and text say that it has ended.
  arrived: '#a77610',
  delayed: '#850803',
  finished: '#015b54',
  cancelled: '#000000',
  rescheduled: '#570caa',
};

export const statusHexDark: Record<StatusTone, string> = {
  pending: '#6d7486',
  assigned: '#a9b6ef',
  onTheWay: '#ebd70f',
  arrived: '#ebd70f',
  delayed: '#f22d0d',
  finished: '#389d73',
  cancelled: '#fafafa',
  rescheduled: '#a950f6',
};

export type OrderClass = 'low' | 'normal' | 'high' | 'wip' | 'finished';

/**
 * S1 §2 'Order list colours': wip has a visit, finished a concluded one; else by priority, split at 40 and 70 of 99.
 */
export const priorityClass = (order: {
  visitState: 'none' | 'wip' | 'finished';
  priority: number;
}): OrderClass => {
  if (order.visitState !== 'none') return order.visitState;
  return order.priority >= 70 ? 'high' : order.priority < 40 ? 'low' : 'normal';
};

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

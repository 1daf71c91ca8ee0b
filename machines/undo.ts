import type { EventName } from './events.ts';

/** Changes that can be taken back for a moment (ux.md U8); the others ask before they are done. */
export const undoable: readonly EventName[] = [
  'visit.released',
  'visit.assigned',
  'visit.unassigned',
  'visit.edited',
];

/** What may happen to a visit in between without having changed it. */
export const harmlessBeforeUndo: readonly EventName[] = ['visit.noted', 'notice.recorded'];

/** Seconds for which a change can be taken back: the toast's 5, a pointer that holds it, a slow network. */
export const undoSeconds = 20;

/** Seconds for which the messages that such a change causes wait, longer than it can be taken back. */
export const holdSeconds = undoSeconds + 2;

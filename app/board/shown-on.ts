import { addDays, mondayOf } from '../../machines/calendar/slots.ts';
import type { BoardParams } from './board-params.ts';
import { viewOf } from './board-view.ts';

/** What the address says once a visit is to be shown on this board: its week, where it is another (ux.md U50). */
export const shownOn = (
  { week, rolling }: Pick<BoardParams, 'week' | 'rolling'>,
  visit: { id: number; day: string },
): Record<string, string> => ({
  visita: String(visit.id),
  ...(visit.day >= week && visit.day <= addDays(week, 6)
    ? {}
    : { semana: rolling ? visit.day : mondayOf(visit.day) }),
});

/** The same for either view of the board, whatever it is filtered by. */
export function turnedTo(visit: { id: number; day: string }, search: string): Record<string, string | null> {
  const params = new URLSearchParams(search);
  const filters = { visita: String(visit.id), solo: null, zona: null };
  if (viewOf(params) !== 'week') return { ...filters, dia: visit.day };
  const rolling = params.get('dias') === 'corridos';
  return { ...filters, semana: rolling ? visit.day : mondayOf(visit.day) };
}

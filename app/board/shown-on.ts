import { addDays, mondayOf } from '../../machines/calendar/slots.ts';
import type { BoardParams } from './board-params.ts';

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

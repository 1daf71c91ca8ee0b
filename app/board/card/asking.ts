import { viewOf } from '../board-view.ts';
import type { Act } from './acts.ts';

/** What opens the dialog about a visit: the day by technician and the map have their own, which move many as well. */
export function asking(
  step: Act['step'],
  visitIds: readonly number[],
  search: string,
): Record<string, string> {
  if (viewOf(new URLSearchParams(search)) === 'week') return { accion: step, de: String(visitIds[0]) };
  return step === 'reprogramar' ? { reprogramar: visitIds.join(',') } : { mover: visitIds.join(',') };
}

import { viewOf } from '../board-view.ts';
import type { Act } from './acts.ts';

/** What opens the dialog about a visit: the day by technician and the map have their own, which move many as well. */
export function asking(step: Act['step'], visitId: number, search: string): Record<string, string> {
  const id = String(visitId);
  if (viewOf(new URLSearchParams(search)) === 'week') return { accion: step, de: id };
  return step === 'reprogramar' ? { reprogramar: id } : { mover: id };
}

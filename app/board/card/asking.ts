import type { Act } from './acts.ts';

/** What opens the dialog about a visit: the day by technician has its own, which move many as well. */
export function asking(step: Act['step'], visitId: number, search: string): Record<string, string> {
  const id = String(visitId);
  if (new URLSearchParams(search).get('vista') !== 'dia') return { accion: step, de: id };
  return step === 'reprogramar' ? { reprogramar: id } : { mover: id };
}

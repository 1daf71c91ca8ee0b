/** What opens the dialog about a visit: the day by technician has its own, which move many as well. */
export function asking(
  step: 'tecnico' | 'reprogramar',
  visitId: number,
  search: string,
): Record<string, string> {
  const id = String(visitId);
  if (new URLSearchParams(search).get('vista') !== 'dia') return { accion: step, de: id };
  return step === 'tecnico' ? { mover: id } : { reprogramar: id };
}

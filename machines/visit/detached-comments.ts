// The comment in a visit's detail when its technician loses it (S2 §2); a release shows the technician's own.

/** Handed over by a dispatcher, or unassigned (null). */
export const reassignedComments = (next: string | null): string =>
  next === null ? 'Desasignada por un despachador.' : `Reasignada a ${next}.`;

export const autoReleasedComments = 'Liberada automáticamente: no se indicó «Voy en camino» a tiempo.';

export const rescheduledComments = (previousId: number): string =>
  `Desasignada al reprogramar la visita #${previousId}.`;

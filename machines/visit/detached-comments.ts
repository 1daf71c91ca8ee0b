// What a visit's detail says when its technician loses it (S2 §2); a release says what the technician wrote.

/** A dispatcher gave it to another technician, or to none (null). */
export const reassignedComments = (next: string | null): string =>
  next === null ? 'Desasignada por un despachador.' : `Reasignada a ${next}.`;

export const autoReleasedComments = 'Liberada automáticamente: no se indicó «Voy en camino» a tiempo.';

export const rescheduledComments = (previousId: number): string =>
  `Desasignada al reprogramar la visita #${previousId}.`;

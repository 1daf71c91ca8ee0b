/**
 * The score that ranks the suggestions (S1 §2), checkable by hand: the symptom's priority plus these points
 * per repeated failure, per day of waiting up to `days`, and for an order without a visit.
 */
export const scoreWeights = { failure: 15, day: 2, days: 30, unscheduled: 40 } as const;

/** Its parts as on the card: 'prioridad 80', '2 fallas repetidas +30', '5 días +10', 'sin visita +40'. */
export function scoreParts(order: {
  priority: number;
  repeatingFailures: number;
  ageDays: number;
  visitState: 'none' | 'wip' | 'finished';
}): string[] {
  const { priority, repeatingFailures: failures, ageDays } = order;
  const parts = [`prioridad ${priority}`];
  if (failures > 0)
    parts.push(
      `${failures} ${failures === 1 ? 'falla repetida' : 'fallas repetidas'} +${failures * scoreWeights.failure}`,
    );
  if (ageDays > 0) parts.push(`${ageDays} ${ageDays === 1 ? 'día' : 'días'} +${ageDays * scoreWeights.day}`);
  if (order.visitState === 'none') parts.push(`sin visita +${scoreWeights.unscheduled}`);
  return parts;
}

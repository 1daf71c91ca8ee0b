/** A visit's rank in the round of its technician's slot; without one of its own it stands where its id puts it. */
export const rankOf = (visit: { id: number; rank?: number | null }): number => visit.rank ?? visit.id;

/** The order in which visits of a technician's slot will be done. */
export const byRank = (
  a: { id: number; rank?: number | null },
  b: { id: number; rank?: number | null },
): number => rankOf(a) - rankOf(b) || a.id - b.id;

type InRound = { id: number; rank?: number | null; slotId: number };

/** A day's visits by their slots' hours, each in its round. */
export function bySlotAndRank(slots: readonly { id: number; fromHour: number; toHour: number }[]) {
  const hours = new Map(slots.map(({ id, fromHour, toHour }) => [id, fromHour * 100 + toHour]));
  return (a: InRound, b: InRound): number =>
    (hours.get(a.slotId) ?? 0) - (hours.get(b.slotId) ?? 0) || a.slotId - b.slotId || byRank(a, b);
}

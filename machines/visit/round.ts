/** A visit's rank in the round of its technician's slot; without one of its own it stands where its id puts it. */
export const rankOf = (visit: { id: number; rank?: number | null }): number => visit.rank ?? visit.id;

/** The order in which visits of a technician's slot will be done. */
export const byRank = (
  a: { id: number; rank?: number | null },
  b: { id: number; rank?: number | null },
): number => rankOf(a) - rankOf(b) || a.id - b.id;

import { holdsPlace } from '../calendar/capacity.ts';

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

export type Ranked = { id: number; rank: number };

/**
 * The ranks with which `count` visits stand at a position, from 1, between their neighbours.
 * @returns null: there is no room between them any more, and all have to be numbered again
 */
export function ranksAt(others: readonly Ranked[], position: number, count: number): number[] | null {
  const at = Math.min(position - 1, others.length);
  const before = others[at - 1]?.rank;
  const after = others[at]?.rank;
  if (before === undefined && after === undefined) return Array.from({ length: count }, (_, n) => n + 1);
  if (before === undefined) return Array.from({ length: count }, (_, n) => after! - count + n);
  if (after === undefined) return Array.from({ length: count }, (_, n) => before + n + 1);
  const gap = (after - before) / (count + 1);
  const ranks = Array.from({ length: count }, (_, n) => before + gap * (n + 1));
  const apart = ranks.every((rank, n) => rank > (ranks[n - 1] ?? before) && rank < after);
  return apart ? ranks : null;
}

/** New numbers for all: the others with these visits at that position, far enough apart for later moves. */
export function ranksAnew(
  others: readonly Ranked[],
  position: number,
  visits: readonly { id: number }[],
): Map<number, number> {
  const order = others.map(({ id }) => id);
  order.splice(Math.min(position - 1, others.length), 0, ...visits.map(({ id }) => id));
  return new Map(order.map((id, index) => [id, (index + 1) * 1_000]));
}

type Held = InRound & { technicianId: number | null; cancelled: boolean; rescheduled: boolean };

/** A technician's round in a slot, of a day's visits: those that hold a place, in their order. */
export const roundOf = <Visit extends Held>(
  visits: readonly Visit[],
  { technicianId, slotId }: { technicianId: number | null; slotId: number },
): Visit[] =>
  visits
    .filter((visit) => visit.slotId === slotId && visit.technicianId === technicianId && holdsPlace(visit))
    .sort(byRank);

import type { Frame } from '../../record/transact.ts';
import type { VisitRow } from '../../record/visit-row.ts';

type Cell = { technicianId: number | null; day: string; slotId: number; operation: string };
export type Ranked = { id: number; rank: number };

/**
 * The visits of a technician's slot that hold a place, in the order in which they will be done, without those that
 * move. A visit without a rank of its own stands where its id puts it, so that the first move numbers no other.
 */
export async function listRanked({ tx }: Frame, cell: Cell, without: VisitRow[]): Promise<Ranked[]> {
  return [
    ...(await tx<Ranked[]>`
      select id, coalesce(rank, id)::float8 as rank from visits
      where operation = ${cell.operation} and day = ${cell.day} and slot_id = ${cell.slotId}
        and technician_id is not distinct from ${cell.technicianId}::int and not (cancelled or rescheduled)
        and id <> all(${without.map(({ id }) => id)}::int[])
      order by 2, 1`),
  ];
}

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

import type { Ranked } from '../../../machines/visit/round.ts';
import type { Frame } from '../../record/transact.ts';
import type { VisitRow } from '../../record/visit-row.ts';

type Cell = { technicianId: number | null; day: string; slotId: number; operation: string };

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

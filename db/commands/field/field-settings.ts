import { type ArrivalMode, defaultArrivalMode } from '../../../machines/visit/arrival.ts';
import type { Query } from '../../connection/sql.ts';

/** What a technician's step depends on besides the visit. */
type FieldSettings = {
  /** Whether the technician uses 'Voy en camino', by their first operation (S1 §2). */
  departs: boolean;
  /** The visit for which the technician is on the way. */
  currentVisitId: number | null;
  /** How the visit's operation uses 'Llegué'. */
  arrival: ArrivalMode;
};

/** @param technicianId null: the visit has none, who does not go anywhere */
export async function readFieldSettings(
  sql: Query,
  technicianId: number | null,
  operation: string,
): Promise<FieldSettings> {
  const [row] = await sql<FieldSettings[]>`
    select coalesce((select o.on_the_way_allowed from technicians t
        join user_operations u on u.user_id = t.user_id join operations o on o.code = u.operation
        where t.id = ${technicianId} order by u.position, u.operation limit 1), false) as departs,
      (select w.visit_id from technicians_on_the_way w where w.technician_id = ${technicianId}) as current_visit_id,
      coalesce((select c.arrival from conversations c where c.operation = ${operation}), ${defaultArrivalMode}) as arrival`;
  return row!;
}

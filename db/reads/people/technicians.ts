import type { Db } from '../../connection/open.ts';
import type { Columns, technicians, users } from '../../schema/index.ts';

/** An active technician, with the requested operations that are theirs. */
export type TechnicianOfOperations = Columns<typeof technicians, 'id' | 'name'> &
  Columns<typeof users, 'username'> & { operations: string[] };

/** The technicians of these operations, by name, without deactivated users (S2 §7 api_subsidiary_get_techs). */
export async function listTechnicians(db: Db, operations: string[]): Promise<TechnicianOfOperations[]> {
  return [
    ...(await db.sql<TechnicianOfOperations[]>`
      select t.id, t.name, u.username, array_agg(o.operation::text order by o.position, o.operation) as operations
      from technicians t join users u on u.id = t.user_id and u.active
      join user_operations o on o.user_id = u.id and o.operation = any(${operations}::text[])
      group by t.id, t.name, u.username order by t.name, t.id`),
  ];
}

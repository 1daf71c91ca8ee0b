import type { Actor } from '../../../machines/access/permissions.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';
import type { ActorRow } from './session-row.ts';

/** The columns of an actor, from a user `u`: the same for a session, a chat and a code. */
export const actorColumns = (sql: Query) => sql`
  u.id as user_id, u.username, u.first_name, u.last_name,
  (select id from technicians where user_id = u.id and active) as technician_id,
  array(select operation::text from user_operations where user_id = u.id order by position, operation) as operations,
  array(select permission from user_permissions where user_id = u.id) as permissions`;

export const actorOf = (row: ActorRow): Actor => ({
  userId: row.userId,
  username: row.username,
  fullName: `${row.firstName} ${row.lastName}`.trim(),
  technicianId: row.technicianId,
  operations: [...row.operations],
  permissions: [...row.permissions],
});

/**
 * The user who made this deep link's code, used or expired too; undefined: unknown, inactive, or with a
 * temporary password.
 */
export async function findCodeMaker(db: Db, codeHash: Uint8Array): Promise<Actor | undefined> {
  const [row] = await db.sql<ActorRow[]>`
    select ${actorColumns(db.sql)} from chat_link_codes c join users u on u.id = c.user_id and u.active and not u.must_change_password
    where c.code_hash = ${codeHash}`;
  return row && actorOf(row);
}

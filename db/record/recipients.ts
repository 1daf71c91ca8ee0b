import type { Fragment, Query } from '../connection/sql.ts';

/**
 * SQL: whether a user may still be sent what happens to visits of an operation: their account is active and works in
 * it. The same for push, chat and e-mail, so that a message that was waiting when an operation was taken is not sent.
 * @param user the statement's alias of the user's row
 * @param operation the operation of the visit
 */
export const isRecipient = (sql: Query, user: 'u', operation: Fragment) => {
  const { active, id } = { active: sql.unsafe(`${user}.active`), id: sql.unsafe(`${user}.id`) };
  return sql`(${active} and exists (
    select 1 from user_operations ro where ro.user_id = ${id} and ro.operation = ${operation}))`;
};

/** SQL: the same of a supervisor, who has to be subscribed, and be allowed to be. */
export const isSupervisor = (sql: Query, user: 'u', operation: Fragment) =>
  sql`(${isRecipient(sql, user, operation)} and ${sql.unsafe(`${user}.subscribed_to_techs`)} and exists (
    select 1 from user_permissions rp
    where rp.user_id = ${sql.unsafe(`${user}.id`)} and rp.permission = 'can_subscribe_to_techs'))`;

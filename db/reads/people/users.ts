import type { Permission } from '../../../machines/access/permissions.ts';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { inOrder, isPerson } from '../../commands/accounts/lock-user.ts';
import type { Db } from '../../connection/open.ts';
import { typed } from '../../connection/typed.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import { type Columns, operations, type users, type visits } from '../../schema/index.ts';
import { plainText } from '../orders/plain-text.ts';

/** An account in the administrators' list. */
export type ListedUser = Columns<
  typeof users,
  | 'id'
  | 'username'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'profile'
  | 'active'
  | 'mustChangePassword'
  | 'lastSignInAt'
> & {
  operations: string[];
  /** Null: does not work in the field. */
  technicianId: number | null;
  administrator: boolean;
};

export type UserFilter = {
  /** Part of the username, the names or the e-mail; accents do not matter. */
  search: string;
  active: boolean | null;
  operation: string | null;
};

export const usersPage = 50;

/** People's accounts by name, of the whole installation, and their number with this filter. */
export async function listUsers(
  { sql }: Db,
  { search, active, operation }: UserFilter,
  offset: number,
): Promise<{ users: ListedUser[]; count: number }> {
  const searchText = search.trim();
  const rows = await sql<(ListedUser & { count: number })[]>`
    with found as (
      select u.* from users u where ${isPerson(sql)}
        ${active === null ? sql`` : sql`and u.active = ${active}`}
        ${operation === null ? sql`` : sql`and exists (select 1 from user_operations o where o.user_id = u.id and o.operation = ${operation})`}
        ${searchText === '' ? sql`` : sql`and strpos(${plainText(sql, sql`concat_ws(' ', u.username, u.first_name, u.last_name, u.email)`)}, ${plainText(sql, sql`${searchText}::text`)}) > 0`}
    )
    select u.id, u.username, u.first_name, u.last_name, u.email, u.profile, u.active, u.must_change_password, u.last_sign_in_at,
      array(select operation::text from user_operations where user_id = u.id order by position, operation) as operations,
      (select t.id from technicians t where t.user_id = u.id and t.active) as technician_id,
      exists (select 1 from user_permissions p where p.user_id = u.id and p.permission = 'can_manage_users') as administrator,
      (select count(*)::int from found) as count
    from found u order by lower(u.first_name), lower(u.last_name), u.id
    limit ${sql.unsafe(String(usersPage))} offset ${offset}`;
  if (rows.length > 0 || offset === 0)
    return { users: rows.map(({ count, ...user }) => user), count: rows[0]?.count ?? 0 };
  return { users: [], count: (await listUsers({ sql } as Db, { search, active, operation }, 0)).count };
}

export type Account = ListedUser &
  Columns<
    typeof users,
    'defaultView' | 'temporaryPasswordExpiresAt' | 'createdAt' | 'deactivatedAt' | 'lastSeenAt' | 'version'
  > & {
    permissions: Permission[];
    operationNames: Record<string, string>;
    /** A technician's open visits by operation, also when inactive. */
    openVisits: { operation: string; count: number }[];
  };

/** A person's account; undefined: unknown, or an integration's. */
export async function findAccount({ sql }: Db, userId: number): Promise<Account | undefined> {
  const [row] = await sql<(Account & { permissions: string[] })[]>`
    select u.id, u.username, u.first_name, u.last_name, u.email, u.profile, u.default_view, u.active, u.must_change_password,
      u.temporary_password_expires_at, u.created_at, u.deactivated_at, u.last_sign_in_at, u.last_seen_at, u.version,
      array(select operation::text from user_operations where user_id = u.id order by position, operation) as operations,
      coalesce((select json_object_agg(o.code, o.name) from user_operations x join operations o on o.code = x.operation
        where x.user_id = u.id), '{}') as operation_names,
      array(select permission from user_permissions where user_id = u.id
        and permission = any(${everyPermission as string[]}::text[])) as permissions,
      exists (select 1 from user_permissions p where p.user_id = u.id and p.permission = 'can_manage_users') as administrator,
      (select t.id from technicians t where t.user_id = u.id and t.active) as technician_id,
      coalesce((select json_agg(json_build_object('operation', operation, 'count', n) order by operation) from (
        select v.operation, count(*)::int as n from technicians t join visits v on v.technician_id = t.id
          and ${isOpenVisit(sql)}
        where t.user_id = u.id group by v.operation) open), '[]') as open_visits
    from users u where u.id = ${userId} and ${isPerson(sql)}`;
  return row && { ...row, permissions: inOrder(row.permissions) as Permission[] };
}

export type OpenVisit = Columns<typeof visits, 'id' | 'operation' | 'day' | 'orderNumber'>;

/** The oldest open visits of the account's technician. */
export async function listOpenVisits({ sql }: Db, userId: number): Promise<OpenVisit[]> {
  return [
    ...(await sql<OpenVisit[]>`
      select v.id, v.operation, v.day, v.order_number from technicians t join visits v on v.technician_id = t.id
        and ${isOpenVisit(sql)}
      where t.user_id = ${userId} order by v.day, v.id limit 10`),
  ];
}

/** Every operation of the installation, for its administrators. */
export const listAllOperations = async ({
  sql,
}: Db): Promise<Columns<typeof operations, 'code' | 'name'>[]> =>
  typed(sql)
    .select({ code: operations.code, name: operations.name })
    .from(operations)
    .orderBy(operations.name, operations.code);

/** Whether no user can ever have signed in: a record that was only migrated. */
export async function isWithoutPeople({ sql }: Db): Promise<boolean> {
  return (await sql`select 1 from users u where ${isPerson(sql)} limit 1`).count === 0;
}

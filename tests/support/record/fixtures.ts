import type { Sql } from '../../../db/connection/sql.ts';
import { type Actor, everyPermission, type Permission } from '../../../machines/access/permissions.ts';
import { today } from '../../../machines/calendar/slots.ts';

/** Columns of a row as the schema names them (camelCase); they win over the defaults. */
type Columns = Record<string, unknown>;

export type World = {
  operation: string;
  slotId: number;
  userId: number;
  technicianId: number;
  clientId: string;
  orderNumber: string;
  visitId: number;
};

/**
 * The smallest world in which a visit can live: an operation of its own, a slot from 9 to 13 h, a technician,
 * a client, an open order, and a visit of today that the technician has had since long before. A database may
 * hold many: each call takes the next operation code.
 *
 *     const { visitId, userId } = await makeWorld(db.sql, { visit: { day: '2026-03-05' } });
 *     await setOnTheWay({ db, actor: await actorOf(db.sql, userId) }, { visit_id: visitId });
 */
export async function makeWorld(
  sql: Sql,
  overrides: {
    operation?: Columns;
    slot?: Columns;
    user?: Columns;
    client?: Columns;
    order?: Columns;
    visit?: Columns;
  } = {},
): Promise<World> {
  const operation = await addOperation(sql, overrides.operation);
  const slotId = await addSlot(sql, operation, overrides.slot);
  const { userId, technicianId } = await addTechnician(sql, operation, overrides.user);
  const clientId = await addClient(sql, operation, overrides.client);
  const orderNumber = await addOrder(sql, clientId, overrides.order);
  const place = { operation, slotId, technicianId, clientId, orderNumber };
  const visitId = await addVisit(sql, place, overrides.visit);
  return { ...place, userId, visitId };
}

/** @returns its code of 3 digits */
export async function addOperation(sql: Sql, columns: Columns = {}): Promise<string> {
  const [row] = await sql<
    { code: string }[]
  >`select lpad((count(*) + 101)::text, 3, '0') as code from operations`;
  const code = String(columns.code ?? row!.code);
  await insert(sql, 'operations', { code, name: `Operación ${code}`, ...columns });
  return code;
}

export const addSlot = (sql: Sql, operation: string, columns: Columns = {}): Promise<number> =>
  insert(sql, 'slots', { operation, name: 'Mañana', fromHour: 9, toHour: 13, ...columns }, 'id');

/** A user of one operation, with these permissions, whose password is unknown. */
export async function addUser(
  sql: Sql,
  operation: string,
  columns: Columns = {},
  permissions: readonly Permission[] = [],
): Promise<number> {
  const [{ next }] = (await sql`select count(*)::int + 1 as next from users`) as unknown as [
    { next: number },
  ];
  const userId = await insert<number>(
    sql,
    'users',
    { username: `u${next}`, firstName: 'Tomás', lastName: `Ñáñez ${next}`, passwordHash: '-', ...columns },
    'id',
  );
  await insert(sql, 'user_operations', { userId, operation });
  for (const permission of permissions) await insert(sql, 'user_permissions', { userId, permission });
  return userId;
}

/** A user who also works in the field. */
export async function addTechnician(
  sql: Sql,
  operation: string,
  user: Columns = {},
  permissions: readonly Permission[] = [],
): Promise<{ userId: number; technicianId: number }> {
  const userId = await addUser(sql, operation, user, permissions);
  const [row] = await sql<{ name: string }[]>`
    select concat_ws(' ', first_name, last_name) as name from users where id = ${userId}`;
  return { userId, technicianId: await insert(sql, 'technicians', { userId, name: row!.name }, 'id') };
}

/** A client with a telephone and no other way to be reached. @returns its number of 11 digits */
export async function addClient(sql: Sql, operation: string, columns: Columns = {}): Promise<string> {
  const id = String(columns.id ?? (await nextNumber(sql, 'clients', operation)));
  const defaults = { name: 'Ana Gómez', status: 'Activo', telephone: '3515550101' };
  await insert(sql, 'clients', { id, operation, ...defaults, ...columns });
  return id;
}

/** An open order of a client. @returns its number of 11 digits */
export async function addOrder(sql: Sql, clientId: string, columns: Columns = {}): Promise<string> {
  const operation = clientId.slice(0, 3);
  const number = String(columns.number ?? (await nextNumber(sql, 'orders', operation)));
  await sql`insert into order_types (value, text) values (1, 'Reclamo técnico') on conflict do nothing`;
  await insert(sql, 'orders', { number, operation, type: 1, clientId, createdAt: longAgo, ...columns });
  return number;
}

/** A visit of today, assigned unless `technicianId` is null. */
export async function addVisit(
  sql: Sql,
  place: {
    operation: string;
    slotId: number;
    technicianId: number | null;
    clientId: string;
    orderNumber: string;
  },
  columns: Columns = {},
): Promise<number> {
  const { operation, slotId, clientId, orderNumber } = place;
  const { technicianId = place.technicianId, ...rest } = columns;
  const assignedAt = technicianId === null ? null : longAgo;
  const [client] = await sql<{ name: string }[]>`select name from clients where id = ${clientId}`;
  const defaults = { day: today(new Date()), orderType: 1, clientName: client!.name, assignedAt };
  return insert(
    sql,
    'visits',
    { operation, slotId, clientId, orderNumber, technicianId, ...defaults, ...rest },
    'id',
  );
}

/** A closure reason of its own. */
export const addReason = (sql: Sql, columns: Columns & { value: number; text: string }): Promise<number> =>
  insert(sql, 'reasons', columns, 'value');

/** A user who asks, as a session would know them; every permission unless given. */
export async function actorOf(
  sql: Sql,
  userId: number,
  permissions: readonly Permission[] = everyPermission,
): Promise<Actor> {
  const [row] = await sql<Omit<Actor, 'permissions'>[]>`
    select id as user_id, username, concat_ws(' ', first_name, last_name) as full_name,
      (select id from technicians where user_id = u.id) as technician_id,
      array(select operation::text from user_operations where user_id = u.id order by position, operation) as operations
    from users u where id = ${userId}`;
  return { ...row!, permissions: [...permissions] };
}

const longAgo = new Date('2020-01-01T12:00:00Z');

async function nextNumber(sql: Sql, table: 'clients' | 'orders', operation: string): Promise<string> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from ${sql(table)} where operation = ${operation}`;
  return `${operation}${String(row!.count + 1).padStart(8, '0')}`;
}

async function insert<Id = unknown>(
  sql: Sql,
  table: string,
  columns: Columns,
  returning?: string,
): Promise<Id> {
  const [row] = await sql`
    insert into ${sql(table)} ${sql(columns as never)} ${returning ? sql`returning ${sql(returning)}` : sql``}`;
  return row?.[returning ?? ''] as Id;
}

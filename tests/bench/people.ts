import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/connection/open.ts';
import type { Sql } from '../../db/connection/sql.ts';
import { hashToken } from '../../db/secrets/links.ts';
import type { Permission } from '../../machines/access/permissions.ts';
import { mondayOf, today } from '../../machines/calendar/slots.ts';
import {
  addClient,
  addOperation,
  addOrder,
  addSlot,
  addTechnician,
  addUser,
} from '../support/record/fixtures.ts';

export type Technician = { userId: number; technicianId: number; token: string };
export type Place = {
  operation: string;
  slotIds: number[];
  technicians: Technician[];
  /** Unassigned visits of today. */
  free: number[];
};

/** Open sessions of a user, as many as asked. @returns their tokens */
export async function addSessions(sql: Sql, userId: number, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const rows = tokens.map((token) => ({
    tokenHash: hashToken(token),
    userId,
    kind: 'api',
    expiresAt: new Date(Date.now() + 86_400_000),
  }));
  await sql`insert into sessions ${sql(rows as never)}`;
  return tokens;
}

/** An operation of the benchmark's own, with technicians and unassigned visits of today. */
export async function addPlace(
  sql: Sql,
  code: string,
  technicians: number,
  free: number,
  hours: readonly number[] = [8, 10, 12, 14, 16],
): Promise<Place> {
  const operation = await addOperation(sql, { code });
  const slotIds: number[] = [];
  for (const fromHour of hours)
    slotIds.push(
      await addSlot(sql, operation, { name: `Turno ${fromHour}`, fromHour, toHour: fromHour + 2 }),
    );
  const made: Technician[] = [];
  for (let i = 0; i < technicians; i++) {
    const { userId, technicianId } = await addTechnician(sql, operation, { username: `bench${code}.${i}` });
    const [token] = await addSessions(sql, userId, 1);
    made.push({ userId, technicianId, token: token! });
  }
  const clientId = await addClient(sql, operation);
  const order = await addOrder(sql, clientId);
  return {
    operation,
    slotIds,
    technicians: made,
    free: await addFree(sql, { operation, slotIds, clientId, order }, free),
  };
}

/** Sessions of so many technicians of an operation that there is, and unassigned visits of today. */
export async function joinPlace(
  sql: Sql,
  operation: string,
  technicians: number,
  free: number,
): Promise<Place> {
  const slots = await sql<
    { id: number }[]
  >`select id from slots where operation = ${operation} and enabled order by from_hour`;
  const people = await sql<{ userId: number; technicianId: number }[]>`
    select t.user_id, t.id as technician_id from technicians t join user_operations u on u.user_id = t.user_id
    where u.operation = ${operation} order by t.id limit ${technicians}`;
  const made: Technician[] = [];
  for (const one of people) made.push({ ...one, token: (await addSessions(sql, one.userId, 1))[0]! });
  const slotIds = slots.map(({ id }) => id);
  const number = `${operation}00000001`;
  // A record that was kept has those of an earlier run.
  const left = await sql<{ id: number }[]>`
    update visits set technician_id = null, assigned_at = null where client_id = ${number} and day = ${today(new Date())} returning id`;
  if (left.length > 0) return { operation, slotIds, technicians: made, free: left.map(({ id }) => id) };
  const [known] = await sql`select 1 from orders where number = ${number}`;
  if (!known) await addClient(sql, operation, { id: number });
  const order = known ? number : await addOrder(sql, number, { number });
  const of = { operation, slotIds, clientId: number, order };
  return { operation, slotIds, technicians: made, free: await addFree(sql, of, free) };
}

async function addFree(
  sql: Sql,
  of: { operation: string; slotIds: number[]; clientId: string; order: string },
  free: number,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    insert into visits (operation, day, slot_id, order_number, order_type, client_id, client_name, client_address, node_name, tag)
    select ${of.operation}, ${today(new Date())}::date, (${of.slotIds}::int[])[1 + i % 5], ${of.order}, 1, ${of.clientId}, 'Ana Gómez',
      'San Martín ' || i, 'NODO-' || i % 40, 'NODO-' || i % 40
    from generate_series(1, ${free}::int) i returning id`;
  return rows.map(({ id }) => id);
}

/**
 * Fill the operation's present week up to so many visits with copies of history,
 * so that its bytes are as varied as a real week's: half of them assigned, half over.
 */
export async function fillWeek(db: Db, place: Place, visits: number): Promise<void> {
  const { operation, slotIds, technicians } = place;
  const technicianIds = technicians.map(({ technicianId }) => technicianId);
  const monday = mondayOf(today(new Date()));
  await db.transactions.begin(async (tx) => {
    await tx`
      create temporary table copied on commit drop as
      select row_number() over (order by id)::int as n, v.* from (
        select * from visits where operation <> ${operation} and finished and rescheduled_previous is null and order_type is not null
          and operation = (select operation from visits where finished group by 1 order by count(*) desc limit 1)
        order by day desc, slot_id limit ${visits - place.free.length}) v`;
    await tx`
      insert into clients (id, operation, name, status, address)
      select ${operation} || lpad((1000 + n)::text, 8, '0'), ${operation}, client_name, 'Activo', client_address from copied`;
    await tx`
      insert into orders (number, operation, type, client_id, created_at)
      select ${operation} || lpad((1000 + n)::text, 8, '0'), ${operation}, order_type, ${operation} || lpad((1000 + n)::text, 8, '0'), created_at
      from copied`;
    await tx`
      insert into visits (operation, day, slot_id, order_number, order_type, client_id, client_name, client_address, node_name, tag,
        symptom_id, technician_id, assigned_at, status_id, reason_id, finished, closed_at)
      select ${operation}, ${monday}::date + n % 6, (${slotIds}::int[])[1 + n % 5], ${operation} || lpad((1000 + n)::text, 8, '0'),
        order_type, ${operation} || lpad((1000 + n)::text, 8, '0'), client_name, client_address, node_name, tag, symptom_id,
        case when n % 4 < 3 then (${technicianIds}::int[])[1 + n % ${technicianIds.length}::int] end,
        case when n % 4 < 3 then now() - interval '1 day' end, case when n % 2 = 0 then status_id else 1 end,
        case when n % 2 = 0 then reason_id end, n % 2 = 0, case when n % 2 = 0 then closed_at end
      from copied`;
  });
}

/** A user who sees these operations' boards, and may do nothing with them unless it is given. @returns a session's token */
export async function addDispatcher(
  sql: Sql,
  operations: string[],
  sessions: number,
  permissions: readonly Permission[] = [],
): Promise<string[]> {
  const [first, ...rest] = operations as [string, ...string[]];
  const username = `bench${first}.jefe.${randomBytes(3).toString('hex')}`;
  const userId = await addUser(sql, first, { username }, permissions);
  for (const operation of rest)
    await sql`insert into user_operations (user_id, operation) values (${userId}, ${operation})`;
  return addSessions(sql, userId, sessions);
}

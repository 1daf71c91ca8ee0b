import type { Sql } from '../../db/connection/sql.ts';
import { everyPermission } from '../../machines/access/permissions.ts';
import { addSessions } from '../bench/people.ts';
import { addTechnician, addUser } from '../support/record/fixtures.ts';

export type Technician = { userId: number; technicianId: number; token: string };
export type Place = { code: string; slotId: number; otherSlotId: number; technicians: Technician[] };

/** Who works while something breaks, and on what: written once into the template, the same in every copy. */
export type People = {
  places: Place[];
  /** A dispatcher of both places. */
  dispatcher: string;
  /** Each order is of a customer of its own, so that every message to that customer is this order's. */
  orders: { place: Place; number: string }[];
  /** Telegram chats of everybody in the record, whom the fake has to know. */
  chats: string[];
  orderType: number;
  closing: number;
  repairCode: string;
  cancelling: number;
  rescheduling: number;
};

/** `orders` per place: a fault in its long form schedules some of them. */
type Size = { operations: string[]; crew: number; orders: number };

/** @param about the places, if not the two of the demo's technician */
export async function settlePeople(sql: Sql, about?: Size): Promise<People> {
  const { operations, crew, orders: orderCount } = about ?? (await demoSize(sql));
  // What the demo shows of timers and switches would interfere with what is counted.
  await sql`update operations set auto_release_minutes = null, on_the_way_allowed = true where code = any(${operations}::text[])`;
  await sql`update notices set state = 'dropped' where state in ('pending', 'sending')`;
  const places: Place[] = [];
  for (const code of operations) places.push(await settlePlace(sql, code, crew, orderCount));
  const userId = await addUser(sql, operations[0]!, { username: 'fallas.jefa' }, everyPermission);
  for (const code of operations.slice(1))
    await sql`insert into user_operations (user_id, operation) values (${userId}, ${code})`;
  const [dispatcher] = await addSessions(sql, userId, 1);
  const orders = places.flatMap((place) =>
    Array.from({ length: orderCount }, (_, index) => ({ place, number: numberOf(place.code, index) })),
  );
  const chats = await sql<{ chat: string }[]>`
    select telegram_chat_id as chat from users where telegram_chat_id is not null
    union select telegram_chat_id from clients where telegram_chat_id is not null`;
  const [type] = await sql<{ value: number }[]>`select value from order_types order by value limit 1`;
  const reason = async (condition: ReturnType<Sql>) =>
    (await sql<{ value: number }[]>`select value from reasons where ${condition} order by value limit 1`)[0]!
      .value;
  const [repair] = await sql<{ code: string }[]>`select code from repair_codes order by code limit 1`;
  await sql`analyze`;
  return {
    places,
    dispatcher: dispatcher!,
    orders,
    chats: chats.map(({ chat }) => chat),
    orderType: type!.value,
    closing: await reason(sql`value = 6`),
    repairCode: repair!.code,
    cancelling: await reason(sql`cancels and not reschedules`),
    rescheduling: await reason(sql`cancels and reschedules`),
  };
}

const numberOf = (code: string, index: number) => `${code}9${String(index).padStart(7, '0')}`;

async function demoSize(sql: Sql): Promise<Size> {
  const codes = await sql<{ operation: string }[]>`
    select o.operation from user_operations o join users u on u.id = o.user_id where u.username = 'tecnico'
    order by o.position, o.operation limit 2`;
  return { operations: codes.map(({ operation }) => operation), crew: 52, orders: 6_000 };
}

async function settlePlace(sql: Sql, code: string, crew: number, orderCount: number): Promise<Place> {
  // The whole day, so that a visit of today is not delayed by the clock while it is counted.
  const slots = await sql<{ id: number }[]>`
    insert into slots (operation, name, from_hour, to_hour) values (${code}, 'Guardia', 7, 23), (${code}, 'Guardia 2', 8, 23)
    returning id`;
  const technicians: Technician[] = [];
  for (let i = 0; i < crew; i++) {
    const made = await addTechnician(sql, code, { username: `fallas.${code}.${i}` });
    const [token] = await addSessions(sql, made.userId, 1);
    technicians.push({ ...made, token: token! });
  }
  const [type] = await sql<{ value: number }[]>`select value from order_types order by value limit 1`;
  // A third of the customers on each channel.
  await sql`
    insert into clients (id, operation, name, status, telegram_chat_id, wa_number, email)
    select ${code} || '9' || lpad(i::text, 7, '0'), ${code}, 'Cliente ' || i, 'Activo',
      case when i % 3 = 0 then '8' || ${code} || lpad(i::text, 5, '0') end,
      case when i % 3 = 1 then '54935' || ${code} || lpad(i::text, 5, '0') end,
      case when i % 3 = 2 then 'c' || ${code} || i || '@example.com' end
    from generate_series(0, ${orderCount - 1}::int) i`;
  await sql`
    insert into orders (number, operation, type, client_id, created_at)
    select ${code} || '9' || lpad(i::text, 7, '0'), ${code}, ${type!.value}, ${code} || '9' || lpad(i::text, 7, '0'), now() - interval '1 day'
    from generate_series(0, ${orderCount - 1}::int) i`;
  return { code, slotId: slots[0]!.id, otherSlotId: slots[1]!.id, technicians };
}

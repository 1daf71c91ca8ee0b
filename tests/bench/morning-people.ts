import { hash } from '@node-rs/argon2';
import type { Sql } from '../../db/connection/sql.ts';
import { addDispatcher, addPlace, type Place } from './people.ts';
import type { Telephone } from './technicians.ts';

export const operations = 60;
export const boardCount = 500;
export const password = 'una clave larga de verdad';

const crew = 34;
const dayVisits = 7;
/** Technicians and visits of each operation that the other changes are about. */
const others = { technicians: 4, visits: 8 };

/** Sixty operations with all who work there in the morning. */
export type Morning = {
  /** Each with the technicians and visits of the changes that are no part of anybody's morning. */
  places: Place[];
  /** Those who sign in, of the operations in turn; each has a free visit to take. */
  people: Omit<Telephone, 'port'>[];
  /** Sessions of those who look at boards, by operation. */
  watchers: { operation: string; tokens: string[] }[];
};

/**
 * 2,040 technicians in sixty operations, each with a password, seven visits of today and a free one.
 * @param firstCode the first operation's code; the others follow it
 */
export async function addMorning(sql: Sql, firstCode: number): Promise<Morning> {
  // The product's own cost; one hash for all, for making 2,000 takes a minute.
  const passwordHash = await hash(password);
  const places: Place[] = [];
  const crews: Morning['people'][] = [];
  const watchers: Morning['watchers'] = [];
  let watching = 0;
  for (let index = 0; index < operations; index++) {
    const place = await addPlace(
      sql,
      String(firstCode + index),
      others.technicians,
      others.visits + crew,
      [7, 9, 11, 13, 15],
    );
    crews.push(await addCrew(sql, place, passwordHash));
    places.push({ ...place, free: place.free.slice(crew) });
    const share = Math.floor((boardCount * (index + 1)) / operations) - watching;
    watching += share;
    watchers.push({
      operation: place.operation,
      tokens: await addDispatcher(sql, [place.operation], share),
    });
  }
  const people = Array.from({ length: crew }, (_, turn) => crews.map((one) => one[turn]!)).flat();
  return { places, people, watchers };
}

async function addCrew(sql: Sql, place: Place, passwordHash: string): Promise<Morning['people']> {
  const made = await sql<{ username: string; technicianId: number }[]>`
    with u as (
      insert into users (username, first_name, last_name, password_hash)
      select 'bench' || ${place.operation} || '.m' || i, 'Tomás', 'Ñáñez ' || i, ${passwordHash} from generate_series(1, ${crew}::int) i
      returning id, username
    ), o as (
      insert into user_operations (user_id, operation) select id, ${place.operation} from u
    ), t as (
      insert into technicians (user_id, name) select id, 'Tomás Ñáñez' from u returning id, user_id
    )
    select u.username, t.id as technician_id from u join t on t.user_id = u.id order by u.id`;
  await sql`
    insert into visits (operation, day, slot_id, order_number, order_type, client_id, client_name, client_address, node_name, tag,
      technician_id, assigned_at)
    select v.operation, v.day, (${place.slotIds}::int[])[1 + i % 5], v.order_number, v.order_type, v.client_id, v.client_name,
      v.client_address, v.node_name, v.tag, t, now() - interval '1 day'
    from visits v, unnest(${made.map(({ technicianId }) => technicianId)}::int[]) t, generate_series(1, ${dayVisits}::int) i
    where v.id = ${place.free[0]!}`;
  return made.map((one, index) => ({ ...one, password, visitId: place.free[index]! }));
}

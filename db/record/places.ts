import type { Query } from '../connection/sql.ts';
import type { Columns, slotDays } from '../schema/index.ts';

/** A slot of a day of an operation, which has a counter of its places (`slot_days`). */
export type Place = Columns<typeof slotDays, 'operation' | 'day' | 'slotId'>;

/** A locked counter: its capacity of that day (null: any number), and how many visits hold a place. */
export type Counter = Place & Columns<typeof slotDays, 'capacity' | 'taken'>;

const keyOf = ({ operation, day, slotId }: Place) => `${operation}.${day}.${slotId}`;

/**
 * Locks the counters of these places until the transaction's end, in one order for all commands, so that two of them
 * never deadlock. A trigger of `visits` counts; a command that decides by a counter locks it first.
 * @returns by the order of `places`
 */
export async function lockPlaces(tx: Query, places: Place[]): Promise<Counter[]> {
  const distinctPlaces = [...new Map(places.map((place) => [keyOf(place), place])).values()];
  let counters = await selectForUpdate(tx, distinctPlaces);
  if (counters.length < distinctPlaces.length) {
    await tx`
      insert into slot_days (operation, day, slot_id, capacity)
      select p.operation, p.day, p.slot_id, slot_capacity(p.slot_id, p.day) from ${listed(tx, distinctPlaces)}
      order by 1, 2, 3 on conflict do nothing`;
    counters = await selectForUpdate(tx, distinctPlaces);
  }
  const byKey = new Map(counters.map((counter) => [keyOf(counter), counter]));
  return places.map((place) => byKey.get(keyOf(place))!);
}

const selectForUpdate = async (tx: Query, places: Place[]): Promise<Counter[]> => [
  ...(await tx<Counter[]>`
    select d.operation, d.day, d.slot_id, d.capacity, d.taken from slot_days d
    where (d.operation, d.day, d.slot_id) in (select p.operation, p.day, p.slot_id from ${listed(tx, places)})
    order by 1, 2, 3 for update`),
];

const listed = (tx: Query, places: Place[]) => tx`unnest(
  ${places.map(({ operation }) => operation)}::text[], ${places.map(({ day }) => day)}::date[],
  ${places.map(({ slotId }) => slotId)}::int[]) p (operation, day, slot_id)`;

/** Writes a slot's changed capacity into the counters of its days from `from` on. Visits above it stay, without places left. */
export async function applyCapacity(tx: Query, slotId: number, from: string): Promise<void> {
  await tx`
    update slot_days d set capacity = c.capacity, over = coalesce(greatest(0, d.taken - c.capacity), 0)
    from (select operation, day, slot_id, slot_capacity(slot_id, day) as capacity from slot_days
      where slot_id = ${slotId} and day >= ${from} order by 1, 2, 3 for update) c
    where d.operation = c.operation and d.day = c.day and d.slot_id = c.slot_id and d.capacity is distinct from c.capacity`;
}

/** A counter that differs from the visits that it counts. */
export type WrongCounter = Counter & { visits: number };

/** The counters that differ from the visits, in one snapshot. */
export const listWrongCounters = async (sql: Query): Promise<WrongCounter[]> => [
  ...(await sql<WrongCounter[]>`
    with held as (
      select operation, day, slot_id, count(*)::int as visits from visits
      where not (cancelled or rescheduled) group by operation, day, slot_id
    )
    select operation, day, slot_id, d.capacity, coalesce(d.taken, 0) as taken, coalesce(h.visits, 0) as visits
    from held h full join slot_days d using (operation, day, slot_id)
    where coalesce(d.taken, 0) <> coalesce(h.visits, 0)
      or coalesce(d.over, 0) <> coalesce(greatest(0, d.taken - d.capacity), 0)
    order by 1, 2, 3`),
];

/**
 * Counts all visits anew: after writes that pass the trigger (the seed's history), or to repair. The caller's
 * transaction locks the counters, so that no visit is counted twice or not at all.
 */
export async function recountPlaces(tx: Query): Promise<void> {
  await tx`lock table slot_days in exclusive mode`;
  await tx`
    insert into slot_days as d (operation, day, slot_id, capacity, taken, over)
    select h.operation, h.day, h.slot_id, c.capacity, h.visits, coalesce(greatest(0, h.visits - c.capacity), 0)
    from (select operation, day, slot_id, count(*)::int as visits from visits
      where not (cancelled or rescheduled) group by operation, day, slot_id) h
    cross join lateral (select slot_capacity(h.slot_id, h.day) as capacity) c
    on conflict (operation, day, slot_id) do update
      set taken = excluded.taken, over = coalesce(greatest(0, excluded.taken - d.capacity), 0)`;
  await tx`
    update slot_days d set taken = 0, over = 0 where (taken > 0 or over > 0) and not exists (
      select 1 from visits v where v.operation = d.operation and v.day = d.day and v.slot_id = d.slot_id
        and not (v.cancelled or v.rescheduled))`;
}

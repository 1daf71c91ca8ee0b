import type { Day } from '../../../machines/calendar/slots.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';
import { findVersion } from '../../feed/operation-version.ts';
import { amongDays } from '../../months/settled.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import type { Columns, orders, streetPlans } from '../../schema/index.ts';

/** Degrees, WGS 84; `approximate`: the centre of the order's node, because its address has no coordinates. */
export type Placed = { lat: number; lon: number; approximate: boolean };

export type MapOrder = Columns<typeof orders, 'number' | 'type' | 'address'> & {
  clientName: string;
  /** Null: neither its address nor its node is known. */
  place: Placed | null;
};

export type DayMap = {
  version: number;
  /** The places of a day's visits, by the number of their order; one that is missing has none. */
  places: [orderNumber: string, lat: number, lon: number, approximate: 0 | 1][];
  /** Open orders that wait for a visit, the oldest first, and how many more there are. */
  orders: MapOrder[];
  leftOut: number;
};

/** Orders on a map at once. */
export const mapOrders = 500;

/** Where an order is: its own coordinates, else its client's, else its node's centre. */
const place = (sql: Query) => sql`
  coalesce(w.lat, c.lat, n.lat) as lat, coalesce(w.lon, c.lon, n.lon) as lon, coalesce(w.lat, c.lat) is null as approximate`;

/** Where the visits of a day of one operation are, and the orders that wait. The version is read first, so that no change between the two is missed. */
export async function readDayMap(db: Db, operation: string, day: Day): Promise<DayMap> {
  const { sql } = db;
  const version = (await findVersion(db, operation)) ?? 0;
  const [visits, pending] = await Promise.all([
    sql<({ number: string } & Located)[]>`
      select w.number, ${place(sql)} from orders w
      join clients c on c.id = w.client_id left join nodes n on n.id = w.node_id
      where w.number in (select v.order_number from visits v
        where v.operation = ${operation} and v.day = ${day} and ${amongDays(db, day, day)})`,
    sql<(Omit<MapOrder, 'place'> & Located & { total: number })[]>`
      select w.number, w.type, coalesce(nullif(w.address, ''), c.address) as address, c.name as client_name,
        ${place(sql)}, count(*) over ()::int as total
      from orders w join clients c on c.id = w.client_id left join nodes n on n.id = w.node_id
      where w.operation = ${operation} and w.status_id <= 2 and not exists (
        select 1 from order_visits a, lateral (select * from visits where id = a.visit_id offset 0) v
        where a.order_number = w.number and ${isOpenVisit(sql)})
      order by w.created_at, w.number limit ${sql.unsafe(String(mapOrders))}`,
  ]);
  return {
    version,
    places: visits.flatMap(({ number, lat, lon, approximate }) =>
      lat === null || lon === null ? [] : [[number, lat, lon, approximate ? 1 : 0] as const],
    ) as DayMap['places'],
    orders: pending.map(({ lat, lon, approximate, total: _, ...order }) => ({
      ...order,
      place: lat === null || lon === null ? null : { lat, lon, approximate },
    })),
    leftOut: (pending[0]?.total ?? 0) - pending.length,
  };
}

type Located = { lat: number | null; lon: number | null; approximate: boolean };

export type Ground = {
  /** Zones by the centres of their nodes, as [lon, lat]. */
  zones: { id: number; name: string; nodes: [number, number][] }[];
  /** As lines of [lon, lat]; empty: none are known. */
  streets: [number, number][][];
};

/** What an operation's map is drawn on where there are no tiles. */
export async function readGround({ sql }: Db, operation: string): Promise<Ground> {
  const [areas, [plan]] = await Promise.all([
    sql<Ground['zones']>`
      select z.id, z.name, json_agg(json_build_array(n.lon, n.lat) order by n.id) as nodes
      from zones z join nodes n on n.zone_id = z.id and n.lat is not null
      where z.operation = ${operation} and z.deleted_at is null group by z.id order by z.name`,
    sql<
      Columns<typeof streetPlans, 'streets'>[]
    >`select streets from street_plans where operation = ${operation}`,
  ]);
  return { zones: [...areas], streets: plan?.streets ?? [] };
}

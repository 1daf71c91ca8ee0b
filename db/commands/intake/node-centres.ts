import type { Tx } from '../../connection/sql.ts';
import type { Touched } from './correct-visits.ts';

/** Fewer points than this would show where one customer lives. */
const leastPoints = 3;

/**
 * The centre of the nodes of these orders and clients: the mean of the points of its open orders, own or their
 * client's. A node that has too few of them keeps the centre it had.
 */
export async function centreNodes(tx: Tx, { orders, clients }: Touched): Promise<void> {
  if (orders.length + clients.length === 0) return;
  // In one order, so that two intakes with the same nodes wait for each other and never both.
  const locked = await tx<{ id: number }[]>`
    select id from nodes where id in (
      select node_id from orders where (number = any(${orders}::text[]) or client_id = any(${clients}::text[]))
        and operation in (select left(code, 3) from unnest(${[...orders, ...clients]}::text[]) code))
    order by id for no key update`;
  if (locked.length === 0) return;
  await centreOfNodes(
    tx,
    locked.map(({ id }) => id),
  );
}

/** The same for these nodes, which the caller has locked. */
export async function centreOfNodes(tx: Tx, nodes: number[]): Promise<void> {
  await tx`
    update nodes n set lat = m.lat, lon = m.lon
    from (
      select w.node_id, round(avg(coalesce(w.lat, c.lat))::numeric, 6)::float8 as lat,
        round(avg(coalesce(w.lon, c.lon))::numeric, 6)::float8 as lon
      from orders w join clients c on c.id = w.client_id
      where w.status_id <= 2 and coalesce(w.lat, c.lat) is not null and w.node_id = any(${nodes}::int[])
      group by w.node_id having count(*) >= ${leastPoints}) m
    where n.id = m.node_id and (n.lat, n.lon) is distinct from (m.lat, m.lon)`;
}

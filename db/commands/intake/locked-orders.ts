import { and } from 'drizzle-orm';
import { operationsOf } from '../../../machines/access/permissions.ts';
import { differences, type OrderFacts } from '../../../machines/order/intake.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import type { Frame } from '../../record/transact.ts';
import { orderServices, orders as orderTable, relatedOrders } from '../../schema/index.ts';
import { forgetSegments } from '../reports/sum-segments.ts';
import { type Lookups, saveLookups } from './lookups.ts';
import type { OrderInput } from './rows.ts';

/** The orders of some rows, before and after. */
export type LockedOrders = {
  was: ReadonlyMap<string, OrderFacts>;
  now: Map<string, OrderFacts>;
  /** The valid numbers among those that a row relates to; a relation to an unknown order waits for a later row. */
  relatable(numbers: string[], self: string): string[];
};

/** Locked in the order of their numbers; creating a visit needs the same lock. */
export async function lockOrders({ tx, actor }: Frame, rows: OrderInput[]): Promise<LockedOrders> {
  const numbers = rows.map((row) => row.ot_number);
  const reach = operationsOf(actor);
  const recorded = await tx<OrderFacts[]>`
    with held as materialized (
      select * from orders where number = any(${numbers}::text[]) and operation = any(${reach}::text[])
      order by number for no key update)
    select w.number, w.type, w.status_id, w.client_id, n.name as node, w.symptom_id as symptom, w.tag, w.address, w.location, w.lat, w.lon,
      w.telephone, w.detail, w.notes, w.contractor, w.repeating_failures, w.repair_code, w.created_at, w.closed_at,
      w.status_id = 3 and (w.closed_by_technician_id is not null or exists (select 1 from order_visits a
        join visits v on v.id = a.visit_id where a.order_number = w.number and v.finished and v.closed_at = w.closed_at)) as fulfilled_here,
      coalesce((select jsonb_agg(jsonb_build_object('quantity', s.quantity, 'name', s.name) order by s.id)
        from order_services s where s.order_number = w.number), '[]') as services,
      array(select r.related_number::text from related_orders r where r.order_number = w.number order by 1) as related
    from held w left join nodes n on n.id = w.node_id`;
  const was = new Map(
    recorded.map((row) => [
      row.number,
      { ...row, services: row.services.map(({ quantity, name }) => ({ quantity, name })) },
    ]),
  );
  const mentioned = rows.flatMap((row) => row.related_orders ?? []);
  const reachable = new Set(numbers.filter((number) => reach.includes(number.slice(0, 3))));
  if (mentioned.length > 0)
    for (const { number } of await typed(tx)
      .select({ number: orderTable.number })
      .from(orderTable)
      .where(and(anyOf(orderTable.number, mentioned), anyOf(orderTable.operation, reach))))
      reachable.add(number);
  return {
    was,
    now: new Map(was),
    relatable: (related, self) =>
      [...new Set(related)].filter((number) => number !== self && reachable.has(number)).sort(),
  };
}

/** Writes new and changed orders, with an event each; answers their numbers. */
export async function saveOrders(
  frame: Frame,
  { was, now }: LockedOrders,
  lookups: Lookups,
): Promise<Set<string>> {
  const { tx, record } = frame;
  const changed = [...now.values()]
    .flatMap((after) => {
      const before = was.get(after.number);
      const change = before && differences(before, after);
      if (before && !change) return [];
      return [
        { after, change, fields: change?.fields ?? Object.keys(after), operation: after.number.slice(0, 3) },
      ];
    })
    .sort((a, b) => (a.after.number < b.after.number ? -1 : 1));
  if (changed.length === 0) return new Set();
  const idOf = await saveLookups(
    frame,
    lookups,
    changed.map(({ after: { type, node, symptom }, operation }) => ({ operation, type, node, symptom })),
  );
  const rows = changed.map(({ after: { services: _, related: __, ...order }, operation }) => ({
    ...order,
    operation,
    symptom: idOf(order.symptom),
  }));
  await tx`
    insert into orders (number, operation, type, status_id, client_id, node_id, symptom_id, tag, address, location, lat, lon, telephone,
      detail, notes, contractor, repeating_failures, repair_code, created_at, closed_at)
    select x.number, x.operation, x.type, x."statusId", x."clientId", n.id, x.symptom, x.tag, x.address, x.location, x.lat, x.lon, x.telephone,
      x.detail, x.notes, x.contractor, x."repeatingFailures", x."repairCode", x."createdAt", x."closedAt"
    from jsonb_to_recordset(${tx.json(rows as never)}) as x (number text, operation text, type int, "statusId" int, "clientId" text,
      node text, symptom int, tag text, address text, location text, lat float8, lon float8, telephone text, detail text, notes text, contractor bool,
      "repeatingFailures" int, "repairCode" text, "createdAt" timestamptz, "closedAt" timestamptz)
    left join nodes n on n.operation = x.operation and n.name = x.node
    order by x.number
    on conflict (number) do update set type = excluded.type, status_id = excluded.status_id, client_id = excluded.client_id,
      node_id = excluded.node_id, symptom_id = excluded.symptom_id, tag = excluded.tag, address = excluded.address,
      location = excluded.location, lat = excluded.lat, lon = excluded.lon,
      telephone = excluded.telephone, detail = excluded.detail, notes = excluded.notes,
      contractor = excluded.contractor, repeating_failures = excluded.repeating_failures, repair_code = excluded.repair_code,
      created_at = excluded.created_at, closed_at = excluded.closed_at,
      forgotten = false, closed_by_technician_id = case when excluded.status_id > 2 then orders.closed_by_technician_id end`;
  const redated = changed.filter(({ change, fields }) => change && fields.includes('createdAt'));
  await forgetSegments(
    tx,
    redated.map(({ after }) => after.number),
  );
  await saveServices(frame, ofThose(changed, 'services'));
  await saveRelated(frame, ofThose(changed, 'related'));
  for (const { after, change, operation } of changed)
    record({
      operation,
      name: change ? 'order.changed' : 'order.received',
      orderNumber: after.number,
      data: change ?? { to: { statusId: after.statusId, type: after.type } },
    });
  return new Set(changed.map(({ after }) => after.number));
}

const ofThose = (changed: { after: OrderFacts; fields: string[] }[], field: string): OrderFacts[] =>
  changed.filter(({ fields }) => fields.includes(field)).map(({ after }) => after);

async function saveServices({ tx }: Frame, orders: OrderFacts[]) {
  if (orders.length === 0) return;
  const rows = orders.flatMap(({ number, services }) => services.map((service) => ({ number, ...service })));
  const numbers = orders.map(({ number }) => number);
  await typed(tx).delete(orderServices).where(anyOf(orderServices.orderNumber, numbers));
  if (rows.length === 0) return;
  await tx`
    insert into order_services (order_number, quantity, name)
    select number, quantity, name
    from rows from (jsonb_to_recordset(${tx.json(rows)}) as (number text, quantity int, name text)) with ordinality
    order by ordinality`;
}

async function saveRelated({ tx }: Frame, orders: OrderFacts[]) {
  if (orders.length === 0) return;
  const rows = orders.flatMap(({ number, related }) => related.map((other) => ({ number, other })));
  const numbers = orders.map(({ number }) => number);
  await typed(tx).delete(relatedOrders).where(anyOf(relatedOrders.orderNumber, numbers));
  if (rows.length === 0) return;
  await tx`
    insert into related_orders (order_number, related_number)
    select x.number, w.number from jsonb_to_recordset(${tx.json(rows)}) as x (number text, other text)
    join orders w on w.number = x.other on conflict do nothing`;
}

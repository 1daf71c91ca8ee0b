import { isNull } from 'drizzle-orm';
import { scoreParts, scoreWeights as weights } from '../../../machines/order/order-score.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';
import { typed } from '../../connection/typed.ts';
import { typeNow } from '../../record/names-now.ts';
import { isClosedVisit, isOpenVisit } from '../../record/open-visits.ts';
import { type Columns, type orders, orderTypes } from '../../schema/index.ts';

/** An order in the dispatcher's list (S1 §3 'Order in list'). */
export type OrderCard = Columns<
  typeof orders,
  | 'uuid'
  | 'number'
  | 'type'
  | 'operation'
  | 'createdAt'
  | 'symptomId'
  | 'clientId'
  | 'address'
  | 'location'
  | 'repeatingFailures'
  | 'notes'
  | 'contractor'
> & {
  typeName: string;
  open: boolean;
  nodeName: string | null;
  zoneId: number | null;
  zoneName: string | null;
  symptom: string | null;
  priority: number;
  clientName: string;
  /** none: no visit yet; wip: one is open; finished: its last one concluded (S1 §2). */
  visitState: 'none' | 'wip' | 'finished';
  /** Its open visit, else its latest. */
  visitId: number | null;
  visitDay: string | null;
  /** The suggestions' score, higher first, and its parts in words. */
  score: number;
  scoreParts: string[];
};

export type PendingOrdersQuery = {
  operation: string;
  mode: 'pending' | 'priority';
  zoneId: number | null;
  showContractors: boolean;
  unscheduledOnly: boolean;
  orderType: number | null;
  offset: number;
  /** Fewer than a page, as for a document. */
  most?: number;
};

/** A page of the priority list (contract §3). */
export const priorityPage = 50;
/** The pending list is a single request (S1 §4), limited to so many from `offset` on; the count is of all. */
export const pendingLimit = 10_000;

export type PendingOrders = {
  orders: OrderCard[];
  total: number;
  types: Columns<typeof orderTypes, 'value' | 'text'>[];
};

/** Of order `w`, with what is called by name (`named`) and its visits `x` (`visitsOf`). */
const card = (sql: Query) => sql`
  w.uuid, w.number, w.type, t.text as type_name, w.operation, w.status_id <= 2 as open, w.created_at,
  n.name as node_name, n.zone_id, z.name as zone_name, w.symptom_id, y.text as symptom, coalesce(p.priority, 0) as priority,
  w.client_id, c.name as client_name, coalesce(nullif(w.address, ''), c.address) as address,
  coalesce(nullif(w.location, ''), c.location) as location, w.repeating_failures, w.notes, w.contractor,
  coalesce(x.state, 'none') as visit_state, x.visit_id, x.visit_day, ${ageDays(sql)} as age_days, ${score(sql)} as score`;

const score = (sql: Query) => sql`
  coalesce(p.priority, 0) + ${weights.failure} * w.repeating_failures + ${weights.day} * ${ageDays(sql)}
    + case when x.state is null then ${weights.unscheduled} else 0 end`;

/** Days of waiting, capped: beyond the limit all are equally late. */
const ageDays = (sql: Query) =>
  sql`greatest(0, least(${weights.days}, extract(day from now() - w.created_at)::int))`;

const priorityOf = (sql: Query) => sql`
  left join priorities p on p.operation = w.operation and p.symptom_id = w.symptom_id`;

const nodeOf = (sql: Query) => sql`left join nodes n on n.id = w.node_id`;

const named = (sql: Query) => sql`
  join order_types t on t.value = w.type join clients c on c.id = w.client_id
  ${nodeOf(sql)} left join zones z on z.id = n.zone_id
  left join symptoms y on y.id = w.symptom_id ${priorityOf(sql)}`;

const visitsOf = (sql: Query) => sql`
  left join lateral (
    select case when bool_or(${isOpenVisit(sql)}) then 'wip'
      when bool_or(v.finished) then 'finished' end as state,
      (array_agg(v.id order by ${isClosedVisit(sql)}, v.id desc))[1] as visit_id,
      (array_agg(v.day order by ${isClosedVisit(sql)}, v.id desc))[1] as visit_day
    from order_visits a, lateral (select * from visits where id = a.visit_id offset 0) v
    where a.order_number = w.number) x on true`;

/**
 * The open orders: those that wait for a visit before those that have one open; among them the oldest first
 * or, as suggestions, those of the highest score (machines/order/order-score.ts).
 */
export async function listPendingOrders(db: Db, query: PendingOrdersQuery): Promise<PendingOrders> {
  const { sql } = db;
  const limit = query.most ?? (query.mode === 'priority' ? priorityPage : pendingLimit);
  const { offset } = query;
  const rank = sql`
    x.state is not distinct from 'wip', ${query.mode === 'priority' ? sql`${score(sql)} desc,` : sql``} w.created_at, w.number`;
  // Ranked before anything is called by name: fourteen of 450 take a third of the time.
  const rows = await sql<(Row & { total: number })[]>`
    with ranked as materialized (
      select w.number as ranked_number, x.*, count(*) over ()::int as total
      from orders w ${nodeOf(sql)} ${priorityOf(sql)} ${visitsOf(sql)}
      where w.operation = ${query.operation} and w.status_id <= 2
        ${query.zoneId === null ? sql`` : sql`and n.zone_id = ${query.zoneId}`}
        ${query.showContractors ? sql`` : sql`and not w.contractor`}
        ${query.orderType === null ? sql`` : sql`and w.type = ${typeNow(sql, query.orderType)}`}
        ${query.unscheduledOnly ? sql`and x.state is null` : sql``}
      order by ${rank} limit ${sql.unsafe(String(limit))} offset ${offset})
    select ${card(sql)}, x.total from ranked x join orders w on w.number = x.ranked_number ${named(sql)}
    order by ${rank}`;
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await countPending(db, query));
  const types = await typed(sql)
    .select({ value: orderTypes.value, text: orderTypes.text })
    .from(orderTypes)
    .where(isNull(orderTypes.mergedInto))
    .orderBy(orderTypes.text);
  return {
    orders: rows.map(({ total: _, ...row }) => explained(row)),
    total,
    types,
  };
}

async function countPending(db: Db, query: PendingOrdersQuery): Promise<number> {
  return (await listPendingOrders(db, { ...query, offset: 0 })).total;
}

/** The current cards of these orders, closed ones included, for a board's change. */
export async function listOrderCards(db: Db, numbers: string[]): Promise<OrderCard[]> {
  if (numbers.length === 0) return [];
  const { sql } = db;
  const rows = await sql<
    Row[]
  >`select ${card(sql)} from orders w ${named(sql)} ${visitsOf(sql)} where w.number = any(${numbers}::text[])`;
  return rows.map(explained);
}

type Row = Omit<OrderCard, 'scoreParts'> & { ageDays: number };

const explained = ({ ageDays, ...order }: Row): OrderCard => ({
  ...order,
  scoreParts: scoreParts({ ...order, ageDays }),
});

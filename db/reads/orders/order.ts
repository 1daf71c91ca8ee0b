import { eq } from 'drizzle-orm';
import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import type { Point } from '../../../machines/order/point.ts';
import type { VisitFacts } from '../../../machines/visit/facts.ts';
import type { Db } from '../../connection/open.ts';
import { typed } from '../../connection/typed.ts';
import { typeNow } from '../../record/names-now.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import { visitFactColumns } from '../../record/visit-row.ts';
import {
  type Columns,
  clientDevices,
  orderServices,
  type orders,
  type slots,
  type visits,
} from '../../schema/index.ts';
import { listEnabledSlots } from '../visits/creation.ts';
import { exactPlace } from '../visits/technician-day.ts';
import { type Reach, reachColumns, type Unread, withReach } from '../visits/with-reach.ts';

/** An order with everything of its dialog (S1 §3 'Order detail', S2 §3 'Order'). */
export type OrderDetail = Columns<
  typeof orders,
  | 'uuid'
  | 'number'
  | 'type'
  | 'operation'
  | 'statusId'
  | 'clientId'
  | 'address'
  | 'location'
  | 'telephone'
  | 'tag'
  | 'symptomId'
  | 'detail'
  | 'notes'
  | 'contractor'
  | 'repeatingFailures'
  | 'createdAt'
  | 'closedAt'
  | 'closedByTechnicianId'
> &
  Reach & {
    typeName: string;
    operationName: string;
    clientName: string;
    clientStatus: string;
    email: string | null;
    nodeName: string | null;
    zoneId: number | null;
    symptom: string | null;
    priority: number;
    repairText: string | null;
    related: RelatedOrder[];
    /** Of its address; null: not known. */
    place: Point | null;
    services: Columns<typeof orderServices, 'quantity' | 'name'>[];
    devices: Columns<typeof clientDevices, 'type' | 'mac' | 'serial'>[];
    visits: OrderVisit[];
    possibleSlots: Columns<typeof slots, 'id' | 'name' | 'fromHour' | 'toHour'>[];
  };

type RelatedOrder = Columns<typeof orders, 'number' | 'type'> & { typeName: string };

export type OrderVisit = VisitFacts &
  Columns<typeof visits, 'id' | 'day'> & {
    slotName: string;
    technicianName: string | null;
    reasonText: string | null;
  };

/** An order of the actor's operations; undefined: not found or not theirs. */
export async function findOrder(
  db: Db,
  actor: Pick<Actor, 'operations'>,
  key: { number: string; type?: number | null },
): Promise<OrderDetail | undefined> {
  const { sql } = db;
  const [order] = await sql<
    Omit<Unread<OrderDetail>, 'related' | 'services' | 'devices' | 'visits' | 'possibleSlots'>[]
  >`
    select w.uuid, w.number, w.type, t.text as type_name, w.operation, o.name as operation_name, w.status_id,
      w.client_id, c.name as client_name, c.status as client_status,
      coalesce(nullif(w.address, ''), c.address) as address, coalesce(nullif(w.location, ''), c.location) as location, ${exactPlace(sql)} as place,
      coalesce(nullif(w.telephone, ''), c.telephone, '') as telephone, c.email, ${reachColumns(sql)}, n.name as node_name, n.zone_id, w.tag,
      w.symptom_id, y.text as symptom, coalesce(p.priority, 0) as priority, r.text as repair_text, w.detail, w.notes,
      w.contractor, w.repeating_failures, w.created_at, w.closed_at, w.closed_by_technician_id
    from orders w join order_types t on t.value = w.type join operations o on o.code = w.operation
    join clients c on c.id = w.client_id left join nodes n on n.id = w.node_id left join symptoms y on y.id = w.symptom_id
    left join priorities p on p.operation = w.operation and p.symptom_id = w.symptom_id
    left join repair_codes r on r.code = w.repair_code
    where w.number = ${key.number} ${key.type == null ? sql`` : sql`and w.type = ${typeNow(sql, key.type)}`} and w.operation = any(${operationsOf(actor)}::text[])`;
  if (!order) return undefined;
  const [related, services, devices, visits, possibleSlots] = await Promise.all([
    sql<OrderDetail['related']>`
      select w.number, w.type, t.text as type_name from related_orders x
      join orders w on w.number = x.related_number join order_types t on t.value = w.type
      where x.order_number = ${order.number} order by w.number`,
    typed(sql)
      .select({ quantity: orderServices.quantity, name: orderServices.name })
      .from(orderServices)
      .where(eq(orderServices.orderNumber, order.number))
      .orderBy(orderServices.id),
    typed(sql)
      .select({ type: clientDevices.type, mac: clientDevices.mac, serial: clientDevices.serial })
      .from(clientDevices)
      .where(eq(clientDevices.clientId, order.clientId))
      .orderBy(clientDevices.id),
    listOrderVisits(db, order.number),
    listEnabledSlots(db, order.operation),
  ]);
  return {
    ...withReach(db, order),
    related: [...related],
    services,
    devices,
    visits,
    possibleSlots,
  };
}

async function listOrderVisits({ sql }: Db, number: string): Promise<OrderVisit[]> {
  return [
    ...(await sql<OrderVisit[]>`
      select v.id, v.day, s.name as slot_name, e.name as technician_name, r.text as reason_text, ${visitFactColumns(sql)}
      from order_visits a join visits v on v.id = a.visit_id join slots s on s.id = v.slot_id
      left join technicians e on e.id = v.technician_id left join reasons r on r.value = v.reason_id
      where a.order_number = ${number} order by v.day desc, v.id desc`),
  ];
}

export type ClientOrder = RelatedOrder & {
  symptom: string | null;
  /** Its next open visit; null: it waits for one. */
  openVisit:
    | (Columns<typeof visits, 'id' | 'day'> & Columns<typeof slots, 'name' | 'fromHour' | 'toHour'>)
    | null;
};

/** The open orders of a client (S1 §7 orders/pending_from_client), the oldest first. */
export async function listClientPendingOrders(
  { sql }: Db,
  actor: Pick<Actor, 'operations'>,
  clientId: string,
): Promise<ClientOrder[]> {
  return [
    ...(await sql<ClientOrder[]>`
      select w.number, w.type, t.text as type_name, y.text as symptom,
        (select json_build_object('id', v.id, 'day', v.day, 'name', s.name, 'fromHour', s.from_hour, 'toHour', s.to_hour)
          from order_visits a join visits v on v.id = a.visit_id join slots s on s.id = v.slot_id
          where a.order_number = w.number and ${isOpenVisit(sql)} order by v.day, s.from_hour, v.id limit 1) as open_visit
      from orders w join order_types t on t.value = w.type left join symptoms y on y.id = w.symptom_id
      where w.client_id = ${clientId} and w.status_id <= 2 and w.operation = any(${operationsOf(actor)}::text[])
      order by w.created_at`),
  ];
}

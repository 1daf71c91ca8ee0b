import type {
  PublishedEvent,
  PublishedOrder,
  PublishedVisit,
} from '../../../machines/webhook/webhook-body.ts';
import type { Db } from '../../connection/open.ts';
import { visitFactColumns } from '../../record/visit-row.ts';
import type { Columns, events } from '../../schema/index.ts';

/** An event with its visit and order as they are now, for a delivery's body. Undefined: no such event. */
export async function findPublishedEvent(
  { sql }: Db,
  operation: string,
  version: number,
): Promise<PublishedEvent | undefined> {
  const [event] = await sql<
    (Omit<PublishedEvent, 'visit' | 'order'> & Columns<typeof events, 'visitId' | 'orderNumber'>)[]
  >`
    select operation, version, name, at, actor_name, data, visit_id, order_number from events
    where operation = ${operation} and version = ${version}`;
  if (!event) return undefined;
  const { visitId, orderNumber, ...rest } = event;
  const [visit, order] = await Promise.all([
    visitId === null ? null : findVisit(sql, visitId),
    orderNumber === null ? null : findOrder(sql, orderNumber),
  ]);
  return { ...rest, visit, order };
}

async function findVisit(sql: Db['sql'], id: number): Promise<PublishedVisit | null> {
  const [visit] = await sql<PublishedVisit[]>`
    select v.id, v.version, v.operation, v.day, v.slot_id, s.name as slot_name, s.from_hour, s.to_hour, v.order_number,
      v.order_type, v.node_name, z.name as zone_name, v.tag, y.text as symptom, t.name as technician_name,
      ${visitFactColumns(sql)}, v.arrived_at,
      v.rescheduled_previous, v.rescheduled_next, v.derivation_type, v.created_at, v.assigned_at, v.on_the_way_at, v.closed_at,
      r.text as reason_text, v.repair_code, v.extra_comments, v.material_comments, v.labor_comments,
      coalesce((select json_agg(json_build_object('kind', i.kind, 'code', i.code, 'name', i.name, 'amount', i.amount)
        order by i.kind, i.code) from visit_items i where i.visit_id = v.id), '[]') as items
    from visits v join slots s on s.id = v.slot_id left join zones z on z.id = v.zone_id
    left join symptoms y on y.id = v.symptom_id left join technicians t on t.id = v.technician_id
    left join reasons r on r.value = v.reason_id
    where v.id = ${id}`;
  return visit ?? null;
}

async function findOrder(sql: Db['sql'], number: string): Promise<PublishedOrder | null> {
  const [order] = await sql<PublishedOrder[]>`
    select w.number, w.type, y.text as type_name, w.operation, w.status_id, w.client_id, w.created_at, w.closed_at,
      w.repair_code, r.text as repair_text, w.closed_by_technician_id as technician_id, t.name as technician_name,
      array(select number from tickets where order_number = w.number and number is not null order by number) as ticket_numbers
    from orders w join order_types y on y.value = w.type left join repair_codes r on r.code = w.repair_code
    left join technicians t on t.id = w.closed_by_technician_id
    where w.number = ${number}`;
  return order ?? null;
}

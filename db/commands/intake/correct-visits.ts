import { operationsOf } from '../../../machines/permissions.ts';
import { type Context, transact } from '../transact.ts';

/** The orders and clients that some rows were about. */
export type Touched = { orders: string[]; clients: string[] };

type Corrected = { id: number; operation: string; orderNumber: string; technicianId: number | null };

/**
 * An open visit carries a copy of whom and where it is for. When the provider's
 * system corrects an order or a client, whoever drives there must see it: the
 * copies follow, and every board hears. Closed visits keep what they were.
 *
 * A transaction of its own, because commands lock a visit before its order.
 * Asked again for the same rows it finds nothing to do, and heals what an
 * interruption left.
 */
export async function correctVisits(context: Context, touched: Touched): Promise<void> {
  if (touched.orders.length + touched.clients.length === 0) return;
  await transact(context, async ({ tx, actor, record }) => {
    const corrected = await tx<Corrected[]>`
      with stale as (
        select v.id, w.client_id, c.name, coalesce(nullif(w.address, ''), c.address) as address,
          coalesce(n.name, '') as node, w.tag
        from orders w join clients c on c.id = w.client_id left join nodes n on n.id = w.node_id
        join order_visits a on a.order_number = w.number join visits v on v.id = a.visit_id
        where (w.number = any(${touched.orders}::text[]) or w.client_id = any(${touched.clients}::text[]))
          and w.operation = any(${operationsOf(actor)}::text[])
          and not (v.finished or v.cancelled or v.rescheduled)
          and (v.client_id, v.client_name, v.client_address, v.node_name, v.tag)
            is distinct from (w.client_id, c.name, coalesce(nullif(w.address, ''), c.address), coalesce(n.name, ''), w.tag)
        order by v.id for update of v
      )
      update visits v set version = version + 1, client_id = s.client_id, client_name = s.name,
        client_address = s.address, node_name = s.node, tag = s.tag
      from stale s where v.id = s.id
      returning v.id, v.operation, v.order_number, v.technician_id`;
    for (const visit of corrected)
      record({
        operation: visit.operation,
        name: 'visit.edited',
        visitId: visit.id,
        orderNumber: visit.orderNumber,
        technicianId: visit.technicianId,
        data: { note: 'Se corrigieron los datos del cliente o de la OT.' },
      });
    return null;
  });
}

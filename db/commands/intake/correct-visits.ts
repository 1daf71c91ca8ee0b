import { operationsOf } from '../../../machines/access/permissions.ts';
import type { StepOf } from '../../../machines/visit/steps.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import type { Tx } from '../../connection/sql.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import { takeStep } from '../../record/take-step.ts';
import { type Context, transact } from '../../record/transact.ts';
import { type VisitRow, visitRowColumns } from '../../record/visit-row.ts';

/** The orders and clients of some rows. */
export type Touched = { orders: string[]; clients: string[] };

/**
 * Corrects the copies of client and order data in open visits when the provider's system corrects an order or a
 * client, so that technicians see it, and notifies the boards. Closed visits stay as they were. In a separate
 * transaction, because commands lock a visit before its order. Idempotent: a repeat completes what was interrupted.
 */
export async function correctVisits(context: Context, touched: Touched): Promise<void> {
  if (touched.orders.length + touched.clients.length === 0) return;
  await transact(context, async (frame) => {
    const { tx, actor } = frame;
    const stale = await tx<(VisitRow & { facts: StepOf<'CORRECT'>['facts'] })[]>`
      select ${visitRowColumns(tx)}, json_build_object('clientId', w.client_id, 'clientName', c.name, 'clientAddress', ${address(tx)},
        'nodeName', coalesce(n.name, ''), 'tag', w.tag) as facts
      from orders w join clients c on c.id = w.client_id left join nodes n on n.id = w.node_id
      join order_visits a on a.order_number = w.number join visits v on v.id = a.visit_id join slots s on s.id = v.slot_id
      where (w.number = any(${touched.orders}::text[]) or w.client_id = any(${touched.clients}::text[]))
        and w.operation = any(${operationsOf(actor)}::text[]) and ${isOpenVisit(tx)}
        and (v.client_id, v.client_name, v.client_address, v.node_name, v.tag)
          is distinct from (w.client_id, c.name, ${address(tx)}, coalesce(n.name, ''), w.tag)
      order by v.id for update of v`;
    for (const { facts, ...visit } of stale) {
      const refused = takeStep(
        frame,
        visit,
        { type: 'CORRECT', facts },
        {
          data: { note: 'Se corrigieron los datos del cliente o de la OT.' },
          dataAlone: true,
        },
      );
      if (isRefusal(refused)) return refused;
    }
    return null;
  });
}

const address = (tx: Tx) => tx`coalesce(nullif(w.address, ''), c.address)`;

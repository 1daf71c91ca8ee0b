import { z } from 'zod';
import { elevenDigits, id, operationCode, optional, wholeNumber } from '../../db/commands/input.ts';
import { listItems, listRepairCodes } from '../../db/reads/closing.ts';
import { findOrder } from '../../db/reads/order.ts';
import { listPendingOrders } from '../../db/reads/pending-orders.ts';
import { refuse } from '../../machines/refusals.ts';
import { ask, type Call, nothing, within } from './call.ts';
import { presentOrder, presentOrderCard } from './present.ts';

const pending = z.object({
  subsidiary: operationCode,
  offset: wholeNumber()
    .nullish()
    .transform((offset) => offset ?? 0),
  request: z
    .enum(['pending', 'priority'])
    .nullish()
    .transform((mode) => mode ?? 'pending'),
  zone: optional(id),
  show_contractors: z
    .boolean()
    .nullish()
    .transform((show) => show ?? false),
  unscheduled_only: z
    .boolean()
    .nullish()
    .transform((only) => only ?? false),
  ot_type: optional(wholeNumber()),
});

/** Work orders (S1 §7). */
export const orderCalls: Record<string, Call> = {
  order: ask(
    z.object({ ot_type: wholeNumber(), ot_number: elevenDigits }),
    async ({ db, actor }, input) => {
      if (!actor.operations.includes(input.ot_number.slice(0, 3)))
        return refuse('order-operation-not-assigned');
      const order = await findOrder(db, actor, { number: input.ot_number, type: input.ot_type });
      return order ? presentOrder(order) : refuse('order-unknown');
    },
    'can_query_order',
  ),
  'orders/pending': ask(pending, async ({ db, actor }, input) => {
    const refusal = within(actor, input.subsidiary);
    if (refusal) return refusal;
    const list = await listPendingOrders(db, {
      operation: input.subsidiary,
      mode: input.request,
      zoneId: input.zone,
      showContractors: input.show_contractors,
      unscheduledOnly: input.unscheduled_only,
      orderType: input.ot_type,
      offset: input.offset,
    });
    return { orders: list.orders.map(presentOrderCard), orders_qty: list.total, order_types: list.types };
  }),
  'orders/repair_codes': ask(nothing, ({ db }) => listRepairCodes(db)),
  get_materials: ask(nothing, ({ db }) => listItems(db, 'material')),
  get_labor: ask(nothing, ({ db }) => listItems(db, 'labor')),
};

import { z } from 'zod';
import { mayDo } from '../../../machines/access/permissions.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { daysToOffer, mostDaysToOffer } from '../../../machines/visit/offer.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import {
  elevenDigits,
  flag,
  id,
  operationCode,
  optional,
  pageOffset,
  wholeBetween,
  wholeNumber,
} from '../../commands/input.ts';
import { findOrder, type OrderDetail } from '../orders/order.ts';
import { listPendingOrders } from '../orders/pending-orders.ts';
import { findOrderPlaces } from '../visits/order-places.ts';
import { ofOperation, read } from './row.ts';

const queryFlag = z.literal('1').optional().transform(Boolean);
const pending = z.object({
  subsidiary: operationCode,
  offset: pageOffset,
  request: z
    .enum(['pending', 'priority'])
    .nullish()
    .transform((mode) => mode ?? 'pending'),
  zone: optional(id),
  show_contractors: flag.nullish().transform((show) => show ?? false),
  unscheduled_only: flag.nullish().transform((only) => only ?? false),
  ot_type: optional(wholeNumber()),
});

const badDays = `La cantidad de días debe estar entre 1 y ${mostDaysToOffer}.`;
/** Why a visit cannot be made of an order (S1 §2, §4); null: it can. */
const whyNoVisit = ({ statusId, visits, possibleSlots }: OrderDetail) => {
  if (statusId > 2) return 'closed' as const;
  if (visits.some(isOpen)) return 'pending' as const;
  return possibleSlots.length === 0 ? ('no-slots' as const) : null;
};

/** Work orders (S1 §7). */
export const orderReads = {
  order: read({
    input: z.object({ ot_type: wholeNumber(), ot_number: elevenDigits }) as z.ZodType<{
      ot_number: string;
      ot_type?: number;
    }>,
    query: z.object({ ot_number: elevenDigits }),
    permission: 'can_query_order',
    reach: {
      operation: ({ ot_number }) => ot_number.slice(0, 3),
      otherwise: 'order-operation-not-assigned',
    },
    by: ['screen', 'api'],
    run: async ({ db, actor }, { ot_number, ot_type }) =>
      (await findOrder(db, actor, { number: ot_number, type: ot_type })) ?? refuse('order-unknown'),
    show: (order, { actor }) => ({
      order,
      mayCreate: mayDo(actor, 'can_create_visit'),
      mayOpenClient: mayDo(actor, 'can_query_client'),
      whyNot: whyNoVisit(order),
    }),
  }),
  orderPlaces: read({
    input: z.object({
      ot_type: optional(wholeNumber()),
      ot_number: elevenDigits,
      days: wholeBetween(1, mostDaysToOffer, badDays).nullish(),
    }),
    permission: 'can_query_order',
    // An order of another operation does not exist for the asker.
    reach: { operation: ({ ot_number }) => ot_number.slice(0, 3), otherwise: 'order-unknown' },
    by: ['screen', 'api'],
    run: async ({ db, actor, now }, { ot_number, ot_type, days }) =>
      (await findOrderPlaces(
        db,
        actor,
        { number: ot_number, type: ot_type },
        { now, days: days ?? daysToOffer },
      )) ?? refuse('order-unknown'),
    show: ({ whyNot, ...places }) => ({ ...places, whyNotText: whyNot && refuse(whyNot).text }),
  }),
  pendingOrders: read({
    input: pending,
    query: pending.extend({ show_contractors: queryFlag, unscheduled_only: queryFlag }),
    permission: null,
    reach: { operation: ofOperation },
    by: ['screen', 'api'],
    run: ({ db }, input) =>
      listPendingOrders(db, {
        operation: input.subsidiary,
        mode: input.request,
        zoneId: input.zone,
        showContractors: input.show_contractors,
        unscheduledOnly: input.unscheduled_only,
        orderType: input.ot_type,
        offset: input.offset,
      }),
    show: ({ orders, total }) => ({ orders, total }),
  }),
};

import { z } from 'zod';
import {
  elevenDigits,
  id,
  operationCode,
  optional,
  pageOffset,
  wholeBetween,
  wholeNumber,
} from '../../../db/commands/input.ts';
import { readFromStandby } from '../../../db/connection/standby.ts';
import { clientPage, findClient, listVisitHistory } from '../../../db/reads/orders/client.ts';
import { findOrder, listClientPendingOrders } from '../../../db/reads/orders/order.ts';
import { listPendingOrders } from '../../../db/reads/orders/pending-orders.ts';
import { listSameClients } from '../../../db/reads/orders/same-clients.ts';
import { listItems, listRepairCodes } from '../../../db/reads/visits/closing.ts';
import { findOrderPlaces, type OrderPlaces } from '../../../db/reads/visits/order-places.ts';
import { formatDay } from '../../../machines/calendar/slots.ts';
import { statusLabel, toneOf } from '../../../machines/visit/labels.ts';
import { daysToOffer, mostDaysToOffer } from '../../../machines/visit/offer.ts';
import { statusHex } from '../../../machines/words/labels.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import {
  clientAnswer,
  clientOrdersAnswer,
  historyAnswer,
  itemsAnswer,
  orderAnswer,
  orderPlacesAnswer,
  pendingOrdersAnswer,
  repairCodesAnswer,
} from '../answers/order.ts';
import { presentOrder, presentOrderCard } from '../answers/present-visit.ts';
import { ask, type Call, nothing, within } from '../call.ts';

const badDays = `La cantidad de días debe estar entre 1 y ${mostDaysToOffer}.`;

const pending = z.object({
  subsidiary: operationCode,
  offset: pageOffset,
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

const oneClient = z.object({ client_id: elevenDigits });
const clientWithin = (actor: { operations: string[] }, clientId: string) =>
  actor.operations.includes(clientId.slice(0, 3)) ? null : refuse('client-operation-not-assigned');

/** Work orders and their clients (S1 §7). */
export const orderCalls: Record<string, Call> = {
  order: ask(
    {
      does: 'One order, with its visits, related orders, services and devices.',
      reach: 'operations',
      input: z.object({ ot_type: wholeNumber(), ot_number: elevenDigits }),
      answer: orderAnswer,
      permission: 'can_query_order',
    },
    async ({ db, actor }, input) => {
      if (!actor.operations.includes(input.ot_number.slice(0, 3)))
        return refuse('order-operation-not-assigned');
      const order = await findOrder(db, actor, { number: input.ot_number, type: input.ot_type });
      return order ? presentOrder(order) : refuse('order-unknown');
    },
  ),
  'order/places': ask(
    {
      does: "The places of the next days (14 unless asked otherwise, at most 31) for an order, today included, full ones too, with what is planned in each: of the order's zone, of its type, and who works then and has the skills. `best` says which to offer first.",
      reach: 'operations',
      input: z.object({
        ot_type: optional(wholeNumber()),
        ot_number: elevenDigits,
        days: wholeBetween(1, mostDaysToOffer, badDays).nullish(),
      }),
      answer: orderPlacesAnswer,
      permission: 'can_query_order',
    },
    async ({ db, actor, now }, input) => {
      const key = { number: input.ot_number, type: input.ot_type };
      const found = await findOrderPlaces(db, actor, key, { now, days: input.days ?? daysToOffer });
      return found ? presentPlaces(found) : refuse('order-unknown');
    },
  ),
  'orders/pending': ask(
    {
      does: 'The orders that wait for a visit, oldest first or as suggested.',
      reach: 'operations',
      input: pending,
      answer: pendingOrdersAnswer,
    },
    async ({ db, actor }, input) => {
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
    },
  ),
  'orders/pending_from_client': ask(
    {
      does: 'The open orders of a client.',
      reach: 'operations',
      input: oneClient,
      answer: clientOrdersAnswer,
      permission: 'can_query_client',
    },
    async ({ db, actor }, { client_id }) => {
      const refusal = clientWithin(actor, client_id);
      if (refusal) return refusal;
      const list = await listClientPendingOrders(db, actor, client_id);
      return list.map((order) => ({
        ot_number: order.number,
        ot_type: order.type,
        ot_type_friendly: order.typeName,
      }));
    },
  ),
  'client/info': ask(
    {
      does: 'One client.',
      reach: 'operations',
      input: oneClient,
      answer: clientAnswer,
      permission: 'can_query_client',
    },
    async ({ db, actor }, { client_id }) => {
      const refusal = clientWithin(actor, client_id);
      if (refusal) return refusal;
      const [client, same] = await Promise.all([
        findClient(db, actor, client_id),
        listSameClients(db, actor, client_id),
      ]);
      if (!client) return refuse('client-unknown');
      const { id, status, name, address, location, telephone, email } = client;
      return {
        ...{ client_id: id, client_status: status, name, address, location, telephone, email },
        recorded_twice: same.map((one) => ({ client_id: one.id, name: one.name, by: one.by })),
      };
    },
  ),
  'visit/history': ask(
    {
      does: "A client's visits, newest first, by pages of 100: one that is shorter is the last.",
      reach: 'operations',
      input: oneClient.extend({ offset: pageOffset }),
      answer: historyAnswer,
      permission: 'can_query_client',
    },
    async ({ db, actor }, { client_id, offset }) => {
      const refusal = clientWithin(actor, client_id);
      if (refusal) return refusal;
      const page = { offset, limit: clientPage };
      const rows = await readFromStandby(db, (from) => listVisitHistory(from, actor, client_id, page));
      return rows.map((row) => ({
        id: row.id,
        visit_date: formatDay(row.day),
        symptom_name: row.symptom,
        status: statusLabel(row, row.reasonText),
        status_hex: statusHex[toneOf(row)],
        ot_number: row.orderNumber,
      }));
    },
  ),
  'orders/repair_codes': ask(
    { does: 'The repair codes.', reach: 'installation', input: nothing, answer: repairCodesAnswer },
    ({ db }) => listRepairCodes(db),
  ),
  get_materials: ask(
    {
      does: 'The materials that a closing may name.',
      reach: 'installation',
      input: nothing,
      answer: itemsAnswer,
    },
    async ({ db }) => (await listItems(db, 'material')).map(asItem),
  ),
  get_labor: ask(
    {
      does: 'The labour that a closing may name.',
      reach: 'installation',
      input: nothing,
      answer: itemsAnswer,
    },
    async ({ db }) => (await listItems(db, 'labor')).map(asItem),
  ),
};

const presentPlaces = ({ order, whyNot, places }: OrderPlaces) => ({
  ot_number: order.number,
  ot_type: order.type,
  subsidiary: order.operation,
  zone: order.zoneId,
  why_not: whyNot && refuse(whyNot).text,
  places: places.map(
    ({ day, id, name, fromHour, toHour, left, planned, inZone, ofType, technicians, best }) => ({
      date: day,
      timestripe_id: id,
      name,
      from: fromHour,
      to: toHour,
      left,
      planned,
      planned_in_zone: inZone,
      planned_of_type: ofType,
      technicians,
      best,
    }),
  ),
});

/** S1 §3: the list says what there is, the form says how much of it. */
const asItem = (item: { code: string; name: string }) => ({ ...item, amount: 0 });

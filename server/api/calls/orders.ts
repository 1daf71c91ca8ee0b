import type { OrderPlaces } from '../../../db/reads/visits/order-places.ts';
import { formatDay } from '../../../machines/calendar/slots.ts';
import { statusLabel, toneOf } from '../../../machines/visit/labels.ts';
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
import { type Call, reading } from '../call.ts';

/** Work orders and their clients (S1 §7). */
export const orderCalls: Record<string, Call> = {
  order: reading(
    'order',
    { does: 'One order, with its visits, related orders, services and devices.', answer: orderAnswer },
    presentOrder,
  ),
  'order/places': reading(
    'orderPlaces',
    {
      does: "The places of the next days (14 unless asked otherwise, at most 31) for an order, today included, full ones too, with what is planned in each: of the order's zone, of its type, and who works then and has the skills. `best` says which to offer first.",
      answer: orderPlacesAnswer,
    },
    (places) => presentPlaces(places),
  ),
  'orders/pending': reading(
    'pendingOrders',
    { does: 'The orders that wait for a visit, oldest first or as suggested.', answer: pendingOrdersAnswer },
    ({ orders, total, types }) => ({
      orders: orders.map(presentOrderCard),
      orders_qty: total,
      order_types: types,
    }),
  ),
  'orders/pending_from_client': reading(
    'clientOrders',
    { does: 'The open orders of a client.', answer: clientOrdersAnswer },
    (orders) =>
      orders.map((order) => ({
        ot_number: order.number,
        ot_type: order.type,
        ot_type_friendly: order.typeName,
      })),
  ),
  'client/info': reading('client', { does: 'One client.', answer: clientAnswer }, ({ client, same }) => {
    const { id, status, name, address, location, telephone, email } = client;
    return {
      ...{ client_id: id, client_status: status, name, address, location, telephone, email },
      recorded_twice: same.map((duplicate) => ({
        client_id: duplicate.id,
        name: duplicate.name,
        by: duplicate.by,
      })),
    };
  }),
  'visit/history': reading(
    'clientHistory',
    {
      does: "A client's visits, newest first, by pages of 100: one that is shorter is the last.",
      answer: historyAnswer,
    },
    (rows) =>
      rows.map((row) => ({
        id: row.id,
        visit_date: formatDay(row.day),
        symptom_name: row.symptom,
        status: statusLabel(row, row.reasonText),
        status_hex: statusHex[toneOf(row)],
        ot_number: row.orderNumber,
      })),
  ),
  'orders/repair_codes': reading(
    'repairCodes',
    { does: 'The repair codes.', answer: repairCodesAnswer },
    (answer) => answer,
  ),
  get_materials: reading(
    'materials',
    { does: 'The materials that a closing may name.', answer: itemsAnswer },
    (materials) => materials.map(asItem),
  ),
  get_labor: reading(
    'labor',
    { does: 'The labour that a closing may name.', answer: itemsAnswer },
    (labors) => labors.map(asItem),
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

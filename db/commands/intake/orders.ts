import { operationsOf } from '../../../machines/access/permissions.ts';
import {
  differences,
  isProblem,
  mergeClient,
  mergeOrder,
  type OrderFacts,
  type OrderRow,
  rowProblem,
} from '../../../machines/order/intake.ts';
import type { Frame } from '../../record/transact.ts';
import { clientRowOf, type HeldClients, holdClients, saveClients, tellOrdersOf } from './held-clients.ts';
import { type HeldOrders, holdOrders, saveOrders } from './held-orders.ts';
import type { Kind, Outcome, Promised } from './kind.ts';
import { checkType, type Lookups, readLookups, symptomOf } from './lookups.ts';
import { type OrderInput, orderRow } from './rows.ts';

/** Orders with their services and relations, and the clients that stand in their rows. */
export const orders: Kind<typeof orderRow> = {
  row: orderRow,
  numberField: 'ot_number',
  perTransaction: 500,
  touched: (rows) => ({
    orders: rows.map((row) => row.ot_number),
    clients: rows.flatMap((row) => row.client?.client_id ?? []),
  }),
  async take(frame, rows, promised) {
    const clientIds = rows.flatMap((row) =>
      [row.client_id, row.client?.client_id].filter((id) => id != null),
    );
    const desk: Desk = {
      frame,
      promised,
      clients: await holdClients(frame, clientIds),
      orders: await holdOrders(frame, rows),
      lookups: await readLookups(frame, promised),
    };
    const outcomes = rows.map((row) => takeOne(desk, row));
    for (const id of desk.clients.now.keys()) promised.add(`client.${id}`);
    for (const value of desk.lookups.newTypes.keys()) promised.add(`type.${value}`);
    return {
      outcomes,
      async save() {
        await saveClients(frame, desk.clients);
        const told = await saveOrders(frame, desk.orders, desk.lookups);
        await tellOrdersOf(frame, desk.clients, told);
      },
    };
  },
};

type Desk = {
  frame: Frame;
  promised: Promised;
  clients: HeldClients;
  orders: HeldOrders;
  lookups: Lookups;
};

/** Decided wholly before anything of it is kept: a refused order brings no client, type or symptom with it. */
function takeOne({ frame, promised, clients, orders, lookups }: Desk, row: OrderInput): Outcome {
  const operation = row.ot_number.slice(0, 3);
  if (!operationsOf(frame.actor).includes(operation)) return rowProblem('foreign-operation', 'ot_number');
  const before = orders.now.get(row.ot_number);
  const named = row.client_id ?? row.client?.client_id;
  if (row.client?.client_id && row.client.client_id !== named)
    return rowProblem('client-differs', 'client.client_id');
  const clientId = named ?? before?.clientId;
  if (clientId && clientId.slice(0, 3) !== operation)
    return rowProblem('client-of-other-operation', 'client_id');

  const heldClient = clientId ? clients.now.get(clientId) : undefined;
  const client =
    row.client && clientId ? mergeClient(heldClient, clientRowOf(clientId, row.client)) : undefined;
  if (client && isProblem(client)) return { ...client, field: `client.${client.field}` };
  if (named && !client && !heldClient && !promised.has(`client.${named}`))
    return rowProblem('client-unknown', 'client_id');

  const typeTrouble = checkType(lookups, row);
  if (typeTrouble) return typeTrouble;
  const symptom = symptomOf(lookups, row);
  if (symptom && typeof symptom === 'object') return symptom;
  const related = row.related_orders && orders.relatable(row.related_orders, row.ot_number);
  const after = mergeOrder(before, { ...orderRowOf(row), clientId: named, symptom, related }, frame.now);
  if (isProblem(after)) return after;

  if (client) clients.now.set(client.id, client);
  if (row.ot_type !== undefined && row.ot_type_friendly && !lookups.types.has(row.ot_type))
    lookups.newTypes.set(row.ot_type, row.ot_type_friendly);
  orders.now.set(after.number, after);
  if (!before) return 'created';
  const clientChanged = client && (!heldClient || differences(heldClient, client));
  return clientChanged || differences<OrderFacts>(before, after) ? 'changed' : 'unchanged';
}

/** The feed's names into ours; client, symptom and relations are looked up first. */
const orderRowOf = (row: OrderInput): OrderRow => ({
  number: row.ot_number,
  type: row.ot_type,
  statusId: row.status_id,
  node: row.node_name,
  tag: row.tag,
  address: row.address,
  location: row.location,
  telephone: row.telephone,
  detail: row.detail,
  notes: row.notes,
  contractor: row.contractor,
  repeatingFailures: row.repeating_failures,
  repairCode: row.repair_code,
  createdAt: row.date_created,
  closedAt: row.date_closed,
  services: row.services?.map((one) => ({ quantity: one.service_qty, name: one.service_name })),
  reopen: row.reopen,
});

import { operationsOf } from '../../../machines/access/permissions.ts';
import {
  changedFields,
  clientFields,
  type FieldChange,
  orderFields,
} from '../../../machines/order/changed-fields.ts';
import {
  type ClientFacts,
  differences,
  isProblem,
  mergeClient,
  mergeOrder,
  type OrderFacts,
  type OrderRow,
  rowProblem,
} from '../../../machines/order/intake.ts';
import { pointProblem } from '../../../machines/order/point.ts';
import type { Frame } from '../../record/transact.ts';
import type { Kind, Outcome, Promised } from './kind.ts';
import {
  clientRowOf,
  givenContact,
  type LockedClients,
  lockClients,
  movedClients,
  recordClientChanges,
  saveClients,
} from './locked-clients.ts';
import { type LockedOrders, lockOrders, saveOrders } from './locked-orders.ts';
import {
  addedBy,
  checkType,
  type Lookups,
  nodeOf,
  noteNames,
  readLookups,
  symptomOf,
  symptomText,
  typeOf,
} from './lookups.ts';
import { centreNodes } from './node-centres.ts';
import { type OrderInput, orderRow } from './rows.ts';

/** Orders with their services, relations and inline clients. */
export const orders: Kind<typeof orderRow> = {
  row: orderRow,
  numberField: 'ot_number',
  perTransaction: 500,
  contacts({ ot_number, telephone, client }) {
    const operation = ot_number.slice(0, 3);
    return [
      { operation, within: '', telephone: telephone ?? null },
      ...(client ? [{ operation, within: 'client.', ...givenContact(client) }] : []),
    ];
  },
  touched: (rows) => ({
    orders: rows.map((row) => row.ot_number),
    clients: rows.flatMap((row) => row.client?.client_id ?? []),
  }),
  async take(frame, rows, promised) {
    const clientIds = rows.flatMap((row) =>
      [row.client_id, row.client?.client_id].filter((id) => id != null),
    );
    const batch: Batch = {
      frame,
      promised,
      clients: await lockClients(frame, clientIds),
      orders: await lockOrders(frame, rows),
      lookups: await readLookups(frame, promised, [...new Set(rows.map((row) => row.ot_number.slice(0, 3)))]),
    };
    const outcomes = rows.map((row) => takeOne(batch, row));
    for (const id of batch.clients.now.keys()) promised.add(`client.${id}`);
    for (const value of batch.lookups.newTypes.keys()) promised.add(`type.${value}`);
    return {
      outcomes,
      added: addedBy(batch.lookups, batch.orders.now.values()),
      async save() {
        await saveClients(frame, batch.clients);
        const recordedOrders = await saveOrders(frame, batch.orders, batch.lookups);
        await recordClientChanges(frame, batch.clients, recordedOrders);
        await centreNodes(frame.tx, { orders: [...recordedOrders], clients: movedClients(batch.clients) });
      },
    };
  },
};

type Batch = {
  frame: Frame;
  promised: Promised;
  clients: LockedClients;
  orders: LockedOrders;
  lookups: Lookups;
};

/** Decided completely before anything is kept: a refused order adds no client, type or symptom. */
function takeOne({ frame, promised, clients, orders, lookups }: Batch, row: OrderInput): Outcome {
  const operation = row.ot_number.slice(0, 3);
  if (!operationsOf(frame.actor).includes(operation)) return rowProblem('foreign-operation', 'ot_number');
  const misplaced = pointProblem(row, frame.bounds);
  if (misplaced) return rowProblem(misplaced, 'lat');
  const misplacedClient = row.client && pointProblem(row.client, frame.bounds);
  if (misplacedClient) return rowProblem(misplacedClient, 'client.lat');
  const before = orders.now.get(row.ot_number);
  const named = row.client_id ?? row.client?.client_id;
  if (row.client?.client_id && row.client.client_id !== named)
    return rowProblem('client-differs', 'client.client_id');
  const clientId = named ?? before?.clientId;
  if (clientId && clientId.slice(0, 3) !== operation)
    return rowProblem('client-of-other-operation', 'client_id');

  const heldClient = clientId ? clients.now.get(clientId) : undefined;
  const client =
    row.client && clientId ? mergeClient(heldClient, clientRowOf(clients, clientId, row.client)) : undefined;
  if (client && isProblem(client)) return { ...client, field: `client.${client.field}` };
  if (named && !client && !heldClient && !promised.has(`client.${named}`))
    return rowProblem('client-unknown', 'client_id');

  const typeProblem = checkType(lookups, row);
  if (typeProblem) return typeProblem;
  const symptom = symptomOf(lookups, row);
  if (symptom && typeof symptom === 'object') return symptom;
  const related = row.related_orders && orders.relatable(row.related_orders, row.ot_number);
  const node = nodeOf(lookups, operation, row.node_name);
  const after = mergeOrder(
    before,
    { ...orderRowOf(row), type: typeOf(lookups, row), clientId: named, symptom, node, related },
    frame.now,
  );
  if (isProblem(after)) return after;

  if (client) clients.now.set(client.id, client);
  if (row.ot_type !== undefined && row.ot_type_friendly && !lookups.types.has(row.ot_type))
    lookups.newTypes.set(row.ot_type, row.ot_type_friendly);
  noteNames(lookups, operation, after);
  orders.now.set(after.number, after);
  if (!before) return 'created';
  const isOther = differences(before, after) !== null;
  const shown = (order: OrderFacts) => ({ ...order, symptom: symptomText(lookups, order.symptom) });
  const changed = [
    ...(isOther ? changedFields(shown(before), shown(after), orderFields) : []),
    ...(client ? changesOfClient(heldClient, client) : []),
  ];
  return isOther || changed.length > 0 ? { changed } : 'unchanged';
}

/** Of a client that the order's row brings with it; a new one by its name. */
const changesOfClient = (before: ClientFacts | undefined, after: ClientFacts): FieldChange[] =>
  before
    ? changedFields(before, after, clientFields, 'client.')
    : [{ field: 'client.name', from: null, to: after.name }];

/** From the feed's names to ours; client, node, symptom and relations are looked up first. */
const orderRowOf = (row: OrderInput): OrderRow => ({
  number: row.ot_number,
  type: row.ot_type,
  statusId: row.status_id,
  tag: row.tag,
  address: row.address,
  location: row.location,
  lat: row.lat,
  lon: row.lon,
  telephone: row.telephone,
  detail: row.detail,
  notes: row.notes,
  contractor: row.contractor,
  repeatingFailures: row.repeating_failures,
  repairCode: row.repair_code,
  createdAt: row.date_created,
  closedAt: row.date_closed,
  services: row.services?.map((service) => ({ quantity: service.service_qty, name: service.service_name })),
  reopen: row.reopen,
});

import type { Copy } from '../copy.ts';
import { services } from './catalogue.ts';
import { writeDetail } from './orders.ts';
import { hour, iso, type Order, type World } from './world.ts';

/** Clients with their devices, and orders with what belongs to them. */
export async function writeClientsAndOrders(copy: Copy, world: World): Promise<void> {
  // In this order: each draws from the same random numbers.
  await writeClients(copy, world);
  await writeOrders(copy, world);
  await copy('related_orders', ['order_number', 'related_number'], relate(world), (pair) => pair);
  await writeServices(copy, world);
  await writeDevices(copy, world);
}

async function writeClients(copy: Copy, { clients }: World) {
  await copy(
    'clients',
    [
      'id',
      'operation',
      'name',
      'status',
      'address',
      'location',
      'lat',
      'lon',
      'telephone',
      'email',
      'wa_number',
      'telegram_chat_id',
    ],
    clients,
    (client) => [
      client.id,
      client.operation.plan.code,
      client.name,
      client.status,
      client.address,
      client.location,
      client.point?.lat,
      client.point?.lon,
      client.telephone,
      client.email,
      client.waNumber,
      client.telegramChatId,
    ],
  );
}

async function writeOrders(copy: Copy, world: World) {
  const { random, orders } = world;
  const repeats = countRepeats(world);
  await copy(
    'orders',
    [
      'number',
      'uuid',
      'operation',
      'type',
      'status_id',
      'client_id',
      'node_id',
      'symptom_id',
      'tag',
      'telephone',
      'detail',
      'notes',
      'contractor',
      'repeating_failures',
      'repair_code',
      'created_at',
      'closed_at',
      'closed_by_technician_id',
    ],
    orders,
    (order) => {
      const { client, operation } = order;
      const failures = repeats.get(order) ?? 0;
      return [
        order.number,
        `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-a${random.hex(3)}-${random.hex(12)}`,
        operation.plan.code,
        order.type,
        order.statusId,
        client.id,
        client.node.id,
        order.symptomId,
        `${client.node.name}/${client.id.slice(-4)}`,
        client.telephone ?? '',
        writeDetail(world, order, failures),
        failures > 1 ? 'Fallas reiteradas: priorizar.' : random.chance(0.08) ? 'Coordinar antes de ir.' : '',
        order.contractor,
        failures,
        order.repairCode,
        iso(order.createdAt),
        iso(order.closedAt),
        order.closedBy?.id,
      ];
    },
  );
}

async function writeServices(copy: Copy, { random, orders, now }: World) {
  const serviced = orders.filter((order) => order.createdAt > now - 120 * 24 * hour || random.chance(0.2));
  await copy(
    'order_services',
    ['order_number', 'quantity', 'name'],
    serviced.flatMap((order) =>
      random
        .shuffled(services)
        .slice(0, random.int(1, 3))
        .map((name) => [
          order.number,
          name.startsWith('TV') || name.startsWith('Rep') ? random.int(1, 3) : 1,
          name,
        ]),
    ),
    (row) => row,
  );
}

async function writeDevices(copy: Copy, { random, clients }: World) {
  await copy(
    'client_devices',
    ['client_id', 'type', 'mac', 'serial'],
    clients.flatMap((client) =>
      random
        .shuffled(['ONT', 'Decodificador HD', 'Decodificador 4K', 'Repetidor', 'Módem DOCSIS'])
        .slice(
          0,
          random.weighted([
            [1, 4],
            [2, 4],
            [3, 2],
            [0, 1],
          ] as const),
        )
        .map((type) => {
          // Locally administered: no maker's address.
          const mac = `02${random.hex(10)}`.toUpperCase().match(/../g)!.join(':');
          return [client.id, type, mac, `AR${random.hex(8).toUpperCase()}`];
        }),
    ),
    (row) => row,
  );
}

/** For each order, the number of the client's faults within 90 days before. */
function countRepeats({ clients }: World): Map<Order, number> {
  const repeats = new Map<Order, number>();
  for (const client of clients) {
    const faults = client.orders.filter(({ type }) => type === 2 || type === 3);
    faults.sort((a, b) => a.createdAt - b.createdAt);
    faults.forEach((order, index) => {
      const since = order.createdAt - 90 * 24 * hour;
      const count = faults.slice(0, index).filter((other) => other.createdAt > since).length;
      if (count > 0) repeats.set(order, Math.min(9, count));
    });
  }
  return repeats;
}

/** Some orders of a client are related to each other. */
function relate({ random, clients }: World): string[][] {
  const pairs: string[][] = [];
  for (const { orders } of clients)
    for (let index = 1; index < orders.length; index++)
      if (random.chance(0.06)) {
        const [first, other] = [orders[index - 1]!.number, orders[index]!.number];
        pairs.push([first, other], [other, first]);
      }
  return pairs;
}

import { accounts, chief, inTheField } from './accounts.ts';
import { operationPlans, symptoms } from './catalogue.ts';
import { addressOffset, areaOf, pointAt } from './town.ts';
import { commonLastNames, crossings, firstNames, lastNames, neighbourhoods, streets } from './words.ts';
import {
  type Client,
  hour,
  minute,
  type Node,
  type Operation,
  type Technician,
  type User,
  type World,
} from './world.ts';

/** Operations with their slots, zones, nodes and priorities; people; clients. */
export function settle(world: World) {
  addOperations(world);
  addAccounts(world);
  addStaff(world);
  addTechnicians(world);
  addClients(world);
}

const nodesOfZone = 4;

function addOperations(world: World) {
  const { random } = world;
  const ids = { slot: 0, zone: 0, node: 0 };
  for (const plan of operationPlans) {
    const zones = plan.zones.map((name) => ({ id: ++ids.zone, name }));
    const nodes = Array.from({ length: zones.length * nodesOfZone + 2 }, (_, index) => ({
      id: ++ids.node,
      name: `${plan.name.slice(0, 3).toUpperCase()}-${String(index + 1).padStart(3, '0')}`,
      zone: zones[Math.floor(index / nodesOfZone)] ?? null,
    }));
    world.operations.push({
      plan,
      slots: plan.slots.map(([from, to]) => ({ id: ++ids.slot, name: `${from} a ${to}`, from, to })),
      zones,
      nodes,
      technicians: [],
      dispatchers: [],
      creators: [],
      clients: [],
      priorities: new Map(
        symptoms.map(({ id, priority }) => [id, Math.min(99, Math.max(0, priority + random.int(-6, 6)))]),
      ),
      events: [],
    });
  }
}

function addAccounts(world: World) {
  const users = new Map(
    accounts.map((account) => [account.username, addUser(world, { ...account, lastSeenAt: world.now })]),
  );
  for (const name of ['jefe', 'tecnico', 'tecnico2']) addTechnician(world, users.get(name)!);
  for (const operation of world.operations)
    for (const user of [users.get('jefe')!, users.get('otro')!])
      if (user.operations.includes(operation.plan.code)) operation.dispatchers.push(user);
}

/** One more dispatcher and two clerks for each operation, the authors of most events. */
function addStaff(world: World) {
  const { random } = world;
  for (const operation of world.operations) {
    const { code } = operation.plan;
    const dispatcher = addUser(world, {
      names: newName(world),
      profile: 'Jefe técnico',
      defaultView: 'index_jefetec',
      operations: [code],
      permissions: chief,
      telegramChatId: chatId(world),
      subscribedToTechs: true,
      lastSeenAt: world.now - random.int(5, 600) * minute,
    });
    operation.dispatchers.push(dispatcher);
    for (let clerk = 0; clerk < 2; clerk++)
      operation.creators.push(
        addUser(world, {
          names: newName(world),
          profile: 'SAC',
          defaultView: 'index_calendario',
          operations: [code],
          permissions: ['can_query_order', 'can_query_client', 'can_create_visit'],
          lastSeenAt: world.now - random.int(5, 3000) * minute,
        }),
      );
    operation.creators.push(dispatcher, ...operation.dispatchers.slice(0, 1));
  }
}

function addTechnicians(world: World) {
  const { random } = world;
  const [big, second] = world.operations;
  for (const operation of world.operations) {
    const { code, technicians } = operation.plan;
    const missing = technicians - operation.technicians.length;
    for (let index = 0; index < missing; index++) {
      // Some technicians of the largest operation also work in the second, where 'Voy en camino' is the same.
      const second_ = operation === big && index < 3 ? [second!.plan.code] : [];
      const linked = random.chance(0.6);
      const user = addUser(world, {
        names: newName(world),
        profile: 'Técnico',
        defaultView: 'index_tecnico',
        operations: [code, ...second_],
        permissions: inTheField,
        telegramChatId: linked ? chatId(world) : null,
        lastSeenAt: random.chance(0.85) ? world.now - random.int(1, 2000) * minute : null,
      });
      addTechnician(world, user);
    }
  }
}

function addTechnician(world: World, user: User): Technician {
  const technician = {
    id: world.technicians.length + 1,
    user,
    name: user.fullName,
    busyDay: -9999,
    freeAt: 0,
  };
  world.technicians.push(technician);
  if (user.username === 'jefe') return technician;
  for (const operation of world.operations)
    if (user.operations.includes(operation.plan.code)) operation.technicians.push(technician);
  return technician;
}

type NewUser = Partial<User> &
  Pick<User, 'profile' | 'defaultView' | 'operations' | 'permissions'> & {
    names: [string, string];
  };

function addUser(world: World, input: NewUser): User {
  const { names, ...given } = input;
  const [firstName, lastName] = names;
  const plain = plainOf(`${firstName[0]}${lastName}`);
  const taken = world.users.filter((user) => user.username.replace(/\d+$/, '') === plain).length;
  const user: User = {
    id: world.users.length + 1,
    username: taken ? `${plain}${taken + 1}` : plain,
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`,
    telegramChatId: null,
    subscribedToTechs: false,
    lastSeenAt: null,
    ...given,
  };
  world.users.push(user);
  return user;
}

function newName(world: World): [string, string] {
  for (;;) {
    const names: [string, string] = [world.random.pick(firstNames), world.random.pick(lastNames)];
    if (!world.users.some((user) => user.fullName === names.join(' '))) return names;
  }
}

/** Lower case letters without accents. */
export const plainOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase();

/** A bot cannot write to chats that have not written to it: invented ids are safe. */
const chatId = (world: World) => String(7_000_000_000 + world.random.int(1, 999_999_999));

const clientStatuses = [
  ['Activo', 88],
  ['Suspendido', 6],
  ['Moroso', 4],
  ['Baja', 2],
] as const;

function addClients(world: World) {
  for (const operation of world.operations) {
    let number = 10_000_000 + world.random.int(0, 999);
    for (let index = 0; index < operation.plan.clients; index++) {
      number += world.random.int(3, 37);
      const client = newClient(world, operation, `${operation.plan.code}${number}`);
      operation.clients.push(client);
      world.clients.push(client);
    }
  }
}

function newClient(world: World, operation: Operation, id: string): Client {
  const { random } = world;
  const [first, last] = [
    random.pick(firstNames),
    random.chance(0.3) ? random.pick(commonLastNames) : random.pick(lastNames),
  ];
  const second = random.chance(0.3) ? ` ${random.pick(firstNames)}` : '';
  const floor = random.chance(0.12)
    ? `, piso ${random.int(1, 9)} dto. ${random.pick(['A', 'B', 'C', 'D'])}`
    : '';
  const crossing = random.chance(0.1) ? ` (${random.pick(crossings)})` : '';
  // No subscriber's number starts with 0: a message sent by mistake is not delivered. Area and number have ten digits.
  const local = random
    .hex(5)
    .replace(/[a-f]/g, (digit) => String(digit.charCodeAt(0) - 97))
    .padStart(10 - operation.plan.areaCode.length, '0');
  const reachable = random.chance(0.9);
  const [street, houseNumber] = [random.pick(streets), random.int(50, 3900)];
  const offset = addressOffset(street, houseNumber);
  return {
    id,
    operation,
    name: `${last}, ${first}${second}`,
    status: random.weighted(clientStatuses),
    address: `${street} ${houseNumber}${floor}${crossing}`,
    location: `${random.pick(neighbourhoods)}, ${operation.plan.name}`,
    point: houseNumber % 16 === 0 ? null : pointAt(operation.plan.code, offset),
    telephone: random.chance(0.96) ? `${operation.plan.areaCode} 15-${local}` : null,
    email:
      reachable && random.chance(0.45)
        ? `${plainOf(first)}.${plainOf(last)}${random.int(1, 99)}@correo.example`
        : null,
    waNumber: reachable && random.chance(0.6) ? `549${operation.plan.areaCode}${local}` : null,
    telegramChatId: reachable && random.chance(0.15) ? chatId(world) : null,
    node: nodeAt(operation, offset, random.pick(operation.nodes)),
    orders: [],
  };
}

/** The node around an address; some are fed by one that belongs to no zone. */
function nodeAt(operation: Operation, offset: { x: number; y: number }, picked: Node): Node {
  if (picked.zone === null) return picked;
  const { zone, node } = areaOf(offset, operation.zones.length, nodesOfZone);
  return operation.nodes[zone * nodesOfZone + node]!;
}

/** Office hours of the users who create visits. */
export const officeHours = { from: 8 * hour, to: 19 * hour };

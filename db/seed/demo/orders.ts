import { symptoms } from './catalogue.ts';
import { receiveOrder } from './life.ts';
import type { Client, Operation, Order, World } from './world.ts';

const types = [
  [2, 46],
  [3, 16],
  [1, 20],
  [4, 8],
  [5, 5],
  [6, 5],
] as const;

/** A new order of a client without an open one, received at that instant. */
export function newOrder(world: World, operation: Operation, at: number): Order {
  const { random } = world;
  const type = random.weighted(types);
  const symptom = random.pick(symptomsOf(type));
  const client = findClient(world, operation, type);
  const order: Order = {
    number: '',
    operation,
    type,
    symptomId: symptom.id,
    statusId: 1,
    client,
    contractor: random.chance(0.08),
    createdAt: at,
    closedAt: null,
    closedBy: null,
    repairCode: null,
    hasItems: false,
  };
  client.orders.push(order);
  world.orders.push(order);
  receiveOrder(order);
  return order;
}

const symptomsByType = new Map<number, (typeof symptoms)[number][]>();
function symptomsOf(type: number) {
  let list = symptomsByType.get(type);
  if (!list) {
    list = symptoms.filter((symptom) => (symptom.types as readonly number[]).includes(type));
    symptomsByType.set(type, list);
  }
  return list;
}

/** Repeated failures: one in eight claims is of a client who had one already. */
function findClient(world: World, operation: Operation, type: number): Client {
  const { random } = world;
  const repeats = (type === 2 || type === 3) && random.chance(0.12);
  let client = random.pick(operation.clients);
  for (let attempt = 0; attempt < 12; attempt++) {
    const last = client.orders.at(-1);
    if (repeats ? last && last.statusId > 2 && last.type <= 3 : !last || last.statusId > 2) break;
    client = random.pick(operation.clients);
  }
  return client;
}

/** The free text of an order, as the provider's own system writes it. */
export function writeDetail(world: World, order: Order, repeats: number): string {
  const { random } = world;
  const { client } = order;
  const symptom = symptoms.find(({ id }) => id === order.symptomId)!;
  const lines = [
    `SOLICITUD: ${symptom.text.toUpperCase()}`,
    `Ingresa por: ${random.pick(['0800', 'WhatsApp', 'oficina comercial', 'web', 'redes sociales'])}`,
    '--------',
    ...random.pick(details[order.type]!).split('\n'),
  ];
  if (repeats > 0) lines.push('--------', `REITERADO: ${repeats} en los últimos 90 días`);
  if (order.contractor) lines.push('--------', 'ASIGNADA A CONTRATISTA');
  lines.push(
    '--------',
    `Contacto: ${client.name}${client.telephone ? ` / ${client.telephone}` : ''}`,
    `Horario: ${random.pick(['por la mañana', 'después de las 14', 'todo el día', 'a coordinar', 'hasta las 17'])}`,
  );
  return lines.join('\n');
}

const details: Record<number, readonly string[]> = {
  1: [
    'Instalar fibra + 2 decodificadores.\nFactibilidad OK, caja a 40 m.\nLlevar escalera.',
    'Alta internet 300 Mb.\nCasa de una planta, cañería existente.',
    'Alta triple.\nEdificio: pedir llave del montante al encargado.\nAbona cargo en cuotas.',
  ],
  2: [
    'Cliente sin navegación, PON en rojo.\nReinicio remoto sin éxito.\nÚltima potencia: -28.1 dBm',
    'Corta a la noche, todos los días.\nNiveles en el límite.\nRevisar acometida y conectores.',
    'TV con cuadros en dos equipos.\nRevisar divisor y cable interno.',
    'Velocidad baja por cable y WiFi.\nPlan actual correcto en sistema.\nMedir en domicilio.',
  ],
  3: [
    'Reclama por visita anterior que no resolvió la falla.\nExige técnico hoy.',
    'Cable suelto sobre la vereda.\nRiesgo para peatones.',
    'Sin servicio desde el temporal.\nVecinos en la misma situación: verificar nodo.',
  ],
  4: [
    'Baja por mudanza.\nRetirar: 1 ONT, 2 decodificadores, fuentes y controles.',
    'Baja por deuda.\nRetirar equipos completos.',
  ],
  5: [
    'Traslado dentro de la localidad.\nDomicilio anterior sin deuda.\nLlevar drop, domicilio nuevo sin instalación.',
    'Mudanza en el mismo edificio, del 2 al 5.\nReutilizar equipos.',
  ],
  6: [
    'Pasa a 600 Mb: cambiar ONT por WiFi 6.\nFirma comodato.',
    'Agrega TV 4K.\nLlevar decodificador nuevo.',
  ],
};

import { drawPhoto, writePdf } from './pictures.ts';
import { conversations } from './words.ts';
import { hour, minute, type Order, type World } from './world.ts';

export type Ticket = {
  id: number;
  order: Order;
  title: string;
  body: string;
  at: number;
  notes: TicketNote[];
};
export type TicketNote = {
  id: number;
  ticketId: number;
  priority: boolean;
  at: number;
  author: string;
  title: string;
  body: string;
  files: TicketFile[];
};
export type TicketFile = { name: string; contentType: string; content: Uint8Array };

/** Which conversations an order of each type begins with. */
const topics: Record<number, readonly number[]> = {
  1: [4],
  2: [0, 1, 2, 6, 7],
  3: [3, 7, 0],
  4: [5],
  5: [4],
  6: [6],
};

/** A quarter of the orders come from a ticket, opened some hours before. */
export function openTickets(world: World): Ticket[] {
  const { random, now } = world;
  const photos = Array.from({ length: 6 }, () => drawPhoto(random));
  const tickets: Ticket[] = [];
  let noteId = 0;
  for (const order of world.orders) {
    if (!random.chance(0.24)) continue;
    const topic = conversations[random.pick(topics[order.type]!)]!;
    const at = order.createdAt - random.int(-90, 1600) * minute;
    if (at > now) continue;
    const ticket: Ticket = {
      id: tickets.length + 1,
      order,
      title: topic.title,
      body: topic.body,
      at,
      notes: [],
    };
    tickets.push(ticket);
    let when = at;
    for (const [author, body] of topic.notes) {
      when += random.int(10, 300) * minute;
      if (when > now) break;
      const name = author === 'Cliente' ? order.client.name : author;
      ticket.notes.push({
        id: ++noteId,
        ticketId: ticket.id,
        priority: /URGENTE|PRIORIDAD/.test(body),
        at: when,
        author: name,
        title: `${author === 'Cliente' ? 'Mensaje del cliente' : 'Gestión'} - ${topic.title}`,
        body,
        files: newFiles(world, order, photos),
      });
    }
    if (order.closedAt && random.chance(0.3) && order.closedAt + hour < now)
      ticket.notes.push({
        id: ++noteId,
        ticketId: ticket.id,
        priority: false,
        at: Math.max(when, order.closedAt) + 20 * minute,
        author: 'Atención al cliente',
        title: 'Cierre',
        body: 'Se llama al cliente para confirmar. Queda conforme, se cierra el ticket.',
        files: [],
      });
  }
  return tickets;
}

/** Most notes have no file, some one, a few several: a photograph, a receipt, a measurement. */
function newFiles(world: World, order: Order, photos: Uint8Array[]): TicketFile[] {
  const { random } = world;
  if (!random.chance(0.06)) return [];
  const kinds = random.chance(0.25)
    ? [photo, receipt, measurement]
    : [random.pick([photo, receipt, measurement])];
  return kinds.map((make) => make(world, order, photos));
}

const photo = ({ random }: World, _: Order, photos: Uint8Array[]): TicketFile => ({
  name: `foto-${random.int(100, 999)}.png`,
  contentType: 'image/png',
  content: random.pick(photos),
});

const receipt = (_: World, order: Order): TicketFile => ({
  name: `comprobante-${order.number}.pdf`,
  contentType: 'application/pdf',
  content: writePdf(`Orden ${order.number} - comprobante de gestion`),
});

const measurement = ({ random }: World): TicketFile => ({
  name: 'test-velocidad.txt',
  contentType: 'text/plain',
  content: Buffer.from(
    `Test de velocidad\r\nBajada: ${random.int(3, 90)} Mb\r\nSubida: ${random.int(1, 20)} Mb\r\nLatencia: ${random.int(8, 140)} ms\r\n`,
  ),
});

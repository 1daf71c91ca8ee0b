import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { answerMove, type Moved, move, openStatements } from './one-statement.ts';
import { clock, cpuUsed, memoryUsed, serve } from './process.ts';

/**
 * What nothing that keeps the promise can beat: node:http, one statement, one
 * frame made once, bytes made beforehand. No sessions, permissions, keys,
 * validation, filters or refusals. The statement writes what a change must
 * leave behind: the visit, the operation's next version, event and outbox.
 * At BENCH_PORT if it is given.
 */
const sql = openStatements(8);
const wide = openStatements(32);
/** For P9: a connection for each who races. */
const racers = openStatements(50);
const boards = new Set<Socket>();
let bytes = Buffer.alloc(0);
let same: { headers: Record<string, string>; body: Buffer } = { headers: {}, body: bytes };
let page = '';

const answer = answerMove(sql, send);
const server = createServer((request, response) => {
  if (request.url === '/page') return void response.setHeader('content-type', 'text/html').end(page);
  if (request.method === 'GET') return sendBytes(response);
  if (request.url === '/same') return sendSame(request, response);
  answer(request, response);
});

/** The kept answer, head and all, once the body has been read. */
function sendSame(request: IncomingMessage, response: ServerResponse) {
  const parts: Buffer[] = [];
  request.on('data', (chunk) => parts.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(parts).toString());
    response.writeHead(200, same.headers);
    response.end(same.body);
  });
}

function sendBytes(response: ServerResponse) {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-encoding': 'gzip',
    'content-length': bytes.length,
  });
  response.end(bytes);
}

/** The frame is made once; each board costs one write. */
function send({ version, code, row }: Moved, key: string) {
  const data = Buffer.from(
    JSON.stringify({ operation: code, to: version, events: [{ version, key }], visits: [row] }),
  );
  // RFC 6455: a final text frame whose length fits into 16 bits.
  const frame = Buffer.concat([Buffer.from([0x81, 126, data.length >> 8, data.length & 255]), data]);
  for (const board of boards) board.write(frame);
}

new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (board, { socket }) => {
  boards.add(socket);
  board.on('close', () => boards.delete(socket));
});
// As long as the product's: connections rest while the other side is measured.
server.keepAliveTimeout = 72_000;
await new Promise<void>((done) => server.listen(Number(process.env.BENCH_PORT ?? 0), '127.0.0.1', done));

const calls = serve({
  port: () => (server.address() as AddressInfo).port,
  cpu: cpuUsed,
  memory: memoryUsed,
  keep: (zipped: Uint8Array) => {
    bytes = Buffer.from(zipped);
  },
  /** What `POST /same` answers. */
  keepSame({ headers, body }: { headers: Record<string, string>; body: Uint8Array }) {
    same = { headers, body: Buffer.from(body) };
  },
  /** Every one of these wants the visit, each over a connection of its own. @returns ms until all are answered, and who got it */
  async race({ visitId, technicianIds }: { visitId: number; technicianIds: number[] }) {
    const begun = clock();
    const moved = await Promise.all(technicianIds.map((technicianId) => move(racers, visitId, technicianId)));
    return { ms: clock() - begun, winners: moved.filter(({ length }) => length === 1).length };
  },
  /** Opens the connections of `race`, so that no race pays for them. */
  async openRacers() {
    await Promise.all(Array.from({ length: 50 }, () => racers`select pg_sleep(0.5)`));
  },
  /** A plain page of visits at `/page`, whose socket is one of the boards. */
  showPage: (html: string) => {
    page = html;
  },
  /** The statement alone, 32 connections, each with the next visit: what pgbench would do. @returns ms */
  async takeRaw({ visits }: { visits: { id: number; technicianId: number }[] }) {
    let next = 0;
    const begun = clock();
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        while (next < visits.length) {
          const { id, technicianId } = visits[next++]!;
          if ((await move(wide, id, technicianId)).length !== 1) throw new Error(`visit ${id} was not free`);
        }
      }),
    );
    return clock() - begun;
  },
  /** The rows of these weeks, one after the other, as they come over the wire. @returns ms of each */
  async readWeeks({ weeks }: { weeks: { operation: string; from: string; to: string }[] }) {
    const times: number[] = [];
    for (const { operation, from, to } of weeks) {
      const begun = clock();
      await sql`select id, version, day, slot_id, zone_id, order_number, order_type, client_id, client_name, client_address,
          node_name, tag, symptom_id, technician_id, status_id, reason_id, on_the_way, delayed, delayed_while_on_the_way, detached,
          finished, cancelled, rescheduled, rescheduled_previous, rescheduled_next, derivation_type, customer_notice
        from visits where operation = ${operation} and day between ${from} and ${to} order by day, slot_id, id`.raw();
      times.push(clock() - begun);
    }
    return times;
  },
});
export type FloorServer = typeof calls;

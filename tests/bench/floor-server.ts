import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import postgres from 'postgres';
import { WebSocketServer } from 'ws';
import { clock, cpuUsed, serve } from './process.ts';

/**
 * What nothing that keeps the promise can beat: node:http, one statement, one
 * frame made once, bytes made beforehand. No sessions, permissions, keys,
 * validation, filters or refusals. The statement writes what a change must
 * leave behind: the visit, the operation's next version, event and outbox.
 */
const url = process.env.DATABASE_URL!;
const open = (max: number) => postgres(url, { max, onnotice: () => {}, idle_timeout: 0 });
const sql = open(8);
const wide = open(32);
const boards = new Set<Socket>();
let bytes = Buffer.alloc(0);
let page = '';

const statement = `
  with moved as (
    update visits set version = version + 1, technician_id = $2::int, assigned_at = case when $2::int is null then null else now() end
    where id = $1::int and (technician_id is null) = ($2::int is not null) returning *
  ), op as (
    update operations set version = version + 1 where code = (select operation from moved) returning code, version
  ), ev as (
    insert into events (operation, version, name, visit_id, order_number, technician_id)
    select op.code, op.version, 'visit.taken', moved.id, moved.order_number, moved.technician_id from op, moved
  ), ob as (
    insert into outbox (operation, version, name, visit_id) select op.code, op.version, 'visit.taken', moved.id from op, moved
  )
  select op.version::int as version, op.code, row_to_json(v) as row
  from op, (select id, version, day, slot_id, zone_id, order_number, order_type, client_id, client_name, client_address, node_name,
    tag, symptom_id, technician_id, status_id, reason_id, on_the_way, delayed, finished, cancelled from moved) v`;
type Moved = { version: number; code: string; row: unknown };
const move = (client: postgres.Sql, visitId: number, technicianId: number | null) =>
  client.unsafe<Moved[]>(statement, [visitId, technicianId], { prepare: true });

const server = createServer((request, response) => {
  if (request.url === '/page') return void response.setHeader('content-type', 'text/html').end(page);
  if (request.method === 'GET') return sendBytes(response);
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', async () => {
    const { visit_id, technician_id, key } = JSON.parse(body);
    const [moved] = await move(sql, visit_id, technician_id);
    const text = JSON.stringify({ code: moved ? 200 : 409, error: 0, diagnostic: '', data: { visit_id } });
    response.writeHead(moved ? 200 : 409, {
      'content-type': 'application/json',
      'content-length': text.length,
    });
    response.end(text);
    if (moved && key) log(moved, key);
  });
});

function sendBytes(response: ServerResponse) {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-encoding': 'gzip',
    'content-length': bytes.length,
  });
  response.end(bytes);
}

/** The frame is made once; each board costs one write. */
function log({ version, code, row }: Moved, key: string) {
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
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

const calls = serve({
  port: () => (server.address() as AddressInfo).port,
  cpu: cpuUsed,
  keep: (zipped: Uint8Array) => {
    bytes = Buffer.from(zipped);
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

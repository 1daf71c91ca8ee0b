import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { answerMove, openStatements } from './one-statement.ts';
import { cpuUsed, serve } from './process.ts';

/** The peer of P4: the floor's statement, and socket.io's own `io.to(room).emit` to whom it concerns. */
const server = createServer(
  answerMove(openStatements(8), ({ version, code, row }, key) =>
    io.to(code).emit('changes', { operation: code, to: version, events: [{ version, key }], visits: [row] }),
  ),
);
const io = new Server(server, {
  serveClient: false,
  transports: ['websocket'],
  perMessageDeflate: false,
  // The product's: heartbeats are not what is compared.
  pingInterval: 5_000,
  pingTimeout: 6_000,
});
io.on('connection', (socket) =>
  socket.on('watch', ({ operation }: { operation: string }, answer: (watched: object) => void) => {
    void socket.join(operation);
    answer({ version: 0 });
  }),
);
server.keepAliveTimeout = 72_000;
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

const calls = serve({
  port: () => (server.address() as AddressInfo).port,
  cpu: cpuUsed,
});
export type EmitServer = typeof calls;

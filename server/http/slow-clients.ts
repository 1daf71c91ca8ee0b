import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addressKey } from '../../db/throttles/address-key.ts';

/**
 * Concurrent connections per address. Enough for an office behind one address: a browser that loads a board holds six
 * and its socket, so 140 people may load theirs at once. Idle connections are closed after a minute.
 */
export const connectionsPerAddress = 1_000;

/** What is sent has to be read: at least this many bytes in each window, or the connection is closed. */
const leastBytes = 16_384;
const usual = { windowMs: 20_000, lookMs: 5_000 };

/** How much the client had read, and when that was. */
type Written = { since: number; bytes: number };

/**
 * Limits the harm of slow senders and readers (F31, F32): connections per address are limited, and answers
 * that are not read are aborted. Slow requests end by the server's own `requestTimeout`.
 *
 * @param behindProxy every connection is then the proxy's: requests are counted instead, by the client
 * address it reports
 */
export function limitClients(
  app: FastifyInstance,
  { behindProxy, ...pace }: { behindProxy: boolean } & Partial<typeof usual>,
): void {
  const clients = countClients(connectionsPerAddress);
  if (behindProxy)
    app.addHook('onRequest', (request, reply, done) => {
      const leave = clients.enter(request.ip);
      if (!leave)
        return done(
          Object.assign(new Error('too many concurrent requests of one client'), { code: 'OVERLOADED' }),
        );
      reply.raw.once('close', leave);
      done();
    });
  else limitConnections(app.server, clients);
  const unread = watchReaders(app.server, { ...usual, ...pace });
  app.addHook('onClose', async () => unread.close());
}

/** Connections above the limit are closed at once, before anything is read. */
export function limitConnections(
  server: Pick<Server, 'on'>,
  clients: ReturnType<typeof countClients> = countClients(connectionsPerAddress),
): void {
  server.on('connection', (socket: Socket) => {
    const leave = clients.enter(socket.remoteAddress ?? '');
    if (leave) socket.once('close', leave);
    else socket.destroy();
  });
}

/** Counts per address; `enter` answers the function that leaves, or null at the limit. */
function countClients(most: number) {
  const counts = new Map<string, number>();
  return {
    enter(address: string): (() => void) | null {
      const key = addressKey(address);
      const count = counts.get(key) ?? 0;
      if (count >= most) return null;
      counts.set(key, count + 1);
      return () => {
        const left = counts.get(key)! - 1;
        if (left === 0) counts.delete(key);
        else counts.set(key, left);
      };
    },
  };
}

/** Closes connections whose client does not read. Looks at connections, so that a request pays nothing for it. */
function watchReaders(server: Pick<Server, 'on'>, { windowMs, lookMs }: typeof usual) {
  const open = new Map<Socket, Written>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, { since: Date.now(), bytes: 0 });
    socket.once('close', () => open.delete(socket));
  });
  const timer = setInterval(() => {
    const now = Date.now();
    for (const [socket, written] of open) {
      const bytes = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength > 0 && bytes - written.bytes < leastBytes) {
        if (now - written.since >= windowMs) socket.destroy();
        continue;
      }
      written.bytes = bytes;
      // What it is sent next may begin as late as just before the next look.
      written.since = socket.writableLength > 0 ? now : now + lookMs;
    }
  }, lookMs).unref();
  return { close: () => clearInterval(timer) };
}

import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addressKey } from '../../db/throttles/address-key.ts';

/**
 * Concurrent connections per address. Enough for an office behind one address: a browser that loads a board holds six
 * and its socket, so 140 people may load theirs at once. Idle connections are closed after a minute.
 */
export const connectionsPerAddress = 1_000;

/** An answer has to make progress: at least this many bytes are read in each window, or it ends. */
const leastBytes = 16_384;
const usual = { windowMs: 20_000, lookMs: 5_000 };

type Written = { at: number; bytes: number };

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
    app.addHook('onRequest', async (request, reply) => {
      const leave = clients.enter(request.ip);
      if (!leave)
        throw Object.assign(new Error('too many concurrent requests of one client'), { code: 'OVERLOADED' });
      reply.raw.once('close', leave);
    });
  else limitConnections(app.server, clients);
  const unread = watchReaders({ ...usual, ...pace });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    unread.watch(reply.raw);
    done();
  });
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

/** Aborts answers that are not read. */
function watchReaders({ windowMs, lookMs }: typeof usual) {
  const open = new Map<ServerResponse, Written>();
  const takenOf = ({ socket }: ServerResponse) => (socket?.bytesWritten ?? 0) - (socket?.writableLength ?? 0);
  const timer = setInterval(() => {
    const now = Date.now();
    for (const [answer, written] of open) {
      const bytes = takenOf(answer);
      const waits = answer.writableLength > 0 || (answer.socket?.writableLength ?? 0) > 0;
      if (!waits || bytes - written.bytes >= leastBytes) open.set(answer, { at: now, bytes });
      else if (now - written.at >= windowMs) answer.destroy();
    }
  }, lookMs).unref();
  return {
    watch(answer: ServerResponse) {
      open.set(answer, { at: Date.now(), bytes: takenOf(answer) });
      const forget = () => open.delete(answer);
      answer.once('finish', forget);
      answer.once('close', forget);
    },
    close: () => clearInterval(timer),
  };
}

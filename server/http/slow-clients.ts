import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addressKey } from '../../db/throttles/address-key.ts';

/**
 * Connections at once from one address. An office behind one address is let through whole: a browser that loads a
 * board holds six and its socket, so that 140 people may load theirs in the same moment; what is idle is closed after
 * a minute.
 */
export const connectionsPerAddress = 1_000;

/** An answer has to make progress: this much at least is taken off us in each window, or its end. */
const leastBytes = 16_384;
const usual = { windowMs: 20_000, lookMs: 5_000 };

type Written = { at: number; bytes: number };

/**
 * Keeps clients that send or read slowly from being everybody's trouble (F31, F32): so many connections an address,
 * and an answer that is not read is broken off. What a request may take to arrive is the server's own `requestTimeout`.
 *
 * @param behindProxy every connection is then the proxy's: exchanges are counted instead, by the client that it names
 */
export function limitClients(
  app: FastifyInstance,
  { behindProxy, ...pace }: { behindProxy: boolean } & Partial<typeof usual>,
): void {
  const clients = countClients(connectionsPerAddress);
  if (behindProxy)
    app.addHook('onRequest', async (request, reply) => {
      const leave = clients.enter(request.ip);
      if (!leave) throw Object.assign(new Error('too many exchanges of one client'), { code: 'OVERLOADED' });
      reply.raw.once('close', leave);
    });
  else limitConnections(app.server, clients);
  const unread = watchReaders({ ...usual, ...pace });
  app.addHook('onSend', async (_request, reply) => unread.watch(reply.raw));
  app.addHook('onClose', async () => unread.close());
}

/** One connection more than its address may hold is closed at once, before anything of it is read. */
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

/** How many are there of each address; `enter` answers how one leaves, or null: there are too many. */
function countClients(most: number) {
  const there = new Map<string, number>();
  return {
    enter(address: string): (() => void) | null {
      const key = addressKey(address);
      const count = there.get(key) ?? 0;
      if (count >= most) return null;
      there.set(key, count + 1);
      return () => {
        const left = there.get(key)! - 1;
        if (left === 0) there.delete(key);
        else there.set(key, left);
      };
    },
  };
}

/** Breaks off the answers that nobody reads. */
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

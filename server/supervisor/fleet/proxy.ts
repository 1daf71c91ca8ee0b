import { randomBytes } from 'node:crypto';
import {
  type ClientRequest,
  createServer,
  get,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { limitConnections } from '../../http/slow-clients.ts';

/** The same as the web processes' own. */
const serverTimeouts = { requestTimeout: 30_000, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 };

/** A web process behind the proxy. */
export type Backend = { port: number; ready: boolean };

export type FrontProxy = {
  add(port: number): void;
  /** Takes it out of the rotation; open connections continue. */
  remove(port: number): void;
  close(): Promise<void>;
};

/** Interval of the readiness checks: much less than a web process drains (DRAIN_SECONDS). */
const lookMs = 250;
/** While none is ready a request waits this long for one. */
const readyTimeoutMs = 10_000;

/**
 * A proxy before several web processes where there is no nginx or Caddy: round robin over those that are
 * ready, web sockets too. A request is retried on another one only when the connection was refused, before
 * anything was sent, so nothing is executed twice.
 */
export async function openProxy(port: number, host: string): Promise<FrontProxy> {
  const backends: Backend[] = [];
  const sockets = new Set<Socket>();
  let turn = 0;

  const look = async () => {
    await Promise.all(
      backends.map(async (backend) => {
        backend.ready = await isReady(backend.port);
      }),
    );
  };
  let looking = setTimeout(async function again() {
    await look();
    looking = setTimeout(again, lookMs);
  }, lookMs);

  /** The next in turn that is ready and not tried yet. */
  const choose = async (tried: Set<number>) => {
    for (const end = Date.now() + readyTimeoutMs; Date.now() < end; ) {
      const ready = backends.filter((backend) => backend.ready && !tried.has(backend.port));
      if (ready.length > 0) return ready[turn++ % ready.length];
      tried.clear();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return undefined;
  };

  /** Tries one process after the other until a connection is made; `none` when there is none. */
  const send = async (
    open: (backend: Backend) => ClientRequest,
    connected: (sent: ClientRequest) => void,
    none: (error?: Error) => void,
  ) => {
    const tried = new Set<number>();
    const attempt = async (): Promise<void> => {
      const backend = await choose(tried);
      if (!backend) return none();
      const sent = open(backend);
      let isConnected = false;
      sent.once('socket', (socket) =>
        socket.once('connect', () => {
          isConnected = true;
          connected(sent);
        }),
      );
      sent.once('error', (error) => {
        if (isConnected) return none(error);
        tried.add(backend.port);
        backend.ready = false;
        void attempt();
      });
    };
    await attempt();
  };

  const server = createServer(serverTimeouts, (incoming, answer) => {
    const open = (backend: Backend) => request({ ...to(backend, incoming), agent: false });
    void send(
      open,
      (sent) => {
        sent.once('response', (response) => {
          const { connection: _, 'keep-alive': __, ...headers } = response.headers;
          answer.writeHead(response.statusCode ?? 502, headers);
          response.pipe(answer);
          response.once('error', () => answer.destroy());
        });
        answer.once('close', () => sent.destroy());
        incoming.pipe(sent);
      },
      (error) => refuse(answer, error),
    );
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (incoming, clientSocket: Socket, head) => {
    clientSocket.on('error', () => {});
    void send(
      (backend) => request({ ...to(backend, incoming, true), agent: false }),
      (sent) => {
        sent.once('upgrade', (response, backendSocket: Socket, rest) => {
          clientSocket.write(headOf(response));
          backendSocket.write(head);
          clientSocket.write(rest);
          backendSocket.on('error', () => clientSocket.destroy());
          clientSocket.once('close', () => backendSocket.destroy());
          backendSocket.once('close', () => clientSocket.destroy());
          backendSocket.pipe(clientSocket).pipe(backendSocket);
        });
        sent.once('response', (response) => {
          clientSocket.write(headOf(response));
          response.pipe(clientSocket);
        });
        sent.end();
      },
      () => clientSocket.destroy(),
    );
  });
  limitConnections(server);
  await new Promise<void>((listening, fail) => server.once('error', fail).listen(port, host, listening));

  return {
    add: (added) => void backends.push({ port: added, ready: true }),
    remove(removed) {
      const at = backends.findIndex((backend) => backend.port === removed);
      if (at >= 0) backends.splice(at, 1);
    },
    close: () =>
      new Promise((closed) => {
        clearTimeout(looking);
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function isReady(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = get({ port, host: '127.0.0.1', path: '/readyz', timeout: 4_000 }, (response) => {
      response.resume();
      done(response.statusCode === 200);
    });
    probe.once('timeout', () => probe.destroy());
    probe.once('error', () => done(false));
  });
}

/** The same request, with the client's address and a request id, as the web process reads them with TRUST_PROXY. */
function to({ port }: Backend, incoming: IncomingMessage, upgrade = false) {
  const { connection, ...headers } = incoming.headers;
  return {
    host: '127.0.0.1',
    port,
    method: incoming.method,
    path: incoming.url,
    headers: {
      ...headers,
      ...(upgrade ? { connection } : {}),
      'x-forwarded-for': incoming.socket.remoteAddress,
      'x-forwarded-host': incoming.headers.host,
      'x-forwarded-proto': 'http',
      'x-request-id': randomBytes(12).toString('hex'),
    },
  };
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function refuse(answer: ServerResponse, error?: Error) {
  if (answer.headersSent) return void answer.destroy();
  answer.writeHead(error ? 502 : 503, { 'retry-after': '2', 'content-type': 'text/plain; charset=utf-8' });
  answer.end('El servicio no está disponible en este momento. Intentá de nuevo.');
}

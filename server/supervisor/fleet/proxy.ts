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

/** As the web processes' own: a request has to be here within this. */
const patience = { requestTimeout: 30_000, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 };

/** A web process behind the proxy. */
export type Backend = { port: number; ready: boolean };

export type FrontProxy = {
  add(port: number): void;
  /** No more for this one; what it holds ends as it will. */
  remove(port: number): void;
  close(): Promise<void>;
};

/** How often each is asked whether it can serve: much less than a web process drains (DRAIN_SECONDS). */
const lookMs = 250;
/** While none is ready a request waits this long for one. */
const patienceMs = 10_000;

/**
 * What stands in front of several web processes where no nginx or Caddy does: in turn to those that say they are
 * ready, web sockets too. A request goes to another one only when the first refused the connection, that is before
 * anything of it was sent: what may have been done is never sent twice.
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
    for (const end = Date.now() + patienceMs; Date.now() < end; ) {
      const ready = backends.filter((one) => one.ready && !tried.has(one.port));
      if (ready.length > 0) return ready[turn++ % ready.length];
      // Those that refused may be back, and others on the way.
      tried.clear();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return undefined;
  };

  /** Sends what `open` opens to one after the other until a connection stands; `none`: nobody is there. */
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
      let stands = false;
      sent.once('socket', (socket) =>
        socket.once('connect', () => {
          stands = true;
          connected(sent);
        }),
      );
      sent.once('error', (error) => {
        if (stands) return none(error);
        tried.add(backend.port);
        backend.ready = false;
        void attempt();
      });
    };
    await attempt();
  };

  const server = createServer(patience, (incoming, answer) => {
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
  server.on('upgrade', (incoming, near: Socket, head) => {
    near.on('error', () => {});
    void send(
      (backend) => request({ ...to(backend, incoming, true), agent: false }),
      (sent) => {
        sent.once('upgrade', (response, far: Socket, rest) => {
          near.write(headOf(response));
          far.write(head);
          near.write(rest);
          far.on('error', () => near.destroy());
          near.once('close', () => far.destroy());
          far.once('close', () => near.destroy());
          far.pipe(near).pipe(far);
        });
        // Refused: whoever asked hears why.
        sent.once('response', (response) => {
          near.write(headOf(response));
          response.pipe(near);
        });
        sent.end();
      },
      () => near.destroy(),
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
    const asked = get({ port, host: '127.0.0.1', path: '/readyz', timeout: 4_000 }, (response) => {
      response.resume();
      done(response.statusCode === 200);
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => done(false));
  });
}

/** The same request, with who sent it and an id of its own, as the web process believes it with TRUST_PROXY. */
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
  answer.end('El servicio no está disponible en este momento. Por favor intente nuevamente.');
}

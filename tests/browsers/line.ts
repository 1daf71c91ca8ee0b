import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** The line between a browser and the product: it can be cut, and each page that comes by it writes down what fails. */
export type Line = {
  origin: string;
  /** Nothing comes through, and what is under way breaks off. */
  cut(): void;
  /** Requests for these paths break off; null: none do. */
  lose(paths: RegExp | null): void;
  restore(): void;
  close(): Promise<void>;
};

/** Where a page keeps what it wrote down, over all its documents. */
export const errorsKept = 'errors';

const collector = `(() => {
  const keep = (text) => {
    const kept = JSON.parse(sessionStorage.getItem('${errorsKept}') ?? '[]');
    sessionStorage.setItem('${errorsKept}', JSON.stringify([...kept, location.pathname + ': ' + text]));
  };
  addEventListener('error', ({ message, error }) => message && keep(error?.stack ? message + ' ' + error.stack : message));
  addEventListener('unhandledrejection', ({ reason }) => keep('unhandled ' + reason));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => keep(violatedDirective + ' ' + blockedURI));
  const write = console.error;
  console.error = (...said) => (keep(said.map(String).join(' ')), write(...said));
  document.currentScript.remove();
})()`;

/** @param port of the product, on 127.0.0.1 */
export async function openLine(port: number): Promise<Line> {
  let isCut = false;
  let lost: RegExp | null = null;
  const sockets = new Set<Socket>();
  const refuses = ({ url }: IncomingMessage) => isCut || lost?.test(url!);
  const server = createServer((from, to) => {
    if (refuses(from)) return void from.socket.destroy();
    const isPage = /text\/html/.test(from.headers.accept ?? '');
    const headers = isPage ? { ...from.headers, 'accept-encoding': 'identity' } : from.headers;
    // A connection of its own: one that rested may be closed by the product in the moment in which it is used again.
    const target = { port, host: '127.0.0.1', agent: false, method: from.method, path: from.url };
    const onward = request({ ...target, headers });
    onward.once('response', (answer) => pass(answer, to));
    onward.once('error', () => to.destroy());
    to.once('close', () => onward.destroy());
    from.pipe(onward);
  });
  // Nor does the line close one that a browser is about to use: it would lose what is pressed after some seconds' rest.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (from, socket, head) => {
    if (refuses(from)) return void socket.destroy();
    const onward = connect(port, '127.0.0.1', () => {
      const lines = [`${from.method} ${from.url} HTTP/1.1`];
      for (let i = 0; i < from.rawHeaders.length; i += 2)
        lines.push(`${from.rawHeaders[i]}: ${from.rawHeaders[i + 1]}`);
      onward.write(`${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    socket.on('close', () => onward.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    // By this name a browser has service workers without https.
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    lose(paths) {
      lost = paths;
    },
    restore() {
      isCut = false;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Passes an answer on; a document gets the collector first, under its own nonce. It removes itself before React looks. */
function pass(answer: IncomingMessage, to: ServerResponse) {
  const nonce = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1];
  const isPage = /text\/html/.test(answer.headers['content-type'] ?? '');
  if (!isPage || !nonce || answer.headers['content-encoding']) {
    to.writeHead(answer.statusCode!, answer.headers);
    return void answer.pipe(to);
  }
  const { 'content-length': _, ...headers } = answer.headers;
  to.writeHead(answer.statusCode!, headers);
  let isIn = false;
  const insert = new Transform({
    transform(chunk, _encoding, done) {
      const at = isIn ? -1 : chunk.indexOf('<head>');
      if (at < 0) return done(null, chunk);
      isIn = true;
      const script = Buffer.from(`<head><script nonce="${nonce}">${collector}</script>`);
      done(null, Buffer.concat([chunk.subarray(0, at), script, chunk.subarray(at + 6)]));
    },
  });
  answer.pipe(insert).pipe(to);
}

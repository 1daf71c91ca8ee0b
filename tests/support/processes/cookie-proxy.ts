import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** A proxy of several installations, with the rule of docs/operations/division.md: by the cookie, else to the first. */
export type CookieProxy = {
  address: string;
  /** To this installation by its cookie; absent: it has none yet, and is answered 503. */
  route(installation: string, port: number): void;
  close(): Promise<void>;
};

export async function openCookieProxy(): Promise<CookieProxy> {
  const ports = new Map<string, number>();
  let first: number | undefined;
  const portOf = ({ headers }: IncomingMessage) => {
    const [, name] = /(?:^|;\s*)agenda-installation=([a-z0-9-]+)/.exec(headers.cookie ?? '') ?? [];
    return name === undefined ? first : ports.get(name);
  };
  const server = createServer((from, to) => {
    const port = portOf(from);
    const onward = request({
      port,
      host: '127.0.0.1',
      method: from.method,
      path: from.url,
      headers: from.headers,
    });
    onward.once('response', (answer) => {
      to.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(to);
    });
    onward.once('error', () =>
      to.headersSent ? to.destroy() : to.writeHead(503, { 'retry-after': '1' }).end(),
    );
    from.pipe(onward);
  });
  server.on('upgrade', (from, socket, head) => {
    const onward = connect(portOf(from) ?? 0, '127.0.0.1', () => {
      const lines = [`${from.method} ${from.url} HTTP/1.1`];
      for (let i = 0; i < from.rawHeaders.length; i += 2)
        lines.push(`${from.rawHeaders[i]}: ${from.rawHeaders[i + 1]}`);
      onward.write(`${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    route(installation, port) {
      first ??= port;
      ports.set(installation, port);
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

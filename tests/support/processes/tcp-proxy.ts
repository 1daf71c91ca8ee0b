import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export type TcpProxy = {
  port: number;
  /** The connections open now stay open and carry nothing any more, as behind a firewall that forgot them. New ones pass. */
  silence(): void;
  /** Every connection is cut, and new ones are refused until `restore`. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** What is sent from now on arrives so much later, in its order; each way. */
  delay(ms: number): void;
  close(): Promise<void>;
};

/**
 * A TCP proxy on 127.0.0.1 to a port there, whose connections can fall silent without being closed, be cut, or
 * be slow.
 * @param port where it listens; 0: any free port
 */
export async function startProxy(target: number, port = 0): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const carried = new Set<{ silent: boolean }>();
  let delayMs = 0;

  const accept = (near: Socket) => {
    const far = connect(target, '127.0.0.1');
    const state = { silent: false };
    carried.add(state);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      let last = 0;
      sockets.add(from);
      from.on('error', () => {});
      from.on('data', (data) => {
        if (state.silent) return;
        const at = Math.max(last, performance.now() + delayMs);
        last = at;
        if (delayMs === 0 && at <= performance.now()) to.write(data);
        // A timer drops the fraction of its milliseconds, and would be early.
        else setTimeout(() => to.write(data), Math.ceil(at - performance.now()));
      });
      from.on('close', () => {
        sockets.delete(from);
        carried.delete(state);
        to.destroy();
      });
    }
  };
  let server = createServer(accept);
  await listenOn(server, port);
  const bound = (server.address() as AddressInfo).port;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return {
    port: bound,
    silence() {
      for (const state of carried) state.silent = true;
      carried.clear();
    },
    cut: close,
    async restore() {
      server = createServer(accept);
      await listenOn(server, bound);
    },
    delay(ms) {
      delayMs = ms;
    },
    close,
  };
}

function listenOn(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
}

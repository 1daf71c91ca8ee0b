import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type TcpProxy = {
  port: number;
  /** The connections open now stay open and carry nothing any more, as behind a firewall that forgot them. New ones pass. */
  silence(): void;
  close(): Promise<void>;
};

/**
 * A TCP proxy on 127.0.0.1 to a port there, whose connections can fall silent without being closed.
 * @param port where it listens; 0: any free port
 */
export async function startProxy(target: number, port = 0): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const carried = new Set<{ silent: boolean }>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    const state = { silent: false };
    carried.add(state);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('data', (data) => state.silent || to.write(data));
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      for (const state of carried) state.silent = true;
      carried.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

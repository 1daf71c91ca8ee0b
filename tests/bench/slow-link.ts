import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Sent in turns, so that a large answer does not keep a small one waiting. */
const pieceBytes = 2_048;

/**
 * A TCP proxy to a port of 127.0.0.1 whose connections share one narrow way back, as a phone's do: a browser's own
 * throttle leaves out what its service worker fetches.
 */
export async function startSlowLink(
  target: number,
  { bytesPerSecond, delayMs }: { bytesPerSecond: number; delayMs: number },
) {
  const sockets = new Set<Socket>();
  const waiting = new Map<Socket, Buffer[]>();
  let carried = 0;
  let paidUntil = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pump = () => {
    timer = undefined;
    while (waiting.size > 0 && paidUntil <= performance.now())
      for (const [near, [first, ...rest]] of [...waiting]) {
        const piece = first!.subarray(0, pieceBytes);
        const left = [...(piece.length < first!.length ? [first!.subarray(pieceBytes)] : []), ...rest];
        if (left.length > 0) waiting.set(near, left);
        else waiting.delete(near);
        carried += piece.length;
        paidUntil = Math.max(paidUntil, performance.now()) + (1_000 * piece.length) / bytesPerSecond;
        near.write(piece);
      }
    if (waiting.size > 0) timer = setTimeout(pump, Math.max(1, paidUntil - performance.now()));
  };
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        waiting.delete(near);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (data) => setTimeout(() => far.write(data), delayMs));
    far.on('data', (data) =>
      setTimeout(() => {
        if (near.destroyed) return;
        waiting.set(near, [...(waiting.get(near) ?? []), data]);
        timer ??= setTimeout(pump);
      }, delayMs),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    /** To the browser, so far. */
    carried: () => carried,
    close: () =>
      new Promise<void>((done) => {
        clearTimeout(timer);
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

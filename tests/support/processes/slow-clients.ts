import { connect, type Socket } from 'node:net';

export type SlowClient = { socket: Socket; answer(): string; closed(): boolean };

/**
 * A connection that sends these bytes and no more, and reads what comes unless it is to stop.
 * @param from one of this machine's own addresses, as which the client is seen
 */
export async function openSlowClient(
  address: string,
  bytes: string,
  { reads = true, from = '127.0.0.1' } = {},
): Promise<SlowClient> {
  const { port } = new URL(address);
  let said = '';
  let closed = false;
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: from });
  socket.on('error', () => {});
  socket.once('close', () => {
    closed = true;
  });
  if (reads) socket.on('data', (chunk) => (said += chunk.toString('latin1')));
  else socket.pause();
  await new Promise<void>((done) => {
    socket.once('connect', () => {
      socket.write(bytes);
      done();
    });
    socket.once('close', () => done());
  });
  return { socket, answer: () => said, closed: () => closed };
}

/** The head of a form to a screen that says how long it will be, and its first bytes. */
export const halfForm = (address: string, length = 100_000): string =>
  [
    'POST /login HTTP/1.1',
    `Host: ${new URL(address).host}`,
    `Origin: ${new URL(address).origin}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${length}`,
    '',
    'username=x',
  ].join('\r\n');

/** A request for something large, as often as it takes to fill what the network keeps on the way. */
export const manyReadings = (address: string, path: string, times: number): string =>
  `GET ${path} HTTP/1.1\r\nHost: ${new URL(address).host}\r\n\r\n`.repeat(times);

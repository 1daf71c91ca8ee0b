import { once } from 'node:events';
import { connect, isIP, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { DatabaseHost, TlsMode } from '../../machines/process/database-url.ts';

/** How long a server may take to answer that it speaks TLS. */
const beginMs = 3_000;
/** PostgreSQL's SSLRequest; a server that speaks TLS answers `S`, and nothing more before the handshake. */
const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * A connecting socket to a server, for the `socket` option of postgres.js, which takes it for a plain one: over TLS
 * too, so that what is done to the bytes on their way (`interrupted-answer.ts`) is done to what they say. With
 * `verify-full` the certificate has to be of a known authority and of this host, a name or an address.
 *
 * Never rejects, since that would cost the pool a connection for ever: what fails, fails with the first write.
 */
export async function openSocket({ host, port }: DatabaseHost, tls: TlsMode | undefined): Promise<Socket> {
  const socket = connect(port, host);
  if (!tls) return socket;
  const timeout = AbortSignal.timeout(beginMs);
  try {
    await once(socket, 'connect', { signal: timeout });
    socket.write(tlsRequest);
    const [answer] = (await once(socket, 'data', { signal: timeout })) as [Buffer];
    if (answer.toString('latin1') !== 'S') throw new Error(`${host}:${port} does not speak TLS`);
  } catch (error) {
    socket.destroy();
    return failingSocket(timeout.aborted ? new TimedOut(`${host}:${port} did not answer`) : (error as Error));
  }
  return connectTls({
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: tls === 'verify-full',
  });
}

class TimedOut extends Error {
  code = 'CONNECT_TIMEOUT';
}

/**
 * Fails with the first write, not before: postgres.js never writes again on a connection that closed while a write
 * was due.
 */
export function failingSocket(error: Error): Socket {
  const socket = new Socket();
  socket.write = (() => {
    process.nextTick(() => socket.destroy(error));
    return true;
  }) as Socket['write'];
  return socket;
}

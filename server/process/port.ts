import { type AddressInfo, createServer } from 'node:net';

/** Why the port cannot be listened on, in one line; undefined when it can. */
export function portProblem(port: number, host: string) {
  return new Promise<string | undefined>((done) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => done(explain(error, port, host)));
    probe.listen(port, host, () => probe.close(() => done(undefined)));
  });
}

/** A port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}

function explain(error: NodeJS.ErrnoException, port: number, host: string) {
  if (error.code === 'EADDRINUSE') {
    return `PORT: ${port} is in use by another program; stop it, or choose another port: PORT=${port + 1} npm start`;
  }
  if (error.code === 'EACCES') return `PORT: ${port} may not be used by this account; choose one above 1023.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `HOST: ${host} is no address of this machine; 0.0.0.0 listens on all of them.`;
  }
  return `PORT: cannot listen on ${host}:${port} (${error.message}).`;
}

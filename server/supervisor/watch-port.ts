import { connect } from 'node:net';

/**
 * Checks every 2 s that the port of this machine is listened on, and restarts when not.
 *
 * @returns a function that ends the watch, once a restart in progress is over
 */
export function watchPort(port: number, restart: () => Promise<void>) {
  let ended = false;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    if (!(await listens(port)) && !ended) await restart();
    if (!ended) timer = setTimeout(next, 2000).unref();
  };
  const next = () => {
    looking = look();
  };
  let timer = setTimeout(next, 2000).unref();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await looking.catch(() => {});
  };
}

function listens(port: number) {
  return new Promise<boolean>((done) => {
    const probe = connect(port, '127.0.0.1');
    probe.once('connect', () => {
      probe.destroy();
      done(true);
    });
    probe.once('error', () => done(false));
  });
}

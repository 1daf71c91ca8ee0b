import { connect } from 'node:net';

/**
 * Looks every 2 s whether somebody listens on the port of this machine, and asks for a restart when not.
 *
 * @returns what ends the watch, once a restart under way is over
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

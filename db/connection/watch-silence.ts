import { connect, type Socket } from 'node:net';

/** What postgres.js says about where to connect: several hosts, or a path. */
type Target = { host: string[]; port: number[]; path: string | false | undefined };
type Watched = { socket: Socket; askedAt: number; heardAt: number };

/** Longer than any statement may take, by this, is too long for an answer. */
const graceMs = 3_000;
const lookMs = 1_000;
/** A connection says who it is at once; one that has not by then never will. */
const muteMs = 500;

/**
 * Connections that a firewall forgot stay open and carry nothing: postgres.js waits on them for ever, each costing a
 * connection of its pool. Here a socket that was written to and has not answered for longer than any statement may
 * take is destroyed, and with it every other that has not been heard of since then: they went the same way (F08).
 * @param statementMs the `statement_timeout` that the server keeps on these connections
 */
export function watchSilence(statementMs: number) {
  const open = new Set<Watched>();
  const limitMs = statementMs + graceMs;
  let opened = 0;

  const look = () => {
    const now = performance.now();
    const dead = [...open].find((one) => one.askedAt > one.heardAt && now - one.askedAt > limitMs);
    if (!dead) return;
    for (const one of [...open]) if (one.heardAt <= dead.askedAt) one.socket.destroy();
  };
  const timer = setInterval(look, lookMs);
  timer.unref();

  const watch = (socket: Socket, onMute: () => void): Socket => {
    const one: Watched = { socket, askedAt: 0, heardAt: performance.now() };
    open.add(one);
    let mute: NodeJS.Timeout | undefined;
    // Not before it is connected, which over a slow network takes its time.
    socket.once('connect', () => {
      mute = setTimeout(() => one.askedAt === 0 && !socket.destroyed && onMute(), muteMs);
      mute.unref();
    });
    const { write } = socket;
    const emit = socket.emit as (this: Socket, ...given: unknown[]) => boolean;
    socket.write = function (this: Socket, ...given: Parameters<Socket['write']>) {
      if (one.askedAt <= one.heardAt) one.askedAt = Math.max(performance.now(), one.heardAt + 0.001);
      return write.apply(this, given);
    } as Socket['write'];
    socket.emit = function (this: Socket, name: string, ...given: unknown[]) {
      if (name === 'data') one.heardAt = performance.now();
      if (name !== 'close') return emit.call(this, name, ...given);
      open.delete(one);
      clearTimeout(mute);
      // Never as the consequence of an error: postgres.js would leave what was asked since that error unanswered.
      return emit.call(this, name, false);
    } as Socket['emit'];
    return socket;
  };

  return {
    /**
     * The `socket` of postgres.js's options. It is still connecting: postgres.js hears of its failure as of any
     * other, whereas a rejection here would cost the pool one connection for ever.
     * @param onMute told when nothing is ever written to it: postgres.js has forgotten to (porsager/postgres keeps
     *   the timer of a write that was due when the connection before this one closed), and will at every reconnect
     */
    socket: ({ host, port, path }: Target, onMute: () => void): Socket => {
      const at = opened++ % host.length;
      return watch(path ? connect(path) : connect(port[at]!, host[at]!), onMute);
    },
    close: () => clearInterval(timer),
  };
}

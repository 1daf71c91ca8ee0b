import { connect, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { followAnswer } from './interrupted-answer.ts';

/** postgres.js's connection target: several hosts, or a path. */
type Target = { host: string[]; port: number[]; path: string | false | undefined };
type Watched = { socket: Socket; writtenAt: number; answeredAt: number };

/** Added to the statement timeout: no answer after that is a dead connection. */
const graceMs = 3_000;
const lookMs = 1_000;
/** postgres.js writes at once when connected; a socket without a write by then will never get one. */
const muteMs = 500;

const opened = (socket: Socket) => (socket instanceof TLSSocket ? 'secureConnect' : 'connect');

/**
 * Dead connections that a firewall dropped stay open: postgres.js waits on them for ever, each taking a
 * connection of its pool. Here a socket that was written to and has not answered for longer than any
 * statement may take is destroyed, with every other one that has been silent since then (F08).
 * @param statementMs the `statement_timeout` of these connections
 * @param openSocket opens a connecting socket, where the target is not postgres.js's to choose; must not reject
 */
export function watchDeadConnections(statementMs: number, openSocket?: () => Promise<Socket>) {
  const open = new Set<Watched>();
  const limitMs = statementMs + graceMs;
  let tried = 0;
  let closed = false;

  const look = () => {
    const now = performance.now();
    const dead = [...open].find(
      (watched) => watched.writtenAt > watched.answeredAt && now - watched.writtenAt > limitMs,
    );
    if (!dead) return;
    for (const watched of [...open]) if (watched.answeredAt <= dead.writtenAt) watched.socket.destroy();
  };
  const timer = setInterval(look, lookMs);
  timer.unref();

  const watch = (socket: Socket, onMute: () => void) => watchSocket(socket, open, onMute);

  return {
    /**
     * The `socket` of postgres.js's options. It is still connecting: postgres.js handles its failure as any other,
     * whereas a rejection here would cost the pool one connection for ever.
     * @param onMute called when nothing is ever written to it: postgres.js has forgotten to (porsager/postgres keeps
     * the timer of a write that was due when the connection before this one closed), and will at every reconnect
     */
    socket: ({ host, port, path }: Target, onMute: () => void): Socket | Promise<Socket> => {
      if (openSocket)
        return openSocket().then((socket) => {
          // Its pool ended while it was looked for: postgres.js would leave it open.
          if (closed) socket.once(opened(socket), () => socket.destroy());
          return watch(socket, onMute);
        });
      const at = tried++ % host.length;
      return watch(path ? connect(path) : connect(port[at]!, host[at]!), onMute);
    },
    /** Closes the connections to every other server: it runs on, but has ceased to be the primary. */
    keepOnly: ({ host, port }: { host: string; port: number }) => {
      for (const { socket } of [...open]) {
        const to = socket as Socket & { host?: string; port?: number };
        if (to.host !== undefined && (to.host !== host || to.port !== port)) socket.destroy();
      }
    },
    close: () => {
      closed = true;
      clearInterval(timer);
    },
  };
}

/**
 * Notes when the socket was written to and when it answered, while it is open.
 * @param onMute called when nothing is written to it soon after it has connected
 */
function watchSocket(socket: Socket, open: Set<Watched>, onMute: () => void): Socket {
  const watched: Watched = { socket, writtenAt: 0, answeredAt: performance.now() };
  open.add(watched);
  const answer = followAnswer();
  let mute: NodeJS.Timeout | undefined;
  socket.once(opened(socket), () => {
    mute = setTimeout(() => watched.writtenAt === 0 && !socket.destroyed && onMute(), muteMs);
    mute.unref();
  });
  const { write } = socket;
  const emit = socket.emit as (this: Socket, ...args: unknown[]) => boolean;
  socket.write = function (this: Socket, ...args: Parameters<Socket['write']>) {
    if (watched.writtenAt <= watched.answeredAt)
      watched.writtenAt = Math.max(performance.now(), watched.answeredAt + 0.001);
    return write.apply(this, args);
  } as Socket['write'];
  socket.emit = function (this: Socket, name: string, ...args: unknown[]) {
    if (name === 'data') {
      watched.answeredAt = performance.now();
      const bytes = answer.received(args[0] as Buffer);
      return bytes.length === 0 || emit.call(this, name, bytes);
    }
    if (name !== 'close') return emit.call(this, name, ...args);
    open.delete(watched);
    clearTimeout(mute);
    const [receive] = this.listeners('data');
    const last = answer.atClose();
    // Never with an error: postgres.js would leave queries made since that error unanswered.
    const emitted = emit.call(this, name, false);
    if (last) receive?.(last);
    return emitted;
  } as Socket['emit'];
  return socket;
}

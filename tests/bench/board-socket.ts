import { WebSocket } from 'ws';

/** A server closes more than 1,000 connections of one address: the boards come from several of the loopback's. */
let opened = 0;
const ownAddress = () => ({ localAddress: `127.0.0.${2 + (opened++ % 4)}` });

/** To the floor, which knows no sessions and no rooms. */
export function openBare(port: number, receive: (data: Buffer) => void): Promise<WebSocket> {
  return new Promise((done, fail) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { perMessageDeflate: false, ...ownAddress() });
    socket.once('open', () => done(socket)).on('error', fail);
    socket.on('message', receive);
  });
}

export type BoardSocket = {
  socket: WebSocket;
  /** Follow an operation, from a version if there is one. Resolves once the server has answered. */
  watch(about: { operation: string; version?: number }): Promise<void>;
};

/**
 * A signed-in socket that speaks just enough of engine.io 4 and socket.io 5: 0 open, 2 ping, 3 pong, 40 sign in, 42 with
 * a number ask, 43 with that number the answer, 42 news.
 * @param receive is given each of the news as it came
 */
export function openSignedIn(
  port: number,
  token: string,
  receive: (data: Buffer) => void,
): Promise<BoardSocket> {
  return new Promise((done, fail) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
      ...ownAddress(),
    });
    const asked = new Map<number, { done(): void; fail(error: Error): void }>();
    let next = 0;
    const failAll = (error: Error) => {
      fail(error);
      for (const one of asked.values()) one.fail(error);
      asked.clear();
    };
    const watch: BoardSocket['watch'] = (about) =>
      new Promise((done, fail) => {
        asked.set(next, { done, fail });
        socket.send(`42${next++}${JSON.stringify(['watch', about])}`);
      });
    socket.on('error', failAll);
    socket.on('close', () => failAll(new Error('the socket was closed')));
    socket.on('message', (data: Buffer) => {
      if (data[0] === 0x30) return socket.send(`40${JSON.stringify({ token })}`);
      if (data[0] === 0x32) return socket.send('3');
      const kind = data[1];
      if (kind === 0x32) return receive(data);
      if (kind === 0x30) return done({ socket, watch });
      if (kind === 0x33 && !data.includes('refused')) {
        const id = Number.parseInt(data.toString('latin1', 2, 12), 10);
        asked.get(id)?.done();
        asked.delete(id);
        return;
      }
      failAll(new Error(`a board was answered ${data}`));
    });
  });
}

import { WebSocket } from 'ws';
import { openBare, openSignedIn } from './board-socket.ts';
import { openHttp } from './http-connection.ts';
import { clock, serve } from './process.ts';

/** A thousand boards in one process, as light as they can be. */
let boards: WebSocket[] = [];
/** By the command's key: how many boards have received it, and when the last one did. */
let received = new Map<string, { boards: number; last: number }>();
/** The same text reaches every board: it is read once. */
let lastData: Buffer = Buffer.alloc(0);
let lastKeys: string[] = [];

function receive(data: Buffer) {
  if (!data.equals(lastData)) {
    lastData = data;
    lastKeys = [...data.toString().matchAll(/"key":"([^"]+)"/g)].map(([, key]) => key!);
  }
  const now = clock();
  for (const key of lastKeys) {
    const found = received.get(key);
    if (found) {
      found.boards++;
      found.last = now;
    } else received.set(key, { boards: 1, last: now });
    if (key === awaited?.key && received.get(key)!.boards === boards.length) awaited.done();
  }
}
/** The change that every board is to receive before the next one is sent. */
let awaited: { key: string; done(): void } | null = null;
const givenUpMs = 3_000;

async function follow(port: number, token: string, operation: string): Promise<WebSocket> {
  const { socket, watch } = await openSignedIn(port, token, receive);
  await watch({ operation });
  return socket;
}

const calls = serve({
  /** Connect, 50 at a time. Without an operation: to the floor. @returns ms until all watch */
  async connect({ port, tokens, operation }: { port: number; tokens: string[]; operation?: string }) {
    const begun = clock();
    for (let from = 0; from < tokens.length; from += 50)
      boards.push(
        ...(await Promise.all(
          tokens
            .slice(from, from + 50)
            .map((token) => (operation ? follow(port, token, operation) : openBare(port, receive))),
        )),
      );
    return clock() - begun;
  },
  /** What was received since the last time. */
  received() {
    const answer = received;
    received = new Map();
    return answer;
  },
  /** A closed loop: each change is sent once the one before is on every board. @returns ms of each to its last board */
  async oneByOne({ port, requests }: { port: number; requests: { key: string; text: string }[] }) {
    const caller = await openHttp(port);
    const times: number[] = [];
    for (const { key, text } of requests) {
      const begun = clock();
      let late: NodeJS.Timeout | undefined;
      const everywhere = new Promise<void>((done, fail) => {
        awaited = { key, done };
        late = setTimeout(() => fail(new Error(`${key} did not reach every board`)), givenUpMs);
      });
      const [{ status, body }] = await Promise.all([caller.send(text), everywhere]);
      clearTimeout(late);
      if (status !== 200) throw new Error(`${status} ${body}`);
      times.push(clock() - begun);
    }
    caller.close();
    awaited = null;
    received = new Map();
    return times;
  },
  open: () => boards.filter((board) => board.readyState === WebSocket.OPEN).length,
  async close() {
    const closed = boards.map((board) => new Promise((done) => board.once('close', done)));
    for (const board of boards) board.terminate();
    boards = [];
    await Promise.all(closed);
  },
});
export type Boards = typeof calls;

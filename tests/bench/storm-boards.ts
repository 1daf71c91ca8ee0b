import { setTimeout as wait } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { openBare, openSignedIn } from './board-socket.ts';
import { type HttpConnection, openHttp } from './http-connection.ts';
import { clock, serve } from './process.ts';

/** A thousand boards that come back all at once, each over a websocket and an HTTP connection of its own, as a browser does. */
let open: { socket: WebSocket; http: HttpConnection }[] = [];
let again = 0;

/** As the screens wait before they try again. */
const againMs = 250;
/** Of one board: after them the storm counts as lost. */
const mostTries = 60;

/** Until it works: a server that is overloaded refuses, or closes. */
async function insist<Done>(work: () => Promise<Done>): Promise<Done> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries) throw error;
      again++;
      await wait(againMs * (0.5 + Math.random()));
    }
  }
}

async function readWeek(http: HttpConnection, text: string): Promise<string> {
  const { status, head, body } = await http.send(text);
  if (status !== 200 || body.length === 0) throw new Error(`${status}`);
  return head;
}

async function come(port: number, text: string, token: string | null, operation: string): Promise<number> {
  const begun = clock();
  if (token === null) {
    const socket = await insist(() => openBare(port, () => {}));
    const http = await insist(() => openHttp(port));
    await insist(() => readWeek(http, text));
    open.push({ socket, http });
  } else {
    const { socket, watch } = await insist(() => openSignedIn(port, token, () => {}));
    const http = await insist(() => openHttp(port));
    const head = await insist(() => readWeek(http, text));
    const [, version] = /\r\netag: "\d+\.(\d+)"/i.exec(head) ?? [];
    await watch({ operation, version: Number(version) });
    open.push({ socket, http });
  }
  return clock() - begun;
}

const calls = serve({
  /**
   * Every board connects, signs in, reads its week and watches from its version.
   * @param texts the request for the week, for each board
   * @param tokens null: the floor's boards
   * @returns ms until all of them have, of each board, and how often one had to try again
   */
  async comeBack(given: { port: number; texts: string[]; tokens: string[] | null; operation: string }) {
    const { port, texts, tokens, operation } = given;
    again = 0;
    const begun = clock();
    const times = await Promise.all(
      texts.map((text, index) => come(port, text, tokens?.[index] ?? null, operation)),
    );
    return { ms: clock() - begun, times, again };
  },
  /** Let go of what the server has closed. @returns how many were open until then */
  leave() {
    const count = open.length;
    for (const { socket, http } of open) {
      socket.terminate();
      http.close();
    }
    open = [];
    return count;
  },
});
export type StormBoards = typeof calls;

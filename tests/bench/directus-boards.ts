import { WebSocket } from 'ws';
import { openHttp } from './http-connection.ts';
import { clock, serve } from './process.ts';

/** Boards of Directus: WebSockets that are signed in and subscribed to its visits. */
let boards: WebSocket[] = [];
/** By visit and technician: how many boards have received it, and when the last one did. */
let received = new Map<string, { boards: number; last: number }>();

type Message = { type: string; event?: string; data?: { id: number; technician_id: number }[] };

function connectOne(port: number, token: string): Promise<WebSocket> {
  return new Promise((done, fail) => {
    const board = new WebSocket(`ws://127.0.0.1:${port}/websocket`, { perMessageDeflate: false });
    board.once('error', fail);
    board.once('open', () => board.send(JSON.stringify({ type: 'auth', access_token: token })));
    board.on('message', (text: Buffer) => {
      const { type, event, data }: Message = JSON.parse(text.toString());
      if (type === 'auth')
        return board.send(
          JSON.stringify({
            type: 'subscribe',
            collection: 'bench_visits',
            query: { fields: ['*'], limit: -1 },
          }),
        );
      if (type !== 'subscription') return;
      if (event === 'init') return done(board);
      const now = clock();
      for (const { id, technician_id } of data ?? []) {
        const key = `${id}.${technician_id}`;
        received.set(key, { boards: (received.get(key)?.boards ?? 0) + 1, last: now });
      }
    });
  });
}

const calls = serve({
  async connect({ port, token, count }: { port: number; token: string; count: number }) {
    while (boards.length < count)
      boards.push(...(await Promise.all(Array.from({ length: 20 }, () => connectOne(port, token)))));
  },
  /** One change after the other, the next once the last board has this one. @returns ms to the last board, each */
  async change({
    port,
    token,
    changes,
  }: {
    port: number;
    token: string;
    changes: { visitId: number; technicianId: number }[];
  }) {
    const connection = await openHttp(port);
    const times: number[] = [];
    for (const { visitId, technicianId } of changes) {
      received = new Map();
      const body = JSON.stringify({ technician_id: technicianId });
      const sentAt = clock();
      const answer = connection.send(
        `PATCH /items/bench_visits/${visitId} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      const { status } = await answer;
      if (status !== 200) throw new Error(`Directus answered ${status}`);
      const key = `${visitId}.${technicianId}`;
      while ((received.get(key)?.boards ?? 0) < boards.length) {
        if (clock() - sentAt > 10_000) throw new Error(`a board of Directus missed ${key}`);
        await new Promise((done) => setTimeout(done, 5));
      }
      times.push(received.get(key)!.last - sentAt);
    }
    connection.close();
    return times;
  },
  close() {
    for (const board of boards) board.terminate();
    boards = [];
  },
});
export type DirectusBoards = typeof calls;

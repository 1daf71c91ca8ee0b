import { setTimeout as wait } from 'node:timers/promises';
import { type HttpConnection, openHttp } from './http-connection.ts';
import { clock, serve } from './process.ts';

/** The process that asks over HTTP: at a given rate, or each connection as fast as it is answered. */
export type Timed = { key: string; sentAt: number; answerMs: number; refused: number };

/** Connections at rest, by port: a technician's telephone has its connection already. */
const resting = new Map<number, HttpConnection[]>();

async function take(port: number): Promise<HttpConnection> {
  const list = resting.get(port) ?? [];
  resting.set(port, list);
  for (let one = list.pop(); one; one = list.pop()) if (one.isOpen()) return one;
  return openHttp(port);
}
const takeMany = (port: number, count: number) =>
  Promise.all(Array.from({ length: count }, () => take(port)));
const giveBack = (port: number, ...connections: HttpConnection[]) => resting.get(port)!.push(...connections);

const calls = serve({
  /**
   * Send these at so many a second, whether or not the one before was answered, each on a connection that is free.
   * With `again`, what is refused for want of capacity (503) is asked again a second later, and counted.
   */
  async atRate({
    port,
    rate,
    requests,
    again = false,
  }: {
    port: number;
    rate: number;
    requests: { key: string; text: string }[];
    again?: boolean;
  }) {
    const begun = clock();
    const timed: Timed[] = [];
    const pending = requests.map(async ({ key, text }, index) => {
      await wait(Math.max(0, begun + (index * 1_000) / rate - clock()));
      let one = await take(port);
      const sentAt = clock();
      let { status, body } = await one.send(text);
      let refused = 0;
      for (; again && status === 503 && refused < 20; refused++) {
        await wait(1_000);
        if (!one.isOpen()) one = await openHttp(port);
        ({ status, body } = await one.send(text));
      }
      if (status !== 200) throw new Error(`${status} ${body}`);
      timed.push({ key, sentAt, answerMs: clock() - sentAt, refused });
      giveBack(port, one);
    });
    await Promise.all(pending);
    return timed;
  },
  /** Each connection sends its own requests one after the other. @returns the whole, and each answer's time, in ms, and bytes */
  async each({ port, queues }: { port: number; queues: string[][] }) {
    const connections = await takeMany(port, queues.length);
    const times: number[] = [];
    const bytes: number[] = [];
    const begun = clock();
    await Promise.all(
      queues.map(async (queue, index) => {
        for (const text of queue) {
          const sentAt = clock();
          const { status, body } = await connections[index]!.send(text);
          if (status !== 200) throw new Error(`${status} ${body}`);
          times.push(clock() - sentAt);
          bytes.push(body.length);
        }
      }),
    );
    const ms = clock() - begun;
    giveBack(port, ...connections);
    return { ms, times, bytes };
  },
  /** All of these at once, each on a connection of its own, which is open before. @returns ms until the last answer, and each answer */
  async atOnce({ requests }: { requests: { port: number; text: string }[] }) {
    const ready: { port: number; text: string; one: HttpConnection }[] = [];
    for (const { port, text } of requests) ready.push({ port, text, one: await take(port) });
    const begun = clock();
    const answers = await Promise.all(ready.map(({ one, text }) => one.send(text)));
    const ms = clock() - begun;
    for (const { port, one } of ready) giveBack(port, one);
    return { ms, answers: answers.map(({ status, body }) => ({ status, body: body.toString() })) };
  },
  /** So many connections ask the same for so long. @returns answers a second, their times in ms, and the last one */
  async again({ port, clients, text, ms }: { port: number; clients: number; text: string; ms: number }) {
    const connections = await takeMany(port, clients);
    const begun = clock();
    const times: number[] = [];
    let bytes = 0;
    await Promise.all(
      connections.map(async (one) => {
        while (clock() - begun < ms) {
          const sentAt = clock();
          const answer = await one.send(text);
          if (answer.status !== 200) throw new Error(String(answer.status));
          times.push(clock() - sentAt);
          bytes = answer.bytes;
        }
      }),
    );
    const rate = times.length / ((clock() - begun) / 1_000);
    giveBack(port, ...connections);
    return { rate, times, bytes };
  },
});
export type Callers = typeof calls;

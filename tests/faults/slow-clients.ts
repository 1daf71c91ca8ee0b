import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import {
  halfForm,
  manyReadings,
  openSlowClient,
  type SlowClient,
} from '../support/processes/slow-clients.ts';
import type { Fault, Seen } from './fault.ts';
import { countCutForMemory } from './kernel-memory.ts';
import { judge, p99Of, work } from './ordinary-people.ts';
import type { Stage } from './stage.ts';
import { by, pause } from './timing.ts';

/** F31, F32: clients without an account that send half a request, or read none of an answer, beside people who work. */

/** Where the slow clients are seen from: another house than the people's. */
const elsewhere = '127.0.0.2';

type Way = { name: string; address: string; close(): void };

/** Straight to a process as `npm start` has it; before the fleet's own proxy; before one that passes everything on as it comes. */
async function openWays(stage: Stage): Promise<Way[]> {
  const [plain, behind] = stage.addresses;
  return [
    { name: 'direct', address: plain!, close: () => {} },
    await openProxied('fleet', behind!),
    await openProxied('streaming', behind!),
  ];
}

async function openProxied(name: string, behind: string): Promise<Way> {
  const port = await freePort();
  const file = join(import.meta.dirname, 'proxy-process.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', file, name, `${port}`, new URL(behind).port], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await new Promise((ready) => child.once('message', ready));
  return { name, address: `http://127.0.0.1:${port}`, close: () => void child.kill('SIGKILL') };
}

/** Not all in one moment: how the process bears their coming is not the question, but that they stay. */
async function openAll(
  address: string,
  count: number,
  open: (at: number) => Promise<SlowClient>,
): Promise<SlowClient[]> {
  const slow: SlowClient[] = [];
  while (slow.length < count) {
    const next = Math.min(50, count - slow.length);
    slow.push(...(await Promise.all(Array.from({ length: next }, (_, at) => open(slow.length + at)))));
    await pause(50);
  }
  for (let prompt = 0, left = 100; prompt < 3 && left > 0; left--) {
    const began = performance.now();
    await (await fetch(`${address}/healthz`)).arrayBuffer();
    prompt = performance.now() - began < 50 ? prompt + 1 : 0;
    await pause(100);
  }
  return slow;
}

/** Without what the kernel cut in the middle of an answer: at most as many as it says. */
function withoutCut(failed: readonly string[], cut: number): string[] {
  let left = cut;
  return failed.filter((why) => why !== 'terminated' || left-- <= 0);
}

function slowFault(title: string, open: (address: string, at: number) => Promise<SlowClient>): Fault {
  return {
    title,
    calm: true,
    stage: () => ({
      envOf: (name): Record<string, string> => (name === 'web2' ? { TRUST_PROXY: 'true' } : {}),
    }),
    async run(stage): Promise<Seen> {
      const seen: Seen = { figures: '', problems: [] };
      const figures: string[] = [];
      const seconds = by(stage.size, 4, 10, 15);
      const ways = await openWays(stage);
      try {
        for (const way of ways) {
          // Connections, and what a process learns with its first answers.
          await work(stage, way.address, 2);
          const waitsOf = async (count: number) => {
            const slow = await openAll(way.address, count, (at) => open(way.address, at));
            const cutBefore = await countCutForMemory();
            const people = await work(stage, way.address, seconds);
            const cut = (await countCutForMemory()) - cutBefore;
            for (const { socket } of slow) socket.destroy();
            const failed = withoutCut(people.failed, cut);
            if (failed.length < people.failed.length) figures.push(`${way.name}: the kernel cut ${cut}`);
            if (failed.length > 0)
              seen.problems.push(`${way.name} ${count}: ${failed.length} failed, ${failed[0]}`);
            return p99Of(people);
          };
          if (stage.size === 'tiny') {
            // Part of `npm test`, which judges no times, only that all are answered.
            figures.push(`${way.name}: p99 ${await waitsOf(1_000)} ms`);
            continue;
          }
          const beside = async () => [await waitsOf(205), await waitsOf(1_000)];
          const { text, isSlow } = await judge(() => waitsOf(0), beside);
          figures.push(`${way.name}: ${text}`);
          if (isSlow) seen.problems.push(`${way.name}: ${text}`);
        }
      } finally {
        for (const way of ways) way.close();
      }
      seen.figures = figures.join('; ');
      return seen;
    },
  };
}

/** A third sends half a form, a third half a call, a third half its headers. */
export const slowSenders = slowFault('slow senders', (address, at) => {
  const call = `POST /v1/user/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
  const bytes = [halfForm(address), call, 'GET /login HTTP/1.1\r\nHost: a\r\nX-More: '][at % 3]!;
  return openSlowClient(address, bytes, { from: elsewhere });
});

/** 5 MB each, of which the network keeps some 2.6 on the way. */
export const slowReaders = slowFault('slow readers', (address) =>
  openSlowClient(address, manyReadings(address, '/v1/docs/swagger-ui-bundle.js', 3), {
    from: elsewhere,
    reads: false,
  }),
);

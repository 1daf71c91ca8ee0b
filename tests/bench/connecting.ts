import { setTimeout as wait } from 'node:timers/promises';
import { type Bench, startFloorServer, startProductServer, stopAll } from './bench.ts';
import type { Boards } from './boards.ts';
import { alternate, atMost, beside, type Line, median } from './measure.ts';
import { addDispatcher, addPlace } from './people.ts';
import { start } from './process.ts';

const boardCount = 1_000;
const flags = ['--expose-gc'];
/** So that what belongs to sockets that were closed is over. */
const restMs = 500;

/**
 * P5: what 1,000 boards cost the process that holds them, and how long they take to connect, 50 at a time: signed in and
 * watching an operation, beside bare `ws`. The memory is that of a process that is new in each round, after a collection;
 * the time is of the second thousand, when the process has its code compiled.
 */
export async function benchConnecting(bench: Bench): Promise<Line[]> {
  const { sql } = bench.record.db;
  const { operation } = await addPlace(sql, '945', 1, 1);
  const tokens: string[] = [];
  for (let person = 0; person < 40; person++)
    tokens.push(...(await addDispatcher(sql, [operation], boardCount / 40)));
  const boards = await start<Boards>('./boards.ts', {});
  try {
    const empty = () => ({ ms: [] as number[], held: [] as number[], resident: [] as number[] });
    const found = { ours: empty(), floor: empty() };
    const side = (name: keyof typeof found) => async () => {
      const started =
        name === 'ours' ? startProductServer(bench, 0, flags) : startFloorServer(bench, 0, flags);
      const process = (await started) as Awaited<ReturnType<typeof startProductServer>>;
      try {
        const port = await process.call('port');
        const connect = () =>
          boards.call('connect', { port, tokens, ...(name === 'ours' ? { operation } : {}) });
        const before = await process.call('memory');
        await connect();
        await wait(restMs);
        const after = await process.call('memory');
        if ((await boards.call('open')) !== boardCount) throw new Error('a board was disconnected');
        found[name].held.push((after.held - before.held) / boardCount / 1_000);
        found[name].resident.push((after.resident - before.resident) / boardCount / 1_000);
        await boards.call('close');
        await wait(restMs);
        found[name].ms.push(await connect());
        await boards.call('close');
      } finally {
        await process.stop();
      }
    };
    await alternate(bench.rounds, [side('floor'), side('ours')]);
    const { ours, floor: bare } = found;
    return [
      atMost(
        'P5',
        'memory of the process a signed-in board',
        'kB',
        median(ours.resident),
        median(bare.resident),
        1.4,
      ),
      beside('P5', 'of it JavaScript objects and their buffers', 'kB', median(ours.held), median(bare.held)),
      atMost('P5', '1,000 boards connect and watch, 50 at a time', 'ms', median(ours.ms), median(bare.ms), 2),
    ];
  } finally {
    await stopAll(boards);
  }
}

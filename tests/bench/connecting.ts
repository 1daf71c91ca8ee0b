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
 * watching an operation, beside bare `ws`. They connect once before, so that what a process loads at its first board is
 * not counted as theirs.
 */
export async function benchConnecting(bench: Bench): Promise<Line[]> {
  const { sql } = bench.record.db;
  const { operation } = await addPlace(sql, '945', 1, 1);
  const tokens: string[] = [];
  for (let person = 0; person < 40; person++)
    tokens.push(...(await addDispatcher(sql, [operation], boardCount / 40)));
  const [product, floor, boards] = await Promise.all([
    startProductServer(bench, 0, flags),
    startFloorServer(bench, 0, flags),
    start<Boards>('./boards.ts', {}),
  ]);
  try {
    const empty = () => ({ ms: [] as number[], held: [] as number[], resident: [] as number[] });
    const sides = {
      ours: { of: product, port: await product.call('port'), found: empty() },
      floor: { of: floor as unknown as typeof product, port: await floor.call('port'), found: empty() },
    };
    const side = (name: keyof typeof sides) => async () => {
      const { of, port, found } = sides[name];
      await wait(restMs);
      const before = await of.call('memory');
      found.ms.push(
        await boards.call('connect', { port, tokens, ...(name === 'ours' ? { operation } : {}) }),
      );
      await wait(restMs);
      const after = await of.call('memory');
      found.held.push((after.held - before.held) / boardCount / 1_000);
      found.resident.push((after.resident - before.resident) / boardCount / 1_000);
      if ((await boards.call('open')) !== boardCount) throw new Error('a board was disconnected');
      await boards.call('close');
    };
    const both = [side('floor'), side('ours')];
    await alternate(1, both);
    // The first connection of each process also reserves memory that the later ones find.
    const first = { ours: sides.ours.found.resident[0]!, floor: sides.floor.found.resident[0]! };
    for (const name of ['ours', 'floor'] as const) sides[name].found = empty();
    await alternate(bench.rounds, both);
    const { ours, floor: bare } = { ours: sides.ours.found, floor: sides.floor.found };
    return [
      atMost(
        'P5',
        'memory held for a signed-in board, heap and beside it',
        'kB',
        median(ours.held),
        median(bare.held),
        1.4,
      ),
      beside('P5', 'growth of the process a board, the first 1,000', 'kB', first.ours, first.floor),
      atMost('P5', '1,000 boards connect and watch, 50 at a time', 'ms', median(ours.ms), median(bare.ms), 2),
    ];
  } finally {
    await stopAll(product, floor, boards);
  }
}

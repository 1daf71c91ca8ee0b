import { type Bench, startCallers, startFloorServer, startProductServer, stopAll } from './bench.ts';
import type { Boards } from './boards.ts';
import { makeChanges } from './changes.ts';
import { timeLastBoard } from './last-board.ts';
import { alternate, atMost, beside, type Line, limit, quantile } from './measure.ts';
import { addDispatcher, addPlace, fillWeek } from './people.ts';
import { start } from './process.ts';
import { analyze } from './record.ts';

const rate = 20;
const weekVisits = 960;

/**
 * P1: from a command's POST to the last of so many boards. P7: the technician's own answer in between.
 * @param boardCount of 40 people: a multiple of 40
 */
export async function benchLive(bench: Bench, picked: Set<string>, boardCount: number): Promise<Line[]> {
  const boardsNamed = `${boardCount.toLocaleString('en-US')} boards`;
  const { db } = bench.record;
  const watched = await addPlace(db.sql, '901', 20, 40);
  const quiet = await addPlace(db.sql, '902', 20, 40);
  const bare = await addPlace(db.sql, '903', 20, 40);
  for (const place of [watched, quiet, bare]) await fillWeek(db, place, weekVisits);
  await analyze(bench.record, 'visits');
  // Forty people, as boards of one office are, rather than a thousand sessions of one.
  const tokens: string[] = [];
  for (let person = 0; person < 40; person++)
    tokens.push(...(await addDispatcher(db.sql, [watched.operation], boardCount / 40)));

  const [product, floor, callers] = await Promise.all([
    startProductServer(bench),
    startFloorServer(bench),
    startCallers(),
  ]);
  const ourBoards = await start<Boards>('./boards.ts', {});
  const bareBoards = await start<Boards>('./boards.ts', {});
  try {
    const [productPort, floorPort] = await Promise.all([product.call('port'), floor.call('port')]);
    const connecting = await ourBoards.call('connect', {
      port: productPort,
      tokens,
      operation: watched.operation,
    });
    await bareBoards.call('connect', { port: floorPort, tokens });
    bench.log(`${boardsNamed} connected in ${Math.round(connecting)} ms`);

    const changes = {
      watched: makeChanges(watched, 'product'),
      quiet: makeChanges(quiet, 'product'),
      bare: makeChanges(bare, 'floor'),
    };
    /** One round: so many changes, and how long each took to its answer and to its last board. */
    const run = async (of: keyof typeof changes, count: number) => {
      const [port, boards, process] =
        of === 'bare' ? [floorPort, bareBoards, floor] : [productPort, ourBoards, product];
      const cpuBefore = await (process as typeof product).call('cpu');
      const requests = changes[of](count);
      const found = await timeLastBoard({ callers, boards, boardCount, port, rate, requests });
      return { ...found, cpu: (await (process as typeof product).call('cpu')) - cpuBefore };
    };
    for (const side of ['bare', 'watched', 'quiet'] as const) await run(side, 2 * rate);
    const lines: Line[] = [];
    if (picked.has('P1')) {
      const each = Math.ceil((bench.seconds * rate) / bench.rounds);
      const ours = { last: [] as number[], missed: 0, cpu: 0 };
      const floors = { last: [] as number[], missed: 0, cpu: 0 };
      const side = (of: 'watched' | 'bare', sum: typeof ours) => async () => {
        const round = await run(of, each);
        sum.last.push(...round.last);
        sum.missed += round.missed;
        sum.cpu += round.cpu;
      };
      await alternate(bench.rounds, [side('bare', floors), side('watched', ours)]);
      const all = each * bench.rounds;
      lines.push(
        atMost(
          'P1',
          `POST to the last of ${boardsNamed}, p50`,
          'ms',
          quantile(ours.last, 0.5),
          quantile(floors.last, 0.5),
          1.1,
        ),
        atMost('P1', 'the same, p99', 'ms', quantile(ours.last, 0.99), quantile(floors.last, 0.99), 1.25),
        limit('P1', 'deliveries missed', '', ours.missed, 0),
        beside(
          'P1',
          'CPU of the product a delivery',
          'µs',
          (ours.cpu * 1_000) / (all * boardCount),
          (floors.cpu * 1_000) / (all * boardCount),
        ),
      );
    }
    if (picked.has('P7')) {
      const listened: number[] = [];
      const alone: number[] = [];
      const side = (of: 'watched' | 'quiet', into: number[]) => async () => {
        into.push(...(await run(of, 4 * rate)).answers);
      };
      await alternate(bench.rounds, [side('quiet', alone), side('watched', listened)]);
      lines.push(
        atMost(
          'P7',
          `answer to the sender with ${boardsNamed} listening, p50`,
          'ms',
          quantile(listened, 0.5),
          quantile(alone, 0.5),
          1.5,
        ),
        atMost('P7', 'the same, p99', 'ms', quantile(listened, 0.99), quantile(alone, 0.99), 1.5),
      );
    }
    return lines;
  } finally {
    await stopAll(product, floor, callers, ourBoards, bareBoards);
  }
}

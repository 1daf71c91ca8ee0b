import { type Bench, startCallers, startFloorServer, startProductServer, stopAll } from './bench.ts';
import type { Boards } from './boards.ts';
import { makeChanges } from './changes.ts';
import type { EmitServer } from './emit-server.ts';
import { timeLastBoard } from './last-board.ts';
import { alternate, atLeast, atMost, beside, type Line, median, quantile } from './measure.ts';
import { addDispatcher, addPlace } from './people.ts';
import { start } from './process.ts';

const boardCount = 1_000;
const changesEachRound = 60;

/** The knee: the last board's p99 may not exceed this. */
const tooLateMs = 100;
const stepMs = 2_000;
const firstRate = 20;
const highestRate = 600;
/** Small, so that a step above the knee leaves no more under way than the process admits. */
const step = 1.5;
/** Between the highest rate that was kept and the lowest that was not. */
const exact = 1.1;
/** Each is some ten steps of two seconds. */
const kneeRounds = 2;

/**
 * P4: CPU a delivery to 1,000 boards, each change sent once the one before is on every board, so that no two changes
 * share a frame on any side. P6: the most changes a second with which the last board still has 99 of 100 within 100 ms.
 */
export async function benchFanOut(bench: Bench, picked: Set<string>): Promise<Line[]> {
  const { sql } = bench.record.db;
  const watched = await addPlace(sql, '942', 20, 400);
  const bare = await addPlace(sql, '943', 20, 400);
  const emitted = await addPlace(sql, '944', 20, 400);
  const tokens: string[] = [];
  for (let person = 0; person < 40; person++)
    tokens.push(...(await addDispatcher(sql, [watched.operation], boardCount / 40)));
  const [product, floor, emitting, callers] = await Promise.all([
    startProductServer(bench),
    startFloorServer(bench),
    start<EmitServer>('./emit-server.ts', { DATABASE_URL: bench.record.url }),
    startCallers(),
  ]);
  const [ourBoards, bareBoards, emittedBoards] = await Promise.all([
    start<Boards>('./boards.ts', {}),
    start<Boards>('./boards.ts', {}),
    start<Boards>('./boards.ts', {}),
  ]);
  try {
    const sides = {
      bare: { of: floor, boards: bareBoards, changes: makeChanges(bare, 'floor'), port: 0 },
      emitted: { of: emitting, boards: emittedBoards, changes: makeChanges(emitted, 'floor'), port: 0 },
      ours: { of: product, boards: ourBoards, changes: makeChanges(watched, 'product'), port: 0 },
    };
    type Name = keyof typeof sides;
    const cpuOf = (name: Name) => (sides[name].of as typeof product).call('cpu');
    for (const side of Object.values(sides)) side.port = await (side.of as typeof product).call('port');
    await bareBoards.call('connect', { port: sides.bare.port, tokens });
    await ourBoards.call('connect', { port: sides.ours.port, tokens, operation: watched.operation });
    const lines: Line[] = [];

    if (picked.has('P4')) {
      await emittedBoards.call('connect', { port: sides.emitted.port, tokens, operation: emitted.operation });
      const cpu = { bare: [] as number[], emitted: [] as number[], ours: [] as number[] };
      const times = { bare: [] as number[], emitted: [] as number[], ours: [] as number[] };
      const run = (name: Name, count: number) => async () => {
        const { boards, changes, port } = sides[name];
        const before = await cpuOf(name);
        const took = await boards.call('oneByOne', { port, requests: changes(count) });
        cpu[name].push((((await cpuOf(name)) - before) * 1_000) / (count * boardCount));
        times[name].push(...took);
      };
      const names: Name[] = ['bare', 'emitted', 'ours'];
      await alternate(
        1,
        names.map((name) => run(name, 20)),
      );
      for (const name of names) cpu[name].length = times[name].length = 0;
      await alternate(
        bench.rounds,
        names.map((name) => run(name, changesEachRound)),
      );
      // They would only answer heartbeats from here on.
      await emittedBoards.call('close');
      lines.push(
        atMost(
          'P4',
          'CPU of the product a delivery, 1,000 boards',
          'µs',
          median(cpu.ours),
          median(cpu.bare),
          1.15,
        ),
        atMost(
          'P4',
          "the same, beside socket.io's io.to(room).emit",
          'µs',
          median(cpu.ours),
          median(cpu.emitted),
          0.65,
        ),
        beside(
          'P4',
          'a change to its last board, one by one, p50',
          'ms',
          median(times.ours),
          median(times.bare),
        ),
      );
    }

    if (picked.has('P6')) {
      /** Whether the last board keeps up with so many changes a second. */
      const isKept = async (name: Name, rate: number): Promise<boolean> => {
        const { boards, changes, port } = sides[name];
        const requests = changes(Math.round((rate * stepMs) / 1_000));
        const { last, missed } = await timeLastBoard({ callers, boards, boardCount, port, rate, requests });
        return missed === 0 && quantile(last, 0.99) <= tooLateMs;
      };
      const knees = { bare: [] as number[], ours: [] as number[] };
      const find = (name: 'bare' | 'ours') => async () => {
        let low = firstRate;
        let high = low;
        while (high <= highestRate && (await isKept(name, high))) {
          low = high;
          high *= step;
        }
        // The first one was too much already: a slow machine, or a busy one.
        while (high === low && low >= 1 && !(await isKept(name, low / step))) high = low /= step;
        if (high === low) low /= step;
        while (high / low > exact) {
          const middle = Math.sqrt(low * high);
          if (await isKept(name, middle)) low = middle;
          else high = middle;
        }
        knees[name].push(low);
      };
      for (const name of ['bare', 'ours'] as const) await isKept(name, firstRate);
      await alternate(Math.min(bench.rounds, kneeRounds), [find('bare'), find('ours')]);
      bench.log(
        `P6: ${knees.ours.map(Math.round)} changes a second, the floor ${knees.bare.map(Math.round)}`,
      );
      lines.push(
        atLeast(
          'P6',
          `changes a second with the last of 1,000 boards within ${tooLateMs} ms, p99`,
          '/s',
          mean(knees.ours),
          mean(knees.bare),
          0.85,
        ),
      );
    }
    return lines;
  } finally {
    await stopAll(product, floor, emitting, callers, ourBoards, bareBoards, emittedBoards);
  }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

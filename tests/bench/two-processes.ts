import { type Bench, startCallers, startProductServer, stopAll } from './bench.ts';
import type { Boards } from './boards.ts';
import { makeChanges } from './changes.ts';
import { timeLastBoard } from './last-board.ts';
import { alternate, beside, type Line, limit, quantile } from './measure.ts';
import { addDispatcher, addPlace } from './people.ts';
import { start } from './process.ts';

const boardCount = 1_000;
const rate = 20;

/**
 * P18: every change is sent to one web process. The boards of one operation are at that process, those of another at a
 * second one, which learns of the change from PostgreSQL.
 */
export async function benchTwoProcesses(bench: Bench): Promise<Line[]> {
  const { sql } = bench.record.db;
  const near = await addPlace(sql, '947', 20, 40);
  const far = await addPlace(sql, '948', 20, 40);
  const tokens: string[] = [];
  for (let person = 0; person < 40; person++)
    tokens.push(...(await addDispatcher(sql, [near.operation, far.operation], boardCount / 40)));
  const [one, other, callers, nearBoards, farBoards] = await Promise.all([
    startProductServer(bench),
    startProductServer(bench),
    startCallers(),
    start<Boards>('./boards.ts', {}),
    start<Boards>('./boards.ts', {}),
  ]);
  try {
    const [port, otherPort] = await Promise.all([one.call('port'), other.call('port')]);
    await nearBoards.call('connect', { port, tokens, operation: near.operation });
    await farBoards.call('connect', { port: otherPort, tokens, operation: far.operation });
    const empty = () => ({ last: [] as number[], missed: 0 });
    const sides = {
      near: { boards: nearBoards, changes: makeChanges(near, 'product'), found: empty() },
      far: { boards: farBoards, changes: makeChanges(far, 'product'), found: empty() },
    };
    const side = (name: keyof typeof sides, count: number) => async () => {
      const { boards, changes, found } = sides[name];
      const requests = changes(count);
      const { last, missed } = await timeLastBoard({ callers, boards, boardCount, port, rate, requests });
      found.last.push(...last);
      found.missed += missed;
    };
    await alternate(1, [side('near', 2 * rate), side('far', 2 * rate)]);
    sides.near.found = empty();
    sides.far.found = empty();
    const each = Math.ceil((bench.seconds * rate) / bench.rounds);
    await alternate(bench.rounds, [side('near', each), side('far', each)]);
    const { near: single, far: two } = { near: sides.near.found, far: sides.far.found };
    const p50 = [quantile(two.last, 0.5), quantile(single.last, 0.5)] as const;
    return [
      beside('P18', 'POST to one process, to the last of 1,000 boards of the other, p50', 'ms', ...p50),
      limit('P18', 'what that is above boards of the same process', 'ms', p50[0] - p50[1], 1.5),
      beside('P18', 'the same, p99', 'ms', quantile(two.last, 0.99), quantile(single.last, 0.99)),
      limit('P18', 'deliveries missed', '', two.missed + single.missed, 0),
    ];
  } finally {
    await stopAll(one, other, callers, nearBoards, farBoards);
  }
}

import { today } from '../../machines/calendar/slots.ts';
import { type Bench, startCallers, startProductServer, stopAll } from './bench.ts';
import { makeChanges } from './changes.ts';
import type { LossBoards } from './loss-boards.ts';
import { type Line, limit } from './measure.ts';
import { addDispatcher, addPlace } from './people.ts';
import { start } from './process.ts';

const boardCount = 100;
const rate = 40;
/** Changes, and as many cuts: 600 in the usual five rounds. */
const eachRound = 120;
const catchUpMs = 15_000;

/**
 * P13: connections of 100 boards are cut at random while an operation changes, and half way their web process ends and is
 * started again. The changes go to a second process. What the boards received in all, and what they hold at the end,
 * beside the record.
 */
export async function benchLoss(bench: Bench): Promise<Line[]> {
  const { sql } = bench.record.db;
  const place = await addPlace(sql, '949', 20, 200);
  const tokens = await addDispatcher(sql, [place.operation], boardCount);
  const [first, other, callers, boards] = await Promise.all([
    startProductServer(bench),
    startProductServer(bench),
    startCallers(),
    start<LossBoards>('./loss-boards.ts', {}),
  ]);
  let product = first;
  try {
    const [port, otherPort] = await Promise.all([product.call('port'), other.call('port')]);
    const { operation } = place;
    await boards.call('open', { port, tokens, operation, day: today(new Date()) });
    const count = eachRound * bench.rounds;
    const ms = (count / rate) * 1_000;
    const make = makeChanges(place, 'product');
    // A process that has answered nothing yet takes longer than a visit's next change waits.
    await callers.call('atRate', { port: otherPort, rate, requests: make(rate) });
    const changes = make(count);
    const half = Math.floor(count / 2);
    const restart = async () => {
      await callers.call('atRate', { port: otherPort, rate, requests: changes.slice(0, half) });
      const started = product.stop().then(() => startProductServer(bench, port));
      await callers.call('atRate', { port: otherPort, rate, requests: changes.slice(half) });
      product = await started;
    };
    await Promise.all([boards.call('cutAtRandom', { cuts: count, ms }), restart()]);
    const [{ version }] =
      (await sql`select version from operations where code = ${operation}`) as unknown as [
        { version: number },
      ];
    const visits = await sql<{ id: number; technicianId: number | null }[]>`
      select id, technician_id from visits where operation = ${operation}`;
    const sums = await boards.call('compare', {
      to: version,
      ms: catchUpMs,
      record: visits.map(({ id, technicianId }) => [id, technicianId]),
    });
    bench.log(
      `P13: ${boardCount} boards, ${count} changes, ${sums.cuts} cuts, one restart; ${sums.gaps} gaps asked for again, ${sums.reloads} weeks read anew`,
    );
    if (sums.cuts < count) throw new Error(`only ${sums.cuts} of ${count} cuts`);
    return [
      limit(
        'P13',
        `changes missed by ${boardCount} boards, ${count} cuts, ${count} changes, one restart`,
        '',
        sums.missed,
        0,
      ),
      limit('P13', 'visits that a board shows otherwise than the record', '', sums.wrong, 0),
      limit('P13', 'changes that a board received twice', '', sums.twice, 0),
      limit('P13', 'changes that came after a later one', '', sums.outOfOrder, 0),
    ];
  } finally {
    await stopAll(product, other, callers, boards);
  }
}

import { today } from '../../machines/calendar/slots.ts';
import { type Bench, startFloorServer, startProductServer, stopAll } from './bench.ts';
import { getText, openHttp } from './http-connection.ts';
import { alternate, atMost, beside, type Line, limit, median, quantile } from './measure.ts';
import { addDispatcher, addPlace, fillWeek } from './people.ts';
import { start } from './process.ts';
import { analyze } from './record.ts';
import type { StormBoards } from './storm-boards.ts';

const boardCount = 1_000;

/**
 * P12: a web process with 1,000 boards ends, a new one starts at the same port, and all boards come back at once:
 * connect, sign in, read the week, watch from its version. The floor's boards connect to bare `ws` and read the same
 * zipped bytes, which their process is given beforehand; ours has to read and zip the week first. The clock starts once
 * the new process listens, on both sides: how long Node loads its files is a matter of its start, not of the boards.
 */
export async function benchStorm(bench: Bench): Promise<Line[]> {
  const { db } = bench.record;
  const place = await addPlace(db.sql, '946', 20, 40);
  const { operation } = place;
  await fillWeek(db, place, 960);
  await analyze(bench.record, 'visits');
  const tokens: string[] = [];
  for (let person = 0; person < 40; person++)
    tokens.push(...(await addDispatcher(db.sql, [operation], boardCount / 40)));
  const texts = tokens.map((token) =>
    getText(`/board/week?operation=${operation}&day=${today(new Date())}`, token),
  );
  let [product, floor] = await Promise.all([startProductServer(bench), startFloorServer(bench)]);
  const [ourBoards, bareBoards] = await Promise.all([
    start<StormBoards>('./storm-boards.ts', {}),
    start<StormBoards>('./storm-boards.ts', {}),
  ]);
  try {
    const [port, floorPort] = await Promise.all([product.call('port'), floor.call('port')]);
    const reader = await openHttp(port);
    const { body } = await reader.send(texts[0]!);
    reader.close();
    const empty = () => ({ ms: [] as number[], cpu: [] as number[], times: [] as number[], again: 0 });
    const found = { ours: empty(), floor: empty() };
    const sides = [
      async () => {
        await floor.stop();
        await bareBoards.call('leave');
        floor = await startFloorServer(bench, floorPort);
        await floor.call('keep', body);
        const before = await floor.call('cpu');
        const came = await bareBoards.call('comeBack', { port: floorPort, texts, tokens: null, operation });
        add(found.floor, came, (await floor.call('cpu')) - before);
      },
      async () => {
        await product.stop();
        await ourBoards.call('leave');
        product = await startProductServer(bench, port);
        const before = await product.call('cpu');
        const came = await ourBoards.call('comeBack', { port, texts, tokens, operation });
        add(found.ours, came, (await product.call('cpu')) - before);
      },
    ];
    // The first time there are no boards yet that lose their process.
    await alternate(1, sides);
    Object.assign(found, { ours: empty(), floor: empty() });
    await alternate(bench.rounds, sides);
    const { ours, floor: bare } = found;
    bench.log(`P12: boards tried again ${ours.again} times, the floor's ${bare.again}`);
    return [
      atMost(
        'P12',
        'until 1,000 boards are back after a restart',
        'ms',
        median(ours.ms),
        median(bare.ms),
        1.5,
      ),
      beside('P12', 'the same of a board, p50', 'ms', quantile(ours.times, 0.5), quantile(bare.times, 0.5)),
      limit('P12', 'CPU of the product a board', 'ms', median(ours.cpu), 0.6),
      beside('P12', 'the same, beside the floor', 'ms', median(ours.cpu), median(bare.cpu)),
    ];
  } finally {
    await stopAll(product, floor, ourBoards, bareBoards);
  }
}

function add(
  to: { ms: number[]; cpu: number[]; times: number[]; again: number },
  came: { ms: number; times: number[]; again: number },
  cpu: number,
) {
  to.ms.push(came.ms);
  to.cpu.push(cpu / boardCount);
  to.times.push(...came.times);
  to.again += came.again;
}

import { setTimeout as wait } from 'node:timers/promises';
import { addMonths, monthOf } from '../../machines/calendar/month.ts';
import { today } from '../../machines/calendar/slots.ts';
import { reportNames } from '../../machines/report/reports.ts';
import { openAskedReports } from './asked-reports.ts';
import { type Bench, startCallers, startProductServer, stopAll } from './bench.ts';
import type { Boards } from './boards.ts';
import { makeChanges } from './changes.ts';
import { timeLastBoard } from './last-board.ts';
import { alternate, atMost, beside, type Line, limit, quantile } from './measure.ts';
import { addDispatcher, addPlace, fillWeek } from './people.ts';
import { clock, start } from './process.ts';
import { analyze } from './record.ts';

const boardCount = 1_000;
const rate = 20;
const reportsPerSecond = 5;

/**
 * P14 beside P1: 20 changes a second to 1,000 boards, with and without reports that another process counts from the same
 * database, as a worker does: all twelve in turn, of six months, none of them kept.
 */
export async function benchReportsBesideBoards(bench: Bench): Promise<Line[]> {
  const { db } = bench.record;
  const place = await addPlace(db.sql, '931', 20, 40);
  await fillWeek(db, place, 960);
  await analyze(bench.record, 'visits');
  const tokens: string[] = [];
  for (let person = 0; person < 40; person++)
    tokens.push(...(await addDispatcher(db.sql, [place.operation], boardCount / 40)));
  const reports = await openAskedReports(db);
  const present = monthOf(today(new Date()));

  /** Counts reports until the work is done. */
  const counting = async (times: number[], work: () => Promise<unknown>) => {
    let done = false;
    const worked = work().finally(() => {
      done = true;
    });
    for (let index = 0; !done; index++) {
      const name = reportNames[index % reportNames.length]!;
      const begun = clock();
      await reports.read(name, addMonths(present, -1 - (Math.floor(index / reportNames.length) % 6)));
      times.push(clock() - begun);
      await wait(Math.max(0, begun + 1_000 / reportsPerSecond - clock()));
    }
    await worked;
  };

  const [product, callers, boards] = await Promise.all([
    startProductServer(bench),
    startCallers(),
    start<Boards>('./boards.ts', {}),
  ]);
  try {
    const port = await product.call('port');
    await boards.call('connect', { port, tokens, operation: place.operation });
    const changes = makeChanges(place, 'product');
    const each = Math.ceil((bench.seconds * rate) / bench.rounds);
    const last = { without: [] as number[], with: [] as number[] };
    const times = { alone: [] as number[], beside: [] as number[] };
    let missed = 0;
    const change = async (into: number[], count = each) => {
      const requests = changes(count);
      const found = await timeLastBoard({ callers, boards, boardCount, port, rate, requests });
      into.push(...found.last);
      missed += found.missed;
    };
    await counting([], () => change([], 2 * rate));
    await alternate(bench.rounds, [
      () => change(last.without),
      () => counting(times.beside, () => change(last.with)),
      () => counting(times.alone, () => wait((each / rate) * 1_000)),
    ]);
    const both = (share: number) => [quantile(last.with, share), quantile(last.without, share)] as const;
    const report = (share: number) => [quantile(times.beside, share), quantile(times.alone, share)] as const;
    return [
      atMost('P14', 'P1 with 5 reports a second, POST to the last board, p50', 'ms', ...both(0.5), 1.1),
      atMost('P14', 'the same, p99', 'ms', ...both(0.99), 1.1),
      limit('P14', 'deliveries missed', '', missed, 0),
      beside('P14', 'a report with P1, beside without, p50', 'ms', ...report(0.5)),
      beside('P14', 'the same, p95', 'ms', ...report(0.95)),
    ];
  } finally {
    await stopAll(product, callers, boards);
  }
}

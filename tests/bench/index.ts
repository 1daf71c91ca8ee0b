import { mkdirSync, writeFileSync } from 'node:fs';
import type { Bench } from './bench.ts';
import { benchConnecting } from './connecting.ts';
import { benchDay } from './day.ts';
import { benchFanOut } from './fan-out.ts';
import { benchFirstRow } from './first-row.ts';
import { benchLive } from './live.ts';
import { benchLoss } from './loss.ts';
import { machine, makeLog } from './machine.ts';
import type { Line } from './measure.ts';
import { benchMorning } from './morning.ts';
import { benchNoSignal } from './no-signal.ts';
import { benchNotices } from './notices.ts';
import { readOptions, usage } from './options.ts';
import { benchOverhead } from './overhead.ts';
import { benchPainted } from './painted.ts';
import { benchPeers } from './peers.ts';
import { benchRace } from './race.ts';
import { openBenchRecord } from './record.ts';
import { benchReports } from './reports.ts';
import { benchReportsBesideBoards } from './reports-beside-boards.ts';
import { benchSearch } from './search.ts';
import { boundLines, shortForm } from './short.ts';
import { benchStorm } from './storm.ts';
import { table } from './table.ts';
import { benchTake } from './take.ts';
import { benchTwoProcesses } from './two-processes.ts';
import { benchColdWeek, benchHotWeek } from './week.ts';

// The entrance of `npm run bench`: what was measured beside what, as a table and in .cache/bench.json. Code 1: the short
// form found a ratio that has fallen back.

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    console.error(usage);
    return 1;
  }
  const begun = Date.now();
  const log = makeLog();
  const record = await openBenchRecord(options.visits, log);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void record.close().finally(() => process.exit(1)));
  let lines: Line[] = [];
  try {
    const { rounds, seconds, short } = options;
    const bench: Bench = { record, rounds, seconds, share: short ? shortForm.share : 1, log };
    const suites: [string[], (bench: Bench) => Promise<Line[]>][] = [
      [['P10'], benchColdWeek],
      [['P11'], benchHotWeek],
      [['P1', 'P7'], (given) => benchLive(given, options.picked, options.boards)],
      [['P2'], benchPainted],
      [['P3'], benchPeers],
      [['P8'], benchTake],
      [['P4', 'P6'], (given) => benchFanOut(given, options.picked)],
      [['P5'], benchConnecting],
      [['P18'], benchTwoProcesses],
      [['P9'], benchRace],
      [['P12'], benchStorm],
      [['P13'], benchLoss],
      [
        ['P14'],
        async (given) => [...(await benchReports(given)), ...(await benchReportsBesideBoards(given))],
      ],
      [['P16'], benchOverhead],
      [['P17'], benchFirstRow],
      [['P15'], benchNotices],
      [['P21', 'P22'], (given) => benchMorning(given, options.picked, options.minutes)],
      [['P23'], benchDay],
      [['P24'], benchSearch],
      [['P29'], benchNoSignal],
    ];
    for (const [names, run] of suites) {
      if (!names.some((name) => options.picked.has(name))) continue;
      log(names.filter((name) => options.picked.has(name)).join(', '));
      lines.push(...(await run(bench)));
    }
  } finally {
    await record.close();
  }
  if (options.short) lines = boundLines(lines);
  lines.sort((a, b) => Number(a.bench.slice(1)) - Number(b.bench.slice(1)));
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  console.log(
    `\n${table(lines)}\n\n${machine()}; ${options.visits} visits; ${options.rounds} rounds; ${date} UTC; ${Math.round((Date.now() - begun) / 1_000)} s.`,
  );
  mkdirSync('.cache', { recursive: true });
  writeFileSync(
    '.cache/bench.json',
    `${JSON.stringify({ date, machine: machine(), ...options, picked: [...options.picked], lines }, null, 2)}\n`,
  );
  return options.short && lines.some(({ met }) => met === false) ? 1 : 0;
}

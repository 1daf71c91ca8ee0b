import { mkdirSync, writeFileSync } from 'node:fs';
import type { Bench } from './bench.ts';
import { benchDay } from './day.ts';
import { benchLive } from './live.ts';
import { machine, makeLog } from './machine.ts';
import type { Line } from './measure.ts';
import { benchMorning } from './morning.ts';
import { benchNotices } from './notices.ts';
import { readOptions, usage } from './options.ts';
import { benchPainted } from './painted.ts';
import { benchPeers } from './peers.ts';
import { openBenchRecord } from './record.ts';
import { benchReports } from './reports.ts';
import { benchSearch } from './search.ts';
import { table } from './table.ts';
import { benchTake } from './take.ts';
import { benchColdWeek, benchHotWeek } from './week.ts';

// The entrance of `npm run bench`: what was measured beside what, as a table and in .cache/bench.json.

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
  const lines: Line[] = [];
  try {
    const bench: Bench = { record, rounds: options.rounds, seconds: options.seconds, log };
    const suites: [string[], (bench: Bench) => Promise<Line[]>][] = [
      [['P10'], benchColdWeek],
      [['P11'], benchHotWeek],
      [['P1', 'P7'], (given) => benchLive(given, options.picked)],
      [['P2'], benchPainted],
      [['P3'], benchPeers],
      [['P8'], benchTake],
      [['P14'], benchReports],
      [['P15'], benchNotices],
      [['P21', 'P22'], (given) => benchMorning(given, options.picked, options.minutes)],
      [['P23'], benchDay],
      [['P24'], benchSearch],
    ];
    for (const [names, run] of suites) {
      if (!names.some((name) => options.picked.has(name))) continue;
      log(names.filter((name) => options.picked.has(name)).join(', '));
      lines.push(...(await run(bench)));
    }
  } finally {
    await record.close();
  }
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
  return 0;
}

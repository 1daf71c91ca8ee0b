import { mkdirSync, writeFileSync } from 'node:fs';
import type { Bench } from './bench.ts';
import { benchLive } from './live.ts';
import { machine, makeTell } from './machine.ts';
import type { Line } from './measure.ts';
import { openBenchRecord } from './record.ts';
import { benchReports } from './reports.ts';
import { table } from './table.ts';
import { benchTake } from './take.ts';
import { benchColdWeek, benchHotWeek } from './week.ts';
import { readWish, usage } from './wish.ts';

// The entrance of `npm run bench`: what was measured beside what, as a table and in .cache/bench.json.

process.exitCode = await main();

async function main(): Promise<number> {
  const wish = readWish(process.argv.slice(2));
  if (!wish) {
    console.error(usage);
    return 1;
  }
  const begun = Date.now();
  const tell = makeTell();
  const record = await openBenchRecord(wish.visits, tell);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void record.close().finally(() => process.exit(1)));
  const lines: Line[] = [];
  try {
    const bench: Bench = { record, rounds: wish.rounds, seconds: wish.seconds, tell };
    const suites: [string[], (bench: Bench) => Promise<Line[]>][] = [
      [['P10'], benchColdWeek],
      [['P11'], benchHotWeek],
      [['P1', 'P7'], (given) => benchLive(given, wish.picked)],
      [['P8'], benchTake],
      [['P14'], benchReports],
    ];
    for (const [names, run] of suites) {
      if (!names.some((name) => wish.picked.has(name))) continue;
      tell(names.filter((name) => wish.picked.has(name)).join(', '));
      lines.push(...(await run(bench)));
    }
  } finally {
    await record.close();
  }
  lines.sort((a, b) => Number(a.bench.slice(1)) - Number(b.bench.slice(1)));
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  console.log(
    `\n${table(lines)}\n\n${machine()}; ${wish.visits} visits; ${wish.rounds} rounds; ${date} UTC; ${Math.round((Date.now() - begun) / 1_000)} s.`,
  );
  mkdirSync('.cache', { recursive: true });
  writeFileSync(
    '.cache/bench.json',
    `${JSON.stringify({ date, machine: machine(), ...wish, picked: [...wish.picked], lines }, null, 2)}\n`,
  );
  return 0;
}

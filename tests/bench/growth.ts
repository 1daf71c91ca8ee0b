import { addDays, mondayOf, today } from '../../machines/slots.ts';
import { type Bench, startCallers, startFrontDoor, stopAll } from './bench.ts';
import { makeChanges } from './changes.ts';
import { getText, postText } from './http-connection.ts';
import { median, quantile } from './measure.ts';
import { addDispatcher, addPlace } from './people.ts';
import { type BenchRecord, openBenchRecord } from './record.ts';

// `npm run bench:growth -- 1 10 30 [--rounds 9]`: the same questions to records of 1, 10 and 30 million visits, in one
// run and in turn. An installation grows by operations: each million is two operations more, over the same four years,
// so that what one operation's people see is the same everywhere and only what lies around it grows.

const years = 4;
const operationsPerMillion = 2;
const askedEachRound = 12;
const target = 1.3;

type Measured = { name: string; times: number[] };
type Side = {
  millions: number;
  record: BenchRecord;
  measure(round: number): Promise<void>;
  of: Measured[];
  stop(): Promise<void>;
};

process.exitCode = await main();

async function main(): Promise<number> {
  const wish = readWish(process.argv.slice(2));
  if (!wish) {
    console.error(
      'Usage: npm run bench:growth -- [1 10 30] [--rounds 9]   (millions of visits, smallest first)',
    );
    return 1;
  }
  const begun = Date.now();
  const tell = (line: string) => console.log(`${Math.round((Date.now() - begun) / 1_000)} s: ${line}`);
  const sides: Side[] = [];
  try {
    for (const millions of wish.sizes) sides.push(await openSide(millions, tell));
    for (let round = 0; round <= wish.rounds; round++) {
      tell(round === 0 ? 'warming up' : `round ${round} of ${wish.rounds}`);
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side.measure(round);
      if (round === 0) for (const side of sides) for (const one of side.of) one.times.length = 0;
    }
    print(sides);
  } finally {
    for (const side of sides) {
      await side.stop();
      await side.record.close();
    }
  }
  return 0;
}

async function openSide(millions: number, tell: (line: string) => void): Promise<Side> {
  const operations = Math.max(1, Math.round(millions * operationsPerMillion));
  const visits = Math.round(millions * 1_000_000);
  const record = await openBenchRecord(visits, tell, [
    '--operations',
    String(operations),
    '--years',
    String(years),
  ]);
  const bench: Bench = { record, rounds: 0, seconds: 0, tell };
  const { sql } = record.db;
  const [busiest] = await sql<{ operation: string }[]>`
    select operation from visits where day between ${addDays(today(new Date()), -400)} and ${addDays(today(new Date()), -370)}
    group by 1 order by count(*) desc, 1 limit 1`;
  const operation = busiest!.operation;
  const place = await addPlace(sql, '920', 20, 40);
  const changes = makeChanges(place, 'door');
  const [token] = await addDispatcher(sql, [operation, place.operation], 1);
  const technicians = await sql<{ id: number }[]>`
    select distinct technician_id as id from visits where operation = ${operation} and day > ${addDays(today(new Date()), -20)}
      and technician_id is not null order by 1 limit ${askedEachRound}`;
  const [door, callers] = await Promise.all([startFrontDoor(bench), startCallers()]);
  const port = await door.call('port');
  const of: Measured[] = ['the week', 'the pending list', 'the technician’s day', 'one command'].map(
    (name) => ({
      name,
      times: [],
    }),
  );
  const ask = async (index: number, queue: string[]) =>
    of[index]!.times.push(...(await callers.call('each', { port, queues: [queue] })).times);
  return {
    millions,
    record,
    of,
    async measure(round) {
      // Weeks that nobody asked for before: the bytes of one that was asked for are kept.
      const weeks = Array.from({ length: askedEachRound }, (_, n) =>
        addDays(mondayOf(today(new Date())), -7 * (round * askedEachRound + n)),
      );
      await ask(
        0,
        weeks.map((day) => getText(`/board/week?operation=${operation}&day=${day}`, token!)),
      );
      await ask(
        1,
        weeks.map(() =>
          postText('/v1/orders/pending', token!, { subsidiary: operation, unscheduled_only: false }),
        ),
      );
      await ask(
        2,
        technicians.map(({ id }) => postText('/v1/visit/get/by_tech_id', token!, { tech_id: id })),
      );
      await ask(
        3,
        changes(askedEachRound * 2).map(({ text }) => text),
      );
    },
    stop: () => stopAll(door, callers),
  };
}

function print(sides: Side[]): void {
  const [smallest] = sides as [Side];
  const head = ['p50 (p90)', ...sides.map(({ millions }) => `${millions} million`), 'grows', `≤ ${target}x`];
  const rows = smallest.of.map(({ name }, index) => {
    const values = sides.map((side) => side.of[index]!.times);
    const grows = median(values.at(-1)!) / median(values[0]!);
    return [
      name,
      ...values.map((times) => `${median(times).toFixed(1)} (${quantile(times, 0.9).toFixed(1)}) ms`),
      `${grows.toFixed(2)}x`,
      grows <= target ? 'met' : 'MISSED',
    ];
  });
  console.log(`\n| ${head.join(' | ')} |\n|${head.map(() => '---').join('|')}|`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}

function readWish(words: string[]): { sizes: number[]; rounds: number } | null {
  const at = words.indexOf('--rounds');
  const rounds = at < 0 ? 9 : Number(words.splice(at, 2)[1]);
  const sizes = words.length > 0 ? words.map(Number) : [1, 10, 30];
  const fits = sizes.every((size) => size > 0 && size <= 100) && rounds >= 1 && rounds <= 16;
  return fits ? { sizes: sizes.sort((a, b) => a - b), rounds } : null;
}

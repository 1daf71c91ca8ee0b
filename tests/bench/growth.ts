import {
  asked,
  mostAsked,
  questionNames as names,
  openSide,
  type Question,
  questions,
  type Side,
} from './growth-side.ts';
import { makeLog } from './machine.ts';
import { median, quantile } from './measure.ts';

// `npm run bench:growth -- 1 10 30 [--rounds 9] [--keep <folder>]`: the same questions to records of 1, 10 and 30
// million visits, in one run and in turn. An installation grows by operations: what one operation's people see is the
// same everywhere and only what lies around it grows. With `--keep` the records stay in that folder, and are used
// again on the same day.

const target = 1.3;
const askedEachRound = 12;
const mostRounds = Math.floor(mostAsked / askedEachRound);
/** Answers that differ by more than this were not to the same question. */
const alike = 1.25;

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    console.error(
      `Usage: npm run bench:growth -- [1 10 30] [--rounds 9] [--keep <folder>]   (millions of visits, up to 100; up to ${mostRounds} rounds)`,
    );
    return 1;
  }
  const log = makeLog();
  const sides: Side[] = [];
  try {
    for (const millions of options.sizes) sides.push(await openSide(millions, options.keepIn, log));
    for (const side of sides) {
      log(`warming up ${side.millions} million`);
      await side.warmUp();
    }
    for (let round = 0; round < options.rounds; round++) {
      log(`round ${round + 1} of ${options.rounds}`);
      // One answer of each in turn, and who begins changes: whatever the machine does in between falls on all.
      for (const what of asked)
        for (let n = round * askedEachRound; n < (round + 1) * askedEachRound; n++)
          for (let turn = 0; turn < sides.length; turn++)
            await sides[(n + turn) % sides.length]!.ask(what, n);
    }
    print(sides);
    return compare(sides);
  } finally {
    for (const side of sides) await side.close();
  }
}

function print(sides: Side[]): void {
  const draw = (rows: string[][]) =>
    console.log(`\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}`);
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`;
  const perSize = sides.map(({ millions }) => `${millions} million`);
  draw([
    ['the record', ...perSize],
    ['---', ...sides.map(() => '---')],
    ['operations', ...sides.map(({ operations }) => String(operations))],
    [
      'visits, the demo’s included',
      ...sides.map(({ extent }) => Math.round(extent.visits).toLocaleString('en')),
    ],
    ['rows', ...sides.map(({ extent }) => gigabytes(extent.tables))],
    ['indexes', ...sides.map(({ extent }) => gigabytes(extent.indexes))],
  ]);
  draw([
    ['p50 (p90)', ...perSize, 'grows', `≤ ${target}x`, 'kB of an answer'],
    [...sides, 0, 0, 0, 0].map(() => '---'),
    ...names.map((name) => {
      const grown = growth(sides, name);
      return [
        questions[name],
        ...sides.map(
          ({
            measured: {
              [name]: { times },
            },
          }) => `${median(times).toFixed(1)} (${quantile(times, 0.9).toFixed(1)}) ms`,
        ),
        `${grown.toFixed(2)}x`,
        name === 'floor' ? '' : grown <= target ? 'met' : 'MISSED',
        sides
          .map(
            ({
              measured: {
                [name]: { bytes },
              },
            }) => (median(bytes) / 1_000).toFixed(1),
          )
          .join(', '),
      ];
    }),
  ]);
}

/** From the smallest to the largest. */
function growth(sides: Side[], name: Question): number {
  return median(sides.at(-1)!.measured[name].times) / median(sides[0]!.measured[name].times);
}

/** @returns 1 when the answers were empty or of different sizes: then the times compare nothing */
function compare(sides: Side[]): number {
  const wrong = names.filter((name) => {
    const sizes = sides.map(({ measured }) => median(measured[name].bytes));
    const least = name === 'floor' || name === 'command' ? 1 : 2_000;
    return Math.min(...sizes) < least || Math.max(...sizes) > alike * Math.min(...sizes);
  });
  for (const name of wrong)
    console.error(`The answers to '${questions[name]}' are empty or of different sizes.`);
  return wrong.length > 0 ? 1 : 0;
}

function readOptions(words: string[]): { sizes: number[]; rounds: number; keepIn: string | null } | null {
  const option = (name: string) => {
    const at = words.indexOf(name);
    return at < 0 ? undefined : words.splice(at, 2)[1];
  };
  const rounds = Number(option('--rounds') ?? 9);
  const keepIn = option('--keep') ?? null;
  const sizes = words.length > 0 ? words.map(Number) : [1, 10, 30];
  const fits = sizes.every((size) => size > 0 && size <= 100) && rounds >= 1 && rounds <= mostRounds;
  return fits ? { sizes: sizes.sort((a, b) => a - b), rounds, keepIn } : null;
}

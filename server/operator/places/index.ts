import { listWrongCounters, recountPlaces, type WrongCounter } from '../../../db/record/places.ts';
import { operate } from '../operate.ts';

const usage = `Usage: npm run places [-- --repair]
  Counts the visits that hold a place anew and compares: ends with 1 when a counter differs.
  --repair   writes what was counted`;

process.exitCode = await main().catch((error: Error) => {
  console.error(error.message || String(error));
  return 1;
});

async function main(): Promise<number> {
  const argv = process.argv.slice(2);
  if (argv.some((argument) => argument !== '--repair')) {
    console.error(usage);
    return 2;
  }
  return operate(async (db) => {
    const wrong = await listWrongCounters(db.sql);
    for (const counter of wrong) console.log(lineOf(counter));
    if (wrong.length === 0) {
      console.log('Every counter of places is right.');
      return 0;
    }
    if (!argv.includes('--repair')) {
      console.log(
        `${wrong.length} counters differ from the visits. To count them anew: npm run places -- --repair`,
      );
      return 1;
    }
    await db.transactions.begin((tx) => recountPlaces(tx));
    console.log(`${wrong.length} counters were wrong and are counted anew.`);
    return 0;
  });
}

const lineOf = ({ operation, day, slotId, taken, visits }: WrongCounter) =>
  `${operation}  ${day}  slot ${slotId}: ${taken} counted, ${visits} visits`;

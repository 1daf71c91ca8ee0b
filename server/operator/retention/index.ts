import { parseArgs } from 'node:util';
import { setRetentionFromConsole } from '../../../db/commands/retention/set-retention.ts';
import { listRetention } from '../../../db/reads/settings/retention.ts';
import { retentionLimits } from '../../../machines/access/retention.ts';
import { operate } from '../operate.ts';

const { first, last } = retentionLimits;
const usage = `Usage: npm run retention -- list
       npm run retention -- set --operation 114 --months 36     (${first} to ${last})
       npm run retention -- set --operation 114 --for-ever`;

process.exitCode = await main().catch((error: unknown) =>
  printError((error as Error).message || String(error)),
);

async function main(): Promise<number> {
  const options = readArguments();
  if (!options) return printError(usage);
  return operate(async (db) => {
    if (options.operation) {
      const before = await setRetentionFromConsole(db, options.operation, options.months);
      if (!before)
        return printError(
          `There is no operation ${options.operation}: \`npm run retention -- list\` shows them.`,
        );
    }
    for (const { operation, name, months } of await listRetention(db))
      console.log(`${operation}  ${name.padEnd(24)} ${months === null ? 'for ever' : `${months} months`}`);
    return 0;
  });
}

/** @returns null when it is invalid */
function readArguments(): { operation: string | null; months: number | null } | null {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        operation: { type: 'string' },
        months: { type: 'string' },
        'for-ever': { type: 'boolean' },
      },
    });
    const { operation, months, 'for-ever': forEver = false } = values;
    if (positionals.join() === 'list' && !operation && !months && !forEver)
      return { operation: null, months: null };
    if (
      positionals.join() !== 'set' ||
      !/^\d{3}$/.test(operation ?? '') ||
      forEver === (months !== undefined)
    )
      return null;
    if (
      months !== undefined &&
      (!/^\d{1,3}$/.test(months) || Number(months) < first || Number(months) > last)
    )
      return null;
    return { operation: operation!, months: months === undefined ? null : Number(months) };
  } catch {
    return null;
  }
}

function printError(line: string): number {
  console.error(line);
  return 1;
}

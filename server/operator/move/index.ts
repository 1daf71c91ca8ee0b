import { parseArgs } from 'node:util';
import { moveOperations, takeBack } from '../../../db/commands/division/move-operations.ts';
import { installationName } from '../../../machines/process/settings.ts';
import { operate } from '../operate.ts';
import { openStandbyCluster } from './standby-cluster.ts';

const usage = `Usage: npm run move -- --operations 115,116 --to sur --standby postgres://…
         [--patroni http://sur-db:8008]  [--ready http://sur:3000/readyz]  [--wait 60]
       npm run move -- --back --operations 115,116 --standby postgres://…

Moves operations to an installation of their own, whose database is a standby of this one until now:
docs/operations/division.md. --patroni: the standby leads a standby cluster, which its Patroni promotes; its account, where it asks for one, is read
from PATRONI_RESTAPI_USERNAME and PATRONI_RESTAPI_PASSWORD.
--back takes back a move that failed before the standby was promoted.
The standby's password is read from PGPASSWORD where its address has none.`;

process.exitCode = await main().catch((error: unknown) =>
  printError((error as Error).message || String(error)),
);

async function main(): Promise<number> {
  const options = readArguments();
  if (!options) return printError(usage);
  return operate(async (db, from) => {
    if ('back' in options) {
      await takeBack(db, options.operations, options.standbyUrl);
      console.log(`Operations ${options.operations.join(', ')} live here.`);
      return 0;
    }
    if (from === undefined)
      return printError('INSTALLATION: missing; the processes of this installation need its name as well.');
    if (from === options.to) return printError(`--to: ${from} is this installation.`);
    const { ready, patroni, waitSeconds, ...move } = options;
    const waitMs = waitSeconds * 1_000;
    await moveOperations(db, {
      ...move,
      from,
      waitMs,
      standbyCluster: patroni ? openStandbyCluster(patroni) : undefined,
      otherAnswers: () => (ready ? untilReady(ready, waitMs) : Promise.resolve()),
      say: (line) => console.log(line),
    });
    return 0;
  });
}

/** @throws when it does not answer 200 in time: the command may be repeated then */
async function untilReady(address: string, waitMs: number): Promise<void> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const status = await fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    if (Date.now() > deadline)
      throw new Error(
        `${address} does not answer: the operations have moved, but their users are not led there. Repeat the command once it does.`,
      );
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

type Asked =
  | { back: true; operations: string[]; standbyUrl: string }
  | {
      operations: string[];
      to: string;
      standbyUrl: string;
      ready: string | undefined;
      patroni: string | undefined;
      waitSeconds: number;
    };

/** @returns null when it is invalid */
function readArguments(): Asked | null {
  try {
    const { values } = parseArgs({
      options: {
        operations: { type: 'string' },
        to: { type: 'string' },
        standby: { type: 'string' },
        ready: { type: 'string' },
        patroni: { type: 'string' },
        wait: { type: 'string', default: '60' },
        back: { type: 'boolean', default: false },
      },
    });
    const { to, standby, ready, patroni, wait, back } = values;
    const operations = (values.operations ?? '').split(',');
    if (!operations.every((code) => /^\d{3}$/.test(code))) return null;
    if (back) return standby ? { back, operations, standbyUrl: standby } : null;
    if (patroni !== undefined && !/^https?:\/\/./.test(patroni)) return null;
    if (!to || !installationName.test(to) || !standby || !/^\d{1,4}$/.test(wait)) return null;
    return { operations, to, standbyUrl: standby, ready, patroni, waitSeconds: Number(wait) };
  } catch {
    return null;
  }
}

function printError(line: string): number {
  console.error(line);
  return 1;
}

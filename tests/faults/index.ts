import { mkdirSync, writeFileSync } from 'node:fs';
// @ts-expect-error plain JavaScript: it runs before anything is installed
import { buildIfNeeded } from '../../server/build.mjs';
import { machine, makeLog } from '../bench/machine.ts';
import { openCluster } from './cluster.ts';
import { faults } from './faults.ts';
import { readOptions, usage } from './options.ts';
import { runFault } from './run-fault.ts';
import { type Row, table } from './table.ts';

// The entrance of `npm run test:faults`: each fault under load, counted afterwards, one table, and its exit code.

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), Object.keys(faults));
  if (!options) {
    console.error(usage);
    return 2;
  }
  const begun = Date.now();
  const log = makeLog();
  await buildIfNeeded();
  const cluster = await openCluster(log);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void cluster.close().finally(() => process.exit(1)));
  const rows: Row[] = [];
  // After each of them: a run that is broken off has not been for nothing.
  const keep = () => {
    mkdirSync('.cache', { recursive: true });
    const date = new Date().toISOString();
    writeFileSync(
      '.cache/faults.json',
      `${JSON.stringify({ date, machine: machine(), size: options.size, rows }, null, 2)}\n`,
    );
  };
  try {
    for (const [id, fault] of Object.entries(faults)) {
      if (!options.picked.has(id)) continue;
      const able = 'backends' in fault ? fault.backends : undefined;
      const asked = options.backends;
      // One that needs Redis is not left out by asking for the other; one that does not mind has what is asked for.
      const backends =
        able === undefined
          ? asked.slice(0, 1)
          : able.length === 1
            ? able
            : able.filter((one) => asked.includes(one));
      for (const backend of backends) {
        log(`${id} ${fault.title} (${backend})`);
        const row = await runFault(cluster, id, fault, backend, options.size, log);
        rows.push(row);
        keep();
        log(
          `${id} ${row.problems.length === 0 ? 'ok' : 'FAILED'} in ${row.seconds} s: ${row.figures} ${row.problems.join('; ')}`,
        );
      }
    }
  } finally {
    await cluster.close();
  }
  const failed = rows.filter(({ problems }) => problems.length > 0).length;
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const seconds = Math.round((Date.now() - begun) / 1_000);
  console.log(`\n${table(rows)}\n\n${machine()}; ${options.size}; ${date} UTC; ${seconds} s.`);
  console.log(`${rows.length - failed} passed, ${failed} failed`);
  return failed > 0 || rows.length === 0 ? 1 : 0;
}

import { existsSync } from 'node:fs';
import { readSettings } from '../../machines/process/settings.ts';
import { reachRecord } from '../connection/reach.ts';
import type { Sql } from '../connection/sql.ts';
import { holdsDemo, holdsUsers } from '../reads/settings/demo.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { readArguments, type SeedArguments, usage } from './arguments.ts';
import { loadDemo } from './demo/load-demo.ts';
import { openForLoading } from './load.ts';
import { addVisits } from './synthetic/add-visits.ts';

process.exitCode = await main().catch((error: unknown) => {
  const { message, cause } = error as Error;
  console.error(cause instanceof Error ? `${message} (${cause.message})` : message || String(error));
  return 1;
});
// The supervisor's channel would keep the process alive.
if (process.connected) process.disconnect();

/** What loading needs of the settings. */
function settingsToRead(): string[] {
  return [
    ...['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATA_DIR', 'TIME_ZONE'],
    ...['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ];
}

async function main(): Promise<number> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const answer = readSettings(Object.fromEntries(settingsToRead().map((name) => [name, process.env[name]])));
  if (!answer.ok) return printErrors(...answer.problems);
  const { dataDir, databaseDirectUrl } = answer.settings;
  const databaseUrl = databaseDirectUrl ?? answer.settings.databaseUrl;
  const options = readArguments(process.argv.slice(2), databaseUrl !== undefined);
  if (!options) return printErrors(usage);

  return reachRecord({ databaseUrl, dataDir }, async (url) => {
    const sql = openForLoading(url);
    try {
      return await load(sql, options, openStorage(answer.settings));
    } finally {
      await sql.end({ timeout: 5 });
    }
  });
}

async function load(sql: Sql, options: SeedArguments, storage: Storage): Promise<number> {
  if (options.demo || !(await holdsUsers(sql))) {
    const start = Date.now();
    const loaded = await loadDemo(sql, new Date(), storage);
    if (loaded)
      console.log(
        `Demo data: ${loaded.orders} orders, ${loaded.visits} visits, ${loaded.events} events in ${seconds(start)} s.`,
      );
    else if (!options.ifEmpty && options.visits === null)
      return printErrors('The database already has users: --demo loads into an empty one only.');
  }
  const demo = await holdsDemo({ sql });
  if (process.send) await new Promise((sent) => process.send!({ demo }, sent));
  if (options.visits === null) return 0;
  if (!demo) return printErrors('The database holds other data than the demo: --visits adds to a demo only.');
  const start = Date.now();
  const added = await addVisits(sql, {
    visits: options.visits,
    operations: options.operations,
    years: options.years,
    now: new Date(),
    log: (line) => console.log(line),
  });
  const rate = Math.round(added.visits / ((Date.now() - start) / 1000));
  console.log(
    `${added.visits} visits, ${added.orders} orders, ${added.clients} clients and ${added.events} events in ${seconds(start)} s: ${rate} visits/s.`,
  );
  return 0;
}

function printErrors(...lines: string[]): number {
  for (const line of lines) console.error(line);
  return 1;
}

/** A declaration, because main() runs before the module's last lines. */
function seconds(start: number): string {
  return ((Date.now() - start) / 1000).toFixed(1);
}

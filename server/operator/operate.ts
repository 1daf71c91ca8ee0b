import { existsSync } from 'node:fs';
import { type Db, openDb } from '../../db/connection/open.ts';
import { reachRecord } from '../../db/connection/reach.ts';
import { openStorage } from '../../db/storage/open-storage.ts';
import type { Storage } from '../../db/storage/storage.ts';
import { readSettings } from '../../machines/process/settings.ts';
import type { TelephonePlan } from '../../machines/telephone/read-number.ts';
import { lockDataFolder } from '../supervisor/data-lock.ts';

/** Of the settings: where photos are kept, and how telephones are read. */
export type OperatorSettings = { storage: Storage; inBucket: boolean; telephones: TelephonePlan };

/** What an operator's command needs of the settings: it runs without those of the product's channels. */
const read = [
  ...['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATA_DIR', 'INSTALLATION'],
  ...['TIME_ZONE', 'TELEPHONE_COUNTRY', 'TELEPHONE_AREA_CODE'],
  ...['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
];

/**
 * Opens the record for an operator's command, whether the product is running or not. If it is not, a start of
 * the product has to wait: it would adopt the embedded database that this command is about to stop.
 *
 * @param work receives also the installation's name, where it has one
 * @throws an Error with one line for each thing that the operator has to correct
 */
export async function operate<Done>(
  work: (db: Db, installation: string | undefined, settings: OperatorSettings) => Promise<Done>,
): Promise<Done> {
  return operateOn({}, async (url, installation, settings) => {
    const { telephones } = settings;
    const db = openDb(url, { reads: 1, writes: 1, transactions: 1, telephones });
    try {
      return await work(db, installation, settings);
    } finally {
      await db.close();
    }
  });
}

/**
 * The same for a command that opens the database itself.
 *
 * @param how `asItIs`: whatever its schema version
 */
export async function operateOn<Done>(
  how: { asItIs?: boolean },
  work: (url: string, installation: string | undefined, settings: OperatorSettings) => Promise<Done>,
): Promise<Done> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const answer = readSettings(Object.fromEntries(read.map((name) => [name, process.env[name]])));
  if (!answer.ok) throw new Error(answer.problems.join('\n'));
  const { settings } = answer;
  const release = settings.databaseUrl ? undefined : await lockDataFolder(settings.dataDir);
  try {
    // Past a pooler: migrations, backup and restore need one session.
    const databaseUrl = settings.databaseDirectUrl ?? settings.databaseUrl;
    return await reachRecord({ ...settings, databaseUrl, ...how }, (url) =>
      work(url, settings.installation, {
        storage: openStorage(settings),
        inBucket: settings.bucket !== undefined,
        telephones: settings.telephones,
      }),
    );
  } finally {
    release?.();
  }
}

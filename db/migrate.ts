import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import type { Sql } from './connection/sql.ts';
import { keepMonthsAhead } from './months/months.ts';

/**
 * Brings the database to the newest schema, with the months that are about to begin. Any number of processes may call it at once: an advisory lock
 * lets one work while the others wait and then find nothing to do (drizzle itself takes no lock).
 *
 * @param folder drizzle's migrations, with `meta/_journal.json`
 */
export async function migrate(url: string, folder?: string): Promise<void> {
  // One connection: the lock belongs to a session, and the work must happen in that same session.
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    await sql`select pg_advisory_lock(${lockNumber})`;
    await applyMigrations(drizzle(sql), { migrationsFolder: folder ?? migrationsFolder() });
    // Other migrations than the product's, as a test brings them, end at a schema that may have no months.
    if (!folder) await keepMonthsAhead(sql as unknown as Sql);
  } finally {
    // Ending the session gives the lock back, also after a failure.
    await sql.end({ timeout: 5 });
  }
}

/**
 * Brings an empty database to an older schema, the one that a backup was made of.
 *
 * @param version the `when` of the last migration to apply
 */
export async function migrateTo(url: string, version: number, folder = migrationsFolder()): Promise<void> {
  const short = mkdtempSync(join(tmpdir(), 'agenda-migrations-'));
  try {
    cpSync(folder, short, { recursive: true });
    const file = join(short, 'meta', '_journal.json');
    const whole = JSON.parse(readFileSync(file, 'utf8')) as { entries: Migration[] };
    const entries = whole.entries.filter(({ when }) => when <= version);
    writeFileSync(file, JSON.stringify({ ...whole, entries }));
    await migrate(url, short);
  } finally {
    rmSync(short, { recursive: true, force: true });
  }
}

export type Migration = { idx: number; when: number; tag: string };

/** The migrations that this program knows, oldest first. */
export const journal = (folder = migrationsFolder()): Migration[] =>
  (JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as { entries: Migration[] })
    .entries;

/** Any constant of our own. */
const lockNumber = 7_341_905;

/** From the source and from the bundle in `dist/` alike: below the folder of package.json. */
function migrationsFolder() {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    if (folder === dirname(folder))
      throw new Error('No package.json above db/migrate: the migrations are missing.');
    folder = dirname(folder);
  }
  return join(folder, 'db', 'migrations');
}

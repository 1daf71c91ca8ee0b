import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { primaryUrl } from './connection/primary.ts';
import type { Sql } from './connection/sql.ts';
import { keepMonthsAhead } from './months/months.ts';

/**
 * Migrates the database to the newest schema, and makes the coming months' partitions. Concurrent calls are
 * serialised by an advisory lock, which drizzle does not take; the later ones find nothing to do.
 *
 * @param folder drizzle's migrations, with `meta/_journal.json`
 */
export async function migrate(url: string, folder?: string): Promise<void> {
  const sql = postgres(await primaryUrl(url), { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    await sql`select pg_advisory_lock(${lockNumber})`;
    await applyMigrations(drizzle(sql), { migrationsFolder: folder ?? migrationsFolder() });
    if (!folder) await keepMonthsAhead(sql as unknown as Sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Migrates an empty database to an older schema, that of a backup.
 *
 * @param version the `when` of the last migration to apply
 */
export async function migrateTo(url: string, version: number, folder = migrationsFolder()): Promise<void> {
  const short = mkdtempSync(join(tmpdir(), 'agenda-migrations-'));
  try {
    cpSync(folder, short, { recursive: true });
    const file = join(short, 'meta', '_journal.json');
    const journalFile = JSON.parse(readFileSync(file, 'utf8')) as { entries: Migration[] };
    const entries = journalFile.entries.filter(({ when }) => when <= version);
    writeFileSync(file, JSON.stringify({ ...journalFile, entries }));
    await migrate(url, short);
  } finally {
    rmSync(short, { recursive: true, force: true });
  }
}

export type Migration = { idx: number; when: number; tag: string };

/** This program's migrations, oldest first. */
export const journal = (folder = migrationsFolder()): Migration[] =>
  (JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as { entries: Migration[] })
    .entries;

/** An arbitrary constant. */
const lockNumber = 7_341_905;

/** Below the directory of package.json, for the source and the bundle in `dist/` alike. */
function migrationsFolder() {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    if (folder === dirname(folder))
      throw new Error('No package.json above db/migrate: the migrations are missing.');
    folder = dirname(folder);
  }
  return join(folder, 'db', 'migrations');
}

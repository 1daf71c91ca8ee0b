import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { dropEverything } from '../../../db/backup/catalogue.ts';
import { journal, migrate, migrateTo } from '../../../db/migrate.ts';
import { findContractions } from '../../support/house/migration-lint.ts';
import { ownDatabase } from '../../support/postgres/database.ts';
import previous from './previous/statements.json' with { type: 'json' };

// While a new version comes up, the one before it works on the new schema (docs/operations/upgrade.md).

const folder = join(import.meta.dirname, '../../../db/migrations');
const database = ownDatabase();

describe('the version before this one', () => {
  it('finds every table, column and type that its statements name in the newest schema', async () => {
    const sql = postgres(database.url, { max: 1, onnotice: () => {} });
    await dropEverything({ query: async (text: string) => ({ rows: await sql.unsafe(text) }) } as never);
    await migrateTo(database.url, previous.schema.when);
    // All that can be judged without its values; on its own schema all of them can.
    expect(await refused(sql)).toEqual([]);
    await migrate(database.url);
    expect(await refused(sql)).toEqual([]);
    expect(previous.statements.length).toBeGreaterThan(200);
    await sql.end();
  }, 120_000);

  it('would be found out by this test if a column that it uses were gone', async () => {
    const sql = postgres(database.url, { max: 1, onnotice: () => {} });
    await sql`alter table visits rename column on_the_way to is_on_the_way`;
    const found = await refused(sql);
    expect(found.length).toBeGreaterThan(10);
    expect(found.join()).toContain('on_the_way');
    await sql`alter table visits rename column is_on_the_way to on_the_way`;
    await sql.end();
  }, 60_000);
});

/** The statements that the database does not take, with why. */
async function refused(sql: postgres.Sql): Promise<string[]> {
  const found: string[] = [];
  for (const text of previous.statements) {
    await sql
      .unsafe(`prepare judged as ${text}`)
      .then(() => sql.unsafe('deallocate judged'))
      .catch((error: Error) => found.push(`${error.message}: ${text}`));
  }
  return found;
}

describe('a migration', () => {
  const since = journal(folder).filter(({ when }) => when > previous.schema.when);

  it.each(since.map(({ tag }) => tag))(
    '%s removes nothing that the version before uses, or says why it may',
    (tag) => {
      expect(findContractions(readFileSync(join(folder, `${tag}.sql`), 'utf8'))).toEqual([]);
    },
  );

  it('is listed in the journal', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
    expect(files.sort()).toEqual(journal(folder).map(({ tag }) => `${tag}.sql`));
  });

  it.each([
    'ALTER TABLE "visits" DROP COLUMN "note";',
    'DROP TABLE "visits";',
    'ALTER TABLE "visits" RENAME COLUMN "a" TO "b";',
    'ALTER TABLE "visits" ALTER COLUMN "a" SET NOT NULL;',
    'ALTER TABLE "visits" ALTER COLUMN "a" SET DATA TYPE text;',
    'ALTER TABLE "visits" ADD COLUMN "a" text NOT NULL;',
    'ALTER TABLE "visits" ADD CONSTRAINT "c" CHECK (a > 0);',
    'CREATE UNIQUE INDEX "i" ON "visits" USING btree ("a");',
  ])('that says %s is found', (statement) => {
    expect(findContractions(statement)).toHaveLength(1);
    expect(findContractions(`-- contract: unread since 1.4\n${statement}`)).toEqual([]);
  });

  it.each([
    'ALTER TABLE "visits" ADD COLUMN "a" text;',
    `ALTER TABLE "visits" ADD COLUMN "a" text DEFAULT '' NOT NULL;`,
    'CREATE INDEX "i" ON "visits" USING btree ("a");',
    'CREATE TABLE "new" ("a" text NOT NULL);--> statement-breakpoint\nCREATE UNIQUE INDEX "i" ON "new" USING btree ("a");',
  ])('that says %s is not', (statement) => {
    expect(findContractions(statement)).toEqual([]);
  });
});

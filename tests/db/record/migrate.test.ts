import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../../db/migrate.ts';
import { ownDatabase } from '../../support/postgres/database.ts';

const database = ownDatabase();
let folder = '';

beforeAll(async () => {
  // Later than any of the product's own migrations, which the template already has.
  const when = Date.UTC(2100, 0, 1);
  folder = mkdtempSync(join(tmpdir(), 'agenda-migrations-'));
  mkdirSync(join(folder, 'meta'));
  const entry = (idx: number, tag: string) => ({
    idx,
    version: '7',
    when: when + idx,
    tag,
    breakpoints: true,
  });
  const entries = [entry(0, '0000_first'), entry(1, '0001_second')];
  writeFileSync(
    join(folder, 'meta', '_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  );
  writeFileSync(join(folder, '0000_first.sql'), 'create table migrate_fixture (n int);');
  writeFileSync(join(folder, '0001_second.sql'), 'insert into migrate_fixture values (1);');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('works once, however many ask at the same time, and again later', async () => {
  await Promise.all(Array.from({ length: 10 }, () => migrate(database.url, folder)));
  await migrate(database.url, folder);
  const sql = postgres(database.url, { max: 1 });
  expect(await sql`select n from migrate_fixture`).toEqual([{ n: 1 }]);
  await sql.end();
});

it('gives the lock back when a migration fails', async () => {
  await expect(migrate(database.url, join(folder, 'nowhere'))).rejects.toThrow();
  await migrate(database.url, folder);
});

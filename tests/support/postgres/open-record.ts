import { afterAll, beforeAll } from 'vitest';
import { type Db, openDb } from '../../../db/connection/open.ts';
import { ownDatabase } from './database.ts';

/** An open record on a database of the test file's own; `db()` and its address `db.url()` inside tests and hooks. */
export function openRecord(size?: Parameters<typeof openDb>[1]): (() => Db) & { url(): string } {
  const database = ownDatabase();
  let db: Db | undefined;
  beforeAll(() => {
    db = openDb(database.url, size);
  });
  afterAll(async () => {
    await db?.close();
  });
  return Object.assign(() => db!, { url: () => database.url });
}

import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import * as schema from '../db/schema/index.ts';
import { rawSqlOf, type Tables, unknownColumns } from './support/postgres/raw-sql.ts';

// Statements of the builder do not compile with a column that the schema does not have. Raw ones are compared here.

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const tables: Tables = new Map(
  Object.values(schema)
    .filter((table) => is(table, PgTable))
    .map((table) => [
      getTableName(table),
      new Set(Object.values(getTableColumns(table)).map(({ name }) => snake(name))),
    ]),
);
const statements = rawSqlOf('db');

describe('raw SQL', () => {
  it('names columns that the schema has', () => {
    expect(statements.length).toBeGreaterThan(100);
    expect(unknownColumns(statements, tables)).toEqual([]);
  });

  it.each([
    ['visits', 'node_name'],
    ['visit_links', 'nonce'],
    ['users', 'active'],
    ['orders', 'closed_by_technician_id'],
    ['notices', 'not_before'],
    ['operations', 'auto_release_minutes'],
    ['technicians', 'name'],
  ])('with %s.%s is noticed once that column is renamed', (table, column) => {
    const columns = new Set([...tables.get(table)!].map((name) => (name === column ? 'renamed' : name)));
    expect(unknownColumns(statements, new Map(tables).set(table, columns))).not.toEqual([]);
  });
});

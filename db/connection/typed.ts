import { type Column, DrizzleQueryError, type GetColumnData, type SQL, sql } from 'drizzle-orm';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Query } from './sql.ts';

/** The query builder over a pool or an open transaction. */
export type Typed = PostgresJsDatabase;

const builders = new WeakMap<Query, Typed>();

/**
 * Drizzle's builder for plain statements, whose columns and results the schema types: renaming a column does not
 * compile. They run on our own connections, with their guards and their prepared statements. Raw SQL stays for hot
 * paths, reports, and statements that the builder makes longer.
 *
 * Not for writing `jsonb`: drizzle serialises the value, and postgres.js would once more. Values are parameters, which
 * a generic plan does not know: what a partial index names, and a limit that decides the plan, are written as constants
 * in `sql`.
 */
export function typed(connection: Query): Typed {
  const known = builders.get(connection);
  if (known) return known;
  const client = {
    // Drizzle replaces parsers of the driver it is given; these are used by no connection.
    options: { parsers: {}, serializers: {} },
    unsafe: (text: string, params: never[]) => connection.unsafe(text, params, { prepare: true }),
  };
  const builder = drizzle(client as never, { casing: 'snake_case' });
  throwOwnErrors(builder);
  builders.set(connection, builder);
  return builder;
}

/** PostgreSQL's own errors, as raw statements throw them: callers read their code and constraint. */
function throwOwnErrors(builder: Typed): void {
  const { session } = builder._ as unknown as { session: { prepareQuery(...args: unknown[]): Prepared } };
  const prepareQuery = session.prepareQuery.bind(session);
  session.prepareQuery = (...args) => {
    const query = prepareQuery(...args);
    const execute = query.execute.bind(query);
    query.execute = (values) =>
      execute(values).catch((error) => {
        throw error instanceof DrizzleQueryError ? error.cause : error;
      });
    return query;
  };
}

type Prepared = { execute(values?: unknown): Promise<unknown> };

/** `column = any(values)`: one statement for any number of values, where `inArray` makes one for each. */
export const anyOf = <Of extends Column>(column: Of, values: readonly GetColumnData<Of, 'raw'>[]): SQL =>
  sql`${column} = any(${sql.param(values)}::${sql.raw(column.getSQLType().replace(/ collate .*/i, ''))}[])`;

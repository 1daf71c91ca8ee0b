import { type Column, DrizzleQueryError, type GetColumnData, type SQL, sql } from 'drizzle-orm';
import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core';
import { type PostgresJsQueryResultHKT, PostgresJsSession } from 'drizzle-orm/postgres-js/session';
import type { Query } from './sql.ts';

/** The query builder over a pool or an open transaction. */
export type Typed = PgDatabase<PostgresJsQueryResultHKT>;

const builders = /* @__PURE__ */ new WeakMap<Query, Typed>();

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
  const cached = builders.get(connection);
  if (cached) return cached;
  const client = {
    unsafe: (text: string, params: never[]) => connection.unsafe(text, params, { prepare: true }),
  };
  // Not by `drizzle-orm/postgres-js`: it brings the driver into the screens' bundle, and replaces its parsers.
  const session = new PostgresJsSession(client as never, dialect, undefined);
  throwOwnErrors(session as never);
  const builder: Typed = new PgDatabase(dialect, session, undefined);
  builders.set(connection, builder);
  return builder;
}

const dialect = /* @__PURE__ */ new PgDialect({ casing: 'snake_case' });

/** PostgreSQL's own errors, as raw statements throw them: callers read their code and constraint. */
function throwOwnErrors(session: { prepareQuery(...args: unknown[]): Prepared }): void {
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

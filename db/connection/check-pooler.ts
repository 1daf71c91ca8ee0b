import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from './open.ts';
import { sessionParameters } from './open-pools.ts';

/** Without prepared statements no plan is used twice, and its mode is of no use. */
const { plan_cache_mode: planning, ...required } = sessionParameters();

/**
 * Whether the connections of a pooler in transaction mode are set as the product's own would be: it cannot set
 * them itself, and without them statements run without a limit, and searches find something else. And whether it
 * carries prepared statements, if it is said to. Waits while the database is unreachable; a record without a pooler is
 * not asked.
 *
 * @throws Error for the operator: what is not set, and the line for PgBouncer that sets it
 */
export async function checkPooler(db: Pick<Db, 'pooled' | 'poolerPrepares' | 'sql'>): Promise<void> {
  if (!db.pooled) return;
  if (db.poolerPrepares && !(await answerOf(db, carriesPrepared)))
    throw new Error(
      'DATABASE_POOLER_PREPARES: the pooler does not carry prepared statements; accepted: true with PgBouncer 1.21 or newer and max_prepared_statements above 0.',
    );
  const all: Record<string, string | number> = db.poolerPrepares
    ? { ...required, plan_cache_mode: planning }
    : required;
  const names = Object.keys(all);
  const parameters = await answerOf(db, ({ sql }) => parametersOf(sql, names));
  const wrong = names.filter((name) => !same(all[name]!, parameters[name]));
  if (wrong.length === 0) return;
  const set = names.map((name) => `set ${name} = ${all[name]}`).join('; ');
  throw new Error(
    `DATABASE_URL: the pooler's connections lack ${wrong.join(', ')}. In pgbouncer.ini, for this database: connect_query='${set}'`,
  );
}

type Asked = Pick<Db, 'sql'>;

/** PgBouncer gives what it carries names of its own; others pass ours on, or lose them between two connections. */
async function carriesPrepared({ sql }: Asked): Promise<boolean> {
  try {
    const [row] = await sql<{ own: boolean }[]>`
      select coalesce(bool_or(name like 'PGBOUNCER\\_%'), false) as own from pg_prepared_statements`;
    return row!.own;
  } catch (error) {
    if (lost.test((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

async function parametersOf(sql: Asked['sql'], names: string[]): Promise<Record<string, string | null>> {
  // As text without a unit: statement_timeout is 5000, not 5s.
  const rows = await sql<{ name: string; value: string | null }[]>`
    select name, coalesce((select setting from pg_settings s where s.name = wanted.name),
      current_setting(wanted.name, true)) as value from unnest(${names}::text[]) as wanted (name)`;
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

async function answerOf<T>(db: Asked, ask: (db: Asked) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask(db);
    } catch (error) {
      if (!unreachable.test((error as { code?: string }).code ?? '')) throw error;
      await wait(500);
    }
  }
}

const unreachable = /^(CONNECT|E[A-Z]+$|08|57)/;
/** A statement that is not there, or there already under its name. */
const lost = /^(26000|42P05)$/;

const same = (required: string | number, value: string | null | undefined) =>
  value != null && value !== '' && (value === required || Number(value) === Number(required));

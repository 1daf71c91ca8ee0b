import { setTimeout as wait } from 'node:timers/promises';
import { type Db, sessionParameters } from './open.ts';

/** Without prepared statements no plan is used twice. */
const { plan_cache_mode: _, ...wanted } = sessionParameters();
const names = Object.keys(wanted) as (keyof typeof wanted)[];

/**
 * Whether the connections of a pooler in transaction mode are set as the product's own would be: it cannot set
 * them itself, and without them statements run without a limit, and searches find something else. Waits while the
 * database is unreachable; a record without a pooler is not asked.
 *
 * @throws Error for the operator: what is not set, and the line for PgBouncer that sets it
 */
export async function checkPooler(db: Pick<Db, 'pooled' | 'sql'>): Promise<void> {
  if (!db.pooled) return;
  const found = await parametersOf(db);
  const wrong = names.filter((name) => !same(name, found[name]));
  if (wrong.length === 0) return;
  const set = names.map((name) => `set ${name} = ${wanted[name]}`).join('; ');
  throw new Error(
    `DATABASE_URL: the pooler's connections lack ${wrong.join(', ')}. In pgbouncer.ini, for this database: connect_query='${set}'`,
  );
}

async function parametersOf(db: Pick<Db, 'sql'>): Promise<Record<string, string | null>> {
  for (;;) {
    try {
      // As text without a unit: statement_timeout is 5000, not 5s.
      const rows = await db.sql<{ name: string; value: string | null }[]>`
        select name, coalesce((select setting from pg_settings s where s.name = wanted.name),
          current_setting(wanted.name, true)) as value from unnest(${names as string[]}::text[]) as wanted (name)`;
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    } catch (error) {
      if (!unreachable.test((error as { code?: string }).code ?? '')) throw error;
      await wait(500);
    }
  }
}

const unreachable = /^(CONNECT|E[A-Z]+$|08|57)/;

const same = (name: keyof typeof wanted, value: string | null | undefined) =>
  value != null && value !== '' && Number(value) === Number(wanted[name]);

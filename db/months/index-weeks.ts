import type { Sql } from '../connection/sql.ts';
import { visitColumns } from '../reads/visits/week.ts';

/** How long after its last day a month gets its index: by then its visits hardly change. */
const restDays = 31;

/** Any constant of our own. */
const lockNumber = 7_341_911;

const wanted = ['operation', 'day', ...visitColumns.filter((column) => column !== 'day')];

/**
 * Give each settled month an index that holds what a calendar shows, by operation and day. Visits stand in the order
 * in which all operations together made them: one operation's week is on as many pages as it has visits, and nobody
 * keeps those of an old week in memory. In the index they stand side by side. Writing the month again in that order
 * would cost no space, but shuts it off meanwhile, and with it every plan that has it among its months.
 *
 * Reads and writes go on meanwhile. Several workers may ask at once: one works. An index that was broken off, or that
 * holds other columns than those of this version, is made anew.
 *
 * @param sql one connection without limits of time, outside of any transaction
 * @returns the partitions that got theirs
 */
export async function indexSettledWeeks(sql: Sql): Promise<string[]> {
  const [lock] = await sql<{ had: boolean }[]>`select pg_try_advisory_lock(${lockNumber}) as had`;
  if (!lock!.had) return [];
  try {
    const months = await sql<{ name: string; found: boolean; fits: boolean; seen: boolean }[]>`
      select m.name, i.indexrelid is not null as found, c.relallvisible = c.relpages as seen, coalesce(i.indisvalid, false) and (
        select array_agg(a.attname::text order by a.attnum) from pg_attribute a where a.attrelid = i.indexrelid
      ) = ${wanted}::text[] as fits
      from settled_months m join pg_class c on c.oid = m.name::regclass left join pg_index i on i.indexrelid = to_regclass(m.name || '_settled_weeks')
      where m.last_day < current_date - ${restDays}::int order by m.first_id desc`;
    const made: string[] = [];
    for (const { name, found, fits, seen } of months) {
      const index = `${name}_settled_weeks`;
      if (!fits) {
        if (found) await sql.unsafe(`drop index concurrently ${index}`);
        await sql.unsafe(
          `create index concurrently ${index} on ${name} (operation, day) include (${wanted.slice(2).join(', ')})`,
        );
        made.push(name);
      }
      // An index answers alone for pages of which it is known that everybody sees all that is on them. That is not to
      // be known while somebody's view of the record is older, a backup's for one: then it is asked again next time.
      if (!fits || !seen) await sql.unsafe(`vacuum ${name}`);
    }
    return made;
  } finally {
    await sql`select pg_advisory_unlock(${lockNumber})`;
  }
}
